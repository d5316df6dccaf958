/// An action that a swipe reveals at the end of a row, in the older form that gets the row's path.
public struct ListRowAction {
  /// How an action looks.
  public enum Style: Sendable, Hashable {
    /// Like one that takes something away.
    case destructive
    /// Like any other.
    case normal

    /// The style where nothing is said of it.
    public static let `default` = Style.destructive
  }

  /// Carries an action out on the row that now stands at a path.
  public typealias Handler = (ListRowAction, ListPath) -> Void

  /// What it is called.
  public var title: String?
  /// How it looks.
  public var style: Style
  /// What it does.
  public var handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.title = title
    self.style = style
    self.handler = handler
  }

  /// The same action with another handler.
  package func handled(by handler: @escaping Handler) -> ListRowAction {
    ListRowAction(style: style, title: title, handler: handler)
  }
}

/// The actions that a swipe across a row reveals; no more Sendable than their handlers.
public struct ListSwipeActions {
  /// The actions, the one at the edge first; none for a row that nothing is revealed of.
  public var actions: [ListContextualAction]
  /// Whether swiping all the way performs the first one.
  public var performsFirstActionWithFullSwipe: Bool

  /// Makes the actions of a row.
  public init(actions: [ListContextualAction], performsFirstActionWithFullSwipe: Bool = true) {
    self.actions = actions
    self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
  }

  /// The same actions, whose handlers are called by `call`.
  package func handled(by call: @escaping (() -> Void) -> Void) -> ListSwipeActions {
    var copy = self
    copy.actions = actions.map { action in
      var copy = action
      copy.handler = { shown, cell, completion in call { action.handler(shown, cell, completion) } }
      return copy
    }
    return copy
  }
}

/// An action that a swipe reveals.
public struct ListContextualAction {
  /// How an action looks.
  public enum Style: Sendable, Hashable {
    /// Like any other.
    case normal
    /// Like one that takes something away.
    case destructive
  }

  /// Carries an action out on the row of a cell; says by the completion whether it did, which puts the row back.
  ///
  /// The cell is nil where the row is not in view. The completion may be called later.
  public typealias Handler = (ListContextualAction, ListCell?, @escaping (Bool) -> Void) -> Void

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
}

/// Says what may have the focus and be acted on, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListFocusDelegate: AnyObject {
  /// Whether a row can have the focus; yes where rows can be selected, unless said otherwise.
  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool
  /// The row to which focus goes that comes to the list; nil for the first in view.
  ///
  /// Not asked where the list remembers the row that had it last.
  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath?
  /// Whether the focus may move; yes, unless said otherwise.
  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool
  /// The focus has moved; what is to happen together with it is given to the coordinator.
  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator)
  /// Whether a row that gets the focus is selected too; asked only where the list's selection follows its focus.
  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool
  /// Whether a touch of a row does what the row is there for; yes, unless said otherwise.
  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool
  /// A row is to do what it is there for: it has been touched, and its selection, if it is allowed to change, has.
  ///
  /// A touch that adds to selected rows, and a selection that follows the focus, is none.
  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath)
}

extension ListFocusDelegate {
  /// Yes where the list's rows can be selected.
  public func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool { list.allowsSelection }
  /// The first in view.
  public func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? { nil }
  /// Yes.
  public func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool { true }
  /// Does nothing.
  public func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {}
  /// As the list's selection does.
  public func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    list.selectionFollowsFocus
  }
  /// Yes.
  public func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool { true }
  /// Does nothing.
  public func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) {}
}

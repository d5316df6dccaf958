public import ListModel
public import Placement

/// Says what inserted rows may have the focus and be acted on, and hears of it.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverFocusDelegate: AnyObject {
  /// Whether an inserted row can have the focus; yes where the list's rows can be selected, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool
  /// Whether the focus may come to an inserted row or leave one; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldUpdateFocusIn context: WeaverFocusUpdateContext) -> Bool
  /// The focus has come to an inserted row, or has left one; what is to happen together with it is given to the coordinator.
  func weaver(
    _ weaver: ListWeaver, didUpdateFocusIn context: WeaverFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator)
  /// Whether an inserted row that gets the focus is selected too; asked only where the list's selection follows its focus.
  func weaver(_ weaver: ListWeaver, selectionFollowsFocusForRowAt path: FeedPath) -> Bool
  /// Whether a touch of an inserted row does what the row is there for; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, canPerformPrimaryActionForRowAt path: FeedPath) -> Bool
  /// An inserted row is to do what it is there for.
  func weaver(_ weaver: ListWeaver, performPrimaryActionForRowAt path: FeedPath)
}

extension WeaverFocusDelegate {
  /// Yes where the list's rows can be selected.
  public func weaver(_ weaver: ListWeaver, canFocusRowAt path: FeedPath) -> Bool {
    weaver.list?.allowsSelection ?? true
  }
  /// Yes.
  public func weaver(_ weaver: ListWeaver, shouldUpdateFocusIn context: WeaverFocusUpdateContext) -> Bool { true }
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didUpdateFocusIn context: WeaverFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {}
  /// As the list's selection does.
  public func weaver(_ weaver: ListWeaver, selectionFollowsFocusForRowAt path: FeedPath) -> Bool {
    weaver.list?.selectionFollowsFocus ?? true
  }
  /// Yes.
  public func weaver(_ weaver: ListWeaver, canPerformPrimaryActionForRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, performPrimaryActionForRowAt path: FeedPath) {}
}

/// Hears of scrolling, after the content side has.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the content side and the list.
public protocol WeaverScrollDelegate: AnyObject {
  /// The content has been scrolled, by whomever.
  func weaverDidScroll(_ weaver: ListWeaver)
  /// A person has begun to drag the content.
  func weaverWillBeginDragging(_ weaver: ListWeaver)
  /// A person lets go; the offset at which the content comes to rest can be changed where the content side has not changed it.
  func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double)
  /// A person has let go, and the content stays or moves on by itself.
  func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool)
  /// The content moves on by itself.
  func weaverWillBeginDecelerating(_ weaver: ListWeaver)
  /// The content has come to rest.
  func weaverDidEndDecelerating(_ weaver: ListWeaver)
  /// Scrolling that was asked for with animation is over.
  func weaverDidEndScrollingAnimation(_ weaver: ListWeaver)
  /// Whether a person may go to the top at once, where the content side does not say; nil to leave it to the list.
  func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool?
  /// A person has gone to the top at once.
  func weaverDidScrollToTop(_ weaver: ListWeaver)
}

extension WeaverScrollDelegate {
  /// Does nothing.
  public func weaverDidScroll(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverWillBeginDragging(_ weaver: ListWeaver) {}
  /// Leaves the target as it is.
  public func weaver(
    _ weaver: ListWeaver, willEndDraggingWithVelocity velocity: Double, targetContentOffset target: inout Double
  ) {}
  /// Does nothing.
  public func weaverDidEndDragging(_ weaver: ListWeaver, willDecelerate: Bool) {}
  /// Does nothing.
  public func weaverWillBeginDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndDecelerating(_ weaver: ListWeaver) {}
  /// Does nothing.
  public func weaverDidEndScrollingAnimation(_ weaver: ListWeaver) {}
  /// Leaves it to the list.
  public func weaverShouldScrollToTop(_ weaver: ListWeaver) -> Bool? { nil }
  /// Does nothing.
  public func weaverDidScrollToTop(_ weaver: ListWeaver) {}
}

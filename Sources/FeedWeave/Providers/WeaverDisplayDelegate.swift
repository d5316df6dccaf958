public import ListModel
public import Placement

/// Hears of the display of every row.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverDisplayDelegate: AnyObject {
  /// A row is about to be shown, whosever it is.
  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A row is out of sight; the owner is whose it was when it came into view.
  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
}

extension WeaverDisplayDelegate {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner
  ) {}
}

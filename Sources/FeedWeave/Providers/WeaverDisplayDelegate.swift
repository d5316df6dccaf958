public import ListModel
public import Placement

/// Hears of the display of every row, and of the headers and footers of inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverDisplayDelegate: AnyObject {
  /// A row is about to be shown, whosever it is.
  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A row is out of sight; the owner is whose it was when it came into view.
  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// The header of an inserted section is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is about to be shown.
  func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int)
  /// The header of an inserted section is out of sight.
  func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int)
  /// The footer of an inserted section is out of sight.
  func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int)
}

extension WeaverDisplayDelegate {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner
  ) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int) {}
}

public import ListModel
public import Placement

/// Says how inserted rows look and hears what happens to them, and of the display of every row.
///
/// It speaks of the feed as the list shows it. Every method is optional: its default leaves the matter to the list.
public protocol WeaverDelegate: AnyObject {
  // MARK: Every row

  /// A row is about to be shown, whosever it is.
  func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A row is out of sight; the owner is whose it was when it came into view.
  func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner)
  /// A header's height, of any section, in place of what its owner says; nil to leave it to that.
  func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double?

  // MARK: Inserted rows and sections

  /// An inserted row's height; nil for the list's row height.
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double?
  /// The height of an inserted section's footer; nil for the list's.
  func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double?
  /// The header of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell?
  /// The footer of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell?
  /// Whether a touch highlights an inserted row; yes, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldHighlightRowAt path: FeedPath) -> Bool
  /// An inserted row has been highlighted.
  func weaver(_ weaver: ListWeaver, didHighlightRowAt path: FeedPath)
  /// An inserted row is no longer highlighted.
  func weaver(_ weaver: ListWeaver, didUnhighlightRowAt path: FeedPath)
  /// The row to select in place of an inserted one, which is that one unless said otherwise; nil for none.
  func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath?
  /// The row to deselect in place of an inserted one, which is that one unless said otherwise; nil for none.
  func weaver(_ weaver: ListWeaver, willDeselectRowAt path: FeedPath) -> FeedPath?
  /// An inserted row has been selected.
  func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath)
  /// An inserted row has been deselected.
  func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath)
}

extension WeaverDelegate {
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, willDisplay cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {}
  /// Does nothing.
  public func weaver(
    _ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner
  ) {}
  /// Leaves it to the section's owner.
  public func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell? { nil }
  /// Yes.
  public func weaver(_ weaver: ListWeaver, shouldHighlightRowAt path: FeedPath) -> Bool { true }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didHighlightRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didUnhighlightRowAt path: FeedPath) {}
  /// That row.
  public func weaver(_ weaver: ListWeaver, willSelectRowAt path: FeedPath) -> FeedPath? { path }
  /// That row.
  public func weaver(_ weaver: ListWeaver, willDeselectRowAt path: FeedPath) -> FeedPath? { path }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDeselectRowAt path: FeedPath) {}
}

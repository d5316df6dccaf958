public import Placement

/// Says what a touch may do to an inserted row, and hears what it did.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverSelectionDelegate: AnyObject {
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
  /// Whether several rows can be selected in one movement that begins at an inserted row; no, unless said otherwise.
  func weaver(_ weaver: ListWeaver, shouldBeginMultipleSelectionInteractionAt path: FeedPath) -> Bool
  /// Selecting several rows in one movement begins at an inserted row.
  func weaver(_ weaver: ListWeaver, didBeginMultipleSelectionInteractionAt path: FeedPath)
  /// Selecting several rows in one movement that began at an inserted row has ended; they stay selected.
  func weaverDidEndMultipleSelectionInteraction(_ weaver: ListWeaver)
}

extension WeaverSelectionDelegate {
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
  /// No.
  public func weaver(_ weaver: ListWeaver, shouldBeginMultipleSelectionInteractionAt path: FeedPath) -> Bool { false }
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didBeginMultipleSelectionInteractionAt path: FeedPath) {}
  /// Does nothing.
  public func weaverDidEndMultipleSelectionInteraction(_ weaver: ListWeaver) {}
}

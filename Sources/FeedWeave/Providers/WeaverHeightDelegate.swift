public import ListModel
public import Placement

/// Says how high inserted rows are, and what heads and ends inserted sections.
///
/// Part of ``WeaverDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol WeaverHeightDelegate: AnyObject {
  /// A header's height, of any section, in place of what its owner says; nil to leave it to that.
  func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double?
  /// An inserted row's height; nil for the list's row height.
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double?
  /// What an inserted row's height is taken to be until it comes into view; nil for the list's estimate.
  func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double?
  /// What the height of an inserted section's header is taken to be; nil to have it measured at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double?
  /// What the height of an inserted section's footer is taken to be; nil to have it measured at once.
  func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double?
  /// The height of an inserted section's footer; nil for the list's.
  func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double?
  /// The header of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell?
  /// The footer of an inserted section; nil for one that shows its title, if it has any.
  func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell?
}

extension WeaverHeightDelegate {
  /// Leaves it to the section's owner.
  public func weaver(_ weaver: ListWeaver, heightForHeaderInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the list.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForRowAt path: FeedPath) -> Double? { nil }
  /// Has it measured.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForHeaderInSection section: Int) -> Double? { nil }
  /// Has it measured.
  public func weaver(_ weaver: ListWeaver, estimatedHeightForFooterInSection section: Int) -> Double? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForHeaderInSection section: Int) -> ListCell? { nil }
  /// Leaves it to the title.
  public func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell? { nil }
}

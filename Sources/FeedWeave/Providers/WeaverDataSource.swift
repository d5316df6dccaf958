public import ListModel
public import Placement

/// Gives what inserted rows and sections show; speaks of the feed as the list shows it.
public protocol WeaverDataSource:
  WeaverEditingDataSource, WeaverSupplementaryDataSource, WeaverPrefetchDataSource
{
  /// The list is about to load, and the content has so many rows in each of its sections: the time to ask for insertions.
  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int])
  /// The content has changed by an update of its own, which numbers it as the content side does; not told of reloads.
  func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate)
  /// The feed has changed, and is now what ``ListWeaver/map`` says: told of every change, in the order in which they were made.
  func weaver(_ weaver: ListWeaver, didChange change: FeedChange)
  /// Inserted rows were dropped, because the section of the content that they stood in was deleted; they are not asked for any
  /// more.
  func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int])
  /// The section of the content that these pinned rows stood in was deleted: each keeps its position, in whatever section is there
  /// now, or waits until there is one.
  func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int])
  /// The cell of an inserted row; asked when the row comes into view.
  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell
  /// The title of an inserted section's header; nil for none.
  func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String?
  /// The title of an inserted section's footer; nil for none.
  func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String?
  /// What an inserted row shows; nil where that is not said.
  func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any?
}

extension WeaverDataSource {
  /// Asks for nothing more.
  public func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didUpdate content: ContentUpdate) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int]) {}
  /// Does nothing.
  public func weaver(_ weaver: ListWeaver, didDeleteSectionOfRows numbers: [Int]) {}
  /// No title.
  public func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? { nil }
  /// No title.
  public func weaver(_ weaver: ListWeaver, titleForFooterInSection section: Int) -> String? { nil }
  /// Not said.
  public func weaver(_ weaver: ListWeaver, modelForRowAt path: FeedPath) -> Any? { nil }
}

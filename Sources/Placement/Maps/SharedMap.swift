import BatchUpdates

/// A map that is asked row by row and section by section, held by reference so that no question copies it.
///
/// Its methods read the map in place; reading ``map`` copies it, with a reference count for each of its parts.
package final class SharedMap {
  package let map: InsertionMap

  package init(_ map: InsertionMap) {
    self.map = map
  }

  /// Returns the content path of a row of the feed; nil for an insertion.
  package func userPath(for path: FeedPath) -> UserPath? { map.userPath(for: path) }

  /// Returns the feed path of a row of the content; nil for a row that the content does not have.
  package func feedPath(for path: UserPath) -> FeedPath? { map.shownFeedPath(for: path) }

  /// Calls a closure with each run of content rows that consecutive rows of a feed section show; leaves out insertions,
  /// and rows outside the feed.
  package func forEachUserRun(inFeed rows: Range<Int>, section: Int, _ body: (_ rows: Range<Int>) -> Void) {
    map.forEachUserRun(inFeed: rows, section: section, body)
  }

  /// Returns the number of an insertion; nil where there is none.
  package func insertionIndex(at path: FeedPath) -> Int? { map.insertionIndex(at: path) }

  /// Returns the content section of a feed section; nil for an inserted section.
  package func userSection(forFeed section: Int) -> Int? { map.userSection(forFeed: section) }

  /// Returns the feed section of a content section; nil for a section that the content does not have.
  package func feedSection(forUser section: Int) -> Int? {
    section < map.userSectionCount ? map.feedSection(forUser: section) : nil
  }

  /// Whether row insertions wait for a section that does not exist.
  package var hasWaitingRows: Bool { !map.waiting.isEmpty }

  /// Returns the number of visible row insertions of a feed section.
  package func insertedRowCount(inFeedSection section: Int) -> Int { map.insertedRowCount(inFeedSection: section) }

  /// Returns the row and the caller's number of a feed section's visible row insertion, by its rank among them.
  package func insertedRow(ofRank rank: Int, inFeedSection section: Int) -> (row: Int, number: Int) {
    map.insertedRow(ofRank: rank, inFeedSection: section)
  }

  /// Whether a feed section has the same rows and insertions, with the same numbers, as a section of another map.
  package func hasRows(inFeedSection section: Int, sameAs other: SharedMap, inFeedSection otherSection: Int) -> Bool {
    map.hasRows(inFeedSection: section, sameAs: other.map, inFeedSection: otherSection)
  }

  /// The number of sections in the feed.
  package var feedSectionCount: Int { map.feedSectionCount }

  /// The number of rows of each feed section.
  package var feedCounts: [Int] { map.feedCounts }

  /// Returns the number of rows of a feed section; nil if there is no such section.
  package func rowCount(inFeedSection section: Int) -> Int? { map.feedCount(inFeedSection: section) }
}

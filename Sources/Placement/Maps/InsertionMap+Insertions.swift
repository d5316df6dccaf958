extension InsertionMap {
  /// Whether a feed row is inserted; false outside the feed.
  public func isInserted(_ path: FeedPath) -> Bool { insertionIndex(at: path) != nil }

  /// Which of the caller's row insertions stands at a feed row; nil for content, and outside the feed.
  public func insertionIndex(at path: FeedPath) -> Int? {
    guard rows.indices.contains(path.section) else { return nil }
    let section = rows[path.section]
    return section.map.insertionRank(atFeed: path.row).map { section.indices[$0] }
  }

  /// Whether a feed section is inserted; false outside the feed.
  public func isInserted(feedSection section: Int) -> Bool { sectionInsertionIndex(at: section) != nil }

  /// Which of the caller's section insertions a feed section is; nil for content, and outside the feed.
  public func sectionInsertionIndex(at section: Int) -> Int? {
    sections.insertionRank(atFeed: section).map { sectionIndices[$0] }
  }

  /// The visible inserted rows of a feed section, ascending; none outside the feed.
  /// - Complexity: O(insertions of the section).
  public func insertedRows(inFeedSection section: Int) -> [Int] {
    rows.indices.contains(section) ? Array(rows[section].map.visibleInsertions) : []
  }

  /// The visible inserted sections, ascending.
  /// - Complexity: O(inserted sections).
  public var insertedSections: [Int] { Array(sections.visibleInsertions) }

  /// The caller's numbers of the row insertions that wait for content, by position.
  /// - Complexity: O(sections + waiting insertions).
  public var waitingRowInsertions: [Int] {
    rows.flatMap { $0.callerIndices[$0.map.visibleCount...] } + waiting.flatMap { $0.rows.callerIndices }
  }

  /// The caller's numbers of the section insertions that wait for content, by position.
  /// - Complexity: O(waiting insertions).
  public var waitingSectionInsertions: [Int] {
    (sections.visibleCount..<sections.insertionCount).map { sectionIndices[$0] }
  }
}

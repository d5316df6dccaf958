/// Translates between the content, as its owner numbers it, and the feed, which shows insertions among it.
///
/// A user section maps past the inserted sections, and a row past the inserted rows of its feed section. The map is
/// a value that needs no list: a copy costs nothing, may go to any thread, and shares what a later change leaves
/// alone. A question outside the range is answered with nil.
///
/// ```swift
/// let map = try InsertionMap(userCounts: [3], rows: [FeedPath(section: 0, row: 1)])
/// map.feedPath(for: UserPath(section: 0, row: 1))   // feed 0:2
/// map.userPath(for: FeedPath(section: 0, row: 1))   // nil, the insertion
/// ```
/// Which positions to ask for is decided by ``PlacementRules``, or by the caller.
public struct InsertionMap: Hashable, Sendable {
  /// The sections, as rows of a list of sections.
  var sections: RowMap
  /// Whose the inserted sections are.
  var sectionIndices: CallerIndices
  /// The rows of each feed section.
  var rows: ContiguousArray<SectionRows>
  /// Rows of sections that the feed does not have, by section.
  var waiting: [WaitingRows]

  /// Makes the map of a list from those of its sections; the insertions are numbered in feed order.
  /// - Throws: ``PlacementError/invalidCount(_:)`` when there are too many sections.
  public init(sections maps: [RowMap] = []) throws(PlacementError) {
    sections = try RowMap(contentCount: maps.count)
    sectionIndices = CallerIndices(from: 0)
    waiting = []
    rows = []
    var first = 0
    for map in maps {
      rows.append(SectionRows(map: map, indices: CallerIndices(from: map.insertionCount == 0 ? 0 : first)))
      first += map.insertionCount
    }
  }

  /// Makes a map with insertions at feed positions, in any order; a taken position goes to the next free one.
  ///
  /// Use ``resolve(userCounts:rows:sections:)`` to learn where each landed.
  /// - Complexity: O(*n* log *n*), where *n* is the number of insertions and sections.
  /// - Throws: ``PlacementError`` for counts and positions that are negative or too large.
  public init(userCounts: [Int], rows: [FeedPath] = [], sections: [Int] = []) throws(PlacementError) {
    self = try InsertionMap.resolve(userCounts: userCounts, rows: rows, sections: sections).map
  }
}

// MARK: - Counts

extension InsertionMap {
  /// The sections of the content.
  public var userSectionCount: Int { sections.contentCount }

  /// The sections of the feed, visible insertions included.
  public var feedSectionCount: Int { rows.count }

  /// The content rows of a user section; nil when there is no such section.
  public func userCount(inUserSection section: Int) -> Int? {
    feedSectionWithRows(forUser: section).map { rows[$0].map.contentCount }
  }

  /// The rows of a feed section, visible insertions included; nil when there is no such section.
  public func feedCount(inFeedSection section: Int) -> Int? {
    rows.indices.contains(section) ? rows[section].map.feedCount : nil
  }

  /// The content rows of each user section.
  /// - Complexity: O(sections).
  public var userCounts: [Int] {
    (0..<userSectionCount).compactMap { userCount(inUserSection: $0) }
  }

  /// The rows of each feed section.
  /// - Complexity: O(sections).
  public var feedCounts: [Int] { rows.map { $0.map.feedCount } }
}

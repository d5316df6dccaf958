/// What becomes of content in one update, as its owner numbers sections and rows.
///
/// What leaves its place is numbered as before the update, what comes to a place as after it; a move is both. So
/// ``InsertionMap/apply(_:policy:)`` learns where insertions go.
public struct ContentUpdate: Hashable, Sendable {
  /// For each section after the update, the one that it was before; nil for a new one.
  public var origins: [Int?]

  /// The rows of each section after the update.
  public var userCounts: [Int]

  /// The sections that leave their place: deleted ones, and those that move.
  public var leavingSections: [Int] = []

  /// The sections that come to a place: new ones, and those that have moved.
  public var comingSections: [Int] = []

  /// The sections, as before, of whose rows nothing is known but how many there are.
  public var reloadedSections: Set<Int> = []

  /// The rows that leave their place: deleted ones, and those that move.
  public var leavingRows: [UserPath] = []

  /// The rows that come to a place: new ones, and those that have moved.
  public var comingRows: [UserPath] = []

  /// Makes an update from where each section comes from and how many rows it has.
  public init(origins: [Int?], userCounts: [Int]) {
    self.origins = origins
    self.userCounts = userCounts
  }
}

extension ContentUpdate {
  /// Makes an update of a list whose sections stay: rows are deleted, numbered as before, and inserted, numbered as after.
  ///
  /// ```swift
  /// // Of 30 rows the first goes, and a page of 10 is appended.
  /// let update = ContentUpdate(
  ///   of: [30], deleting: [UserPath(section: 0, row: 0)], inserting: (29..<39).map { UserPath(section: 0, row: $0) })
  /// update.userCounts   // [39]
  /// ```
  /// Whether the rows are there is judged where the update is used, as are sections that `userCounts` does not have.
  /// - Parameters:
  ///   - userCounts: The rows of each section before the update.
  ///   - deleting: The rows that go, numbered as before.
  ///   - inserting: The rows that come, numbered as after.
  public init(of userCounts: [Int], deleting: [UserPath] = [], inserting: [UserPath] = []) {
    self.init(origins: Array(userCounts.indices), userCounts: userCounts)
    (leavingRows, comingRows) = (deleting, inserting)
    for (paths, change) in [(deleting, -1), (inserting, 1)] {
      for path in paths where userCounts.indices.contains(path.section) { self.userCounts[path.section] &+= change }
    }
  }

  /// Makes the update that appends a page of rows to a section.
  /// - Complexity: O(rows + sections).
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)``, and ``PlacementError/invalidCount(_:)`` for rows fewer than none or
  ///   more than a section can have.
  public static func appending(
    _ rowCount: Int, toSection section: Int, of userCounts: [Int]
  ) throws(PlacementError) -> ContentUpdate {
    guard userCounts.indices.contains(section) else {
      throw .sectionOutOfRange(section, count: userCounts.count, operation: .append)
    }
    let first = userCounts[section]
    guard 0...RowMap.limit ~= first else { throw .invalidCount(first) }
    guard 0...RowMap.limit - first ~= rowCount else { throw .invalidCount(rowCount) }
    let rows = first..<first + rowCount
    return ContentUpdate(of: userCounts, inserting: rows.map { UserPath(section: section, row: $0) })
  }
}

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
  /// - Throws: ``PlacementError/update(_:)``, and ``PlacementError/invalidCount(_:)`` for rows fewer than none or
  ///   more than a section can have.
  public static func appending(
    _ rowCount: Int, toSection section: Int, of userCounts: [Int]
  ) throws(PlacementError) -> ContentUpdate {
    guard userCounts.indices.contains(section) else {
      throw .update(.sectionOutOfRange(section, count: userCounts.count, operation: .append))
    }
    let first = userCounts[section]
    guard 0...RowMap.limit ~= first else { throw .invalidCount(first) }
    guard 0...RowMap.limit - first ~= rowCount else { throw .invalidCount(rowCount) }
    let rows = first..<first + rowCount
    return ContentUpdate(of: userCounts, inserting: rows.map { UserPath(section: section, row: $0) })
  }
}

/// What an insertion does when content before it comes or goes.
public enum UpdatePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// It keeps its feed position, and content flows around it.
  case pinned

  /// It stands before a content row and travels with it.
  ///
  /// When that row is deleted it stays in the gap, before the next one. When there is no next one it waits, hidden,
  /// until content follows again. Insertions that the content has not reached yet keep their feed position.
  case anchored
}

// MARK: - Updates

extension InsertionMap {
  /// Inserts one content row, so that it has this path.
  /// - Complexity: O(insertions of the section / 256), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``, or
  ///   ``PlacementError/invalidCount(_:)``; the map is then as it was.
  @inline(__always)
  public mutating func insertRow(at path: UserPath, policy: UpdatePolicy) throws(PlacementError) {
    let section = try existingSection(path.section, row: path.row, .insert)
    do throws(PlacementError) {
      try rows[section].map.insertRow(at: path.row, policy: policy)
    } catch { throw error.inSection(path.section) }
  }

  /// Deletes one content row.
  /// - Complexity: O(insertions of the section / 256), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``; the map
  ///   is then as it was.
  @inline(__always)
  public mutating func deleteRow(at path: UserPath, policy: UpdatePolicy) throws(PlacementError) {
    let section = try existingSection(path.section, row: path.row, .delete)
    do throws(PlacementError) {
      try rows[section].map.deleteRow(at: path.row, policy: policy)
    } catch { throw error.inSection(path.section) }
  }

  /// Appends content rows to a user section; waiting insertions may appear.
  /// - Throws: ``PlacementError/update(_:)`` or ``PlacementError/invalidCount(_:)``.
  public mutating func appendRows(_ count: Int, toUserSection section: Int) throws(PlacementError) {
    try rows[existingSection(section, row: nil, .append)].map.appendRows(count)
  }

  /// Replaces all counts, as after a reload: every insertion keeps its feed position.
  /// - Complexity: O(sections), where a section costs about one question.
  /// - Throws: ``PlacementError/invalidCount(_:)``; the map is then as it was.
  public mutating func setUserCounts(_ counts: [Int]) throws(PlacementError) {
    guard counts.count != userSectionCount else { return try setRowCounts(counts) }
    var map = self
    let present = rows.enumerated().lazy.filter { $1.map.insertionCount > 0 }
    map.waiting = present.map { WaitingRows(section: $0, rows: $1) } + waiting
    try map.sections.setContentCount(counts.count)
    try map.arrange(userSections: counts.map { count throws(PlacementError) in try SectionRows(contentCount: count) })
    self = map
  }

  /// Replaces the counts of the sections that are there, which leaves those without a change as they are.
  private mutating func setRowCounts(_ counts: [Int]) throws(PlacementError) {
    var map = self
    for (section, count) in counts.enumerated() where userCount(inUserSection: section) != count {
      try map.rows[existingSection(section, row: nil, .reload)].map.setContentCount(count)
    }
    self = map
  }

  @inline(__always)
  private func existingSection(
    _ section: Int, row: Int?, _ operation: BatchUpdateError.Operation
  ) throws(PlacementError) -> Int {
    guard let section = feedSectionWithRows(forUser: section) else {
      throw .update(.sectionOutOfRange(section, row: row, count: userSectionCount, operation: operation))
    }
    return section
  }
}

// MARK: - Content update

extension InsertionMap {
  /// Applies a change of the content, and answers the caller's numbers of the row insertions that are dropped.
  ///
  /// Under ``UpdatePolicy/pinned`` all keep their feed positions. Under ``UpdatePolicy/anchored`` each stays with the row that it
  /// stands before, and with its section, wherever that goes; those of a section that is deleted are dropped. Inserted sections
  /// stay before the section that they stand before. In a section that is reloaded insertions keep their feed positions. Rows
  /// that leave a deleted or reloaded section, or come to a new or reloaded one, are no news.
  ///
  /// - Complexity: O(sections + *c* log *c*) for *c* changed rows, each of which costs as one alone.
  /// - Throws: ``PlacementError`` for changes that contradict each other or do not lead to the counts, under either policy; the
  ///   map is then as it was.
  @discardableResult
  public mutating func apply(_ update: ContentUpdate, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    let shifts = try SectionShifts(update, counts: userCounts)
    if policy == .anchored { return try apply(update, shifts) }
    try setUserCounts(update.userCounts)
    return []
  }

  /// Applies an update that has been judged, under ``UpdatePolicy/anchored``.
  mutating func apply(_ update: ContentUpdate, _ shifts: SectionShifts) throws(PlacementError) -> [Int] {
    var map = self
    var dropped: [Int] = []
    if update.keepsSections {
      for section in update.origins.indices {
        guard let feed = feedSectionWithRows(forUser: section) else { continue }
        try shifts.apply(to: &map.rows[feed], section: section, update)
      }
    } else {
      dropped = try map.rearrange(update, shifts)
    }
    self = map
    return dropped
  }

  /// Has sections come, go and move, each with its insertions, and their rows change on the way.
  private mutating func rearrange(_ update: ContentUpdate, _ shifts: SectionShifts) throws(PlacementError) -> [Int] {
    let (former, inserted) = takeApart()
    var content: [SectionRows] = []
    for (section, origin) in update.origins.enumerated() {
      guard let origin else {
        content.append(try SectionRows(contentCount: update.userCounts[section]))
        continue
      }
      content.append(former[origin])
      try shifts.apply(to: &content[section], section: section, update)
    }
    for section in update.leavingSections.sorted(by: >) { try sections.deleteRow(at: section, policy: .anchored) }
    for section in update.comingSections.sorted() { try sections.insertRow(at: section, policy: .anchored) }
    try arrange(userSections: content, insertedSections: inserted)
    let kept = Set(update.origins)
    return former.indices.filter { !kept.contains($0) }.flatMap { former[$0].callerIndices }
  }
}

extension ContentUpdate {
  /// Whether every section stays where it is.
  fileprivate var keepsSections: Bool { leavingSections.isEmpty && comingSections.isEmpty }
}

extension SectionShifts {
  /// Changes the rows of a section, numbered as after the update, that has been there before it.
  fileprivate func apply(
    to rows: inout SectionRows, section: Int, _ update: ContentUpdate
  ) throws(PlacementError) {
    if let origin = update.origins[section], update.reloadedSections.contains(origin) {
      return try rows.map.setContentCount(update.userCounts[section])
    }
    guard let shift = shift(ofSection: section) else { return }
    for row in shift.leaving.reversed() { try rows.map.deleteRow(at: row, policy: .anchored) }
    for row in shift.coming { try rows.map.insertRow(at: row, policy: .anchored) }
  }
}

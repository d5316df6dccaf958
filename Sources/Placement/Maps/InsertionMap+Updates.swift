/// A change of content in one update, in user coordinates.
///
/// Leaving sections and rows are numbered as before the update, coming ones as after it; a move is both. From this
/// ``InsertionMap/apply(_:policy:)`` computes the new positions of insertions.
public struct ContentUpdate: Hashable, Sendable {
  /// For each section after the update its index before the update; nil for a new section.
  public var origins: [Int?]

  /// The number of rows of each section after the update.
  public var userCounts: [Int]

  /// The sections that leave their positions: deleted and moved ones, numbered as before.
  public var leavingSections: [Int] = []

  /// The sections that come to their positions: new and moved ones, numbered as after.
  public var comingSections: [Int] = []

  /// The reloaded sections, numbered as before: only the new count of their rows is known.
  public var reloadedSections: Set<Int> = []

  /// The rows that leave their positions: deleted and moved ones, numbered as before.
  public var leavingRows: [UserPath] = []

  /// The rows that come to their positions: new and moved ones, numbered as after.
  public var comingRows: [UserPath] = []

  /// Makes an update from each section's origin and its number of rows.
  public init(origins: [Int?], userCounts: [Int]) {
    self.origins = origins
    self.userCounts = userCounts
  }
}

extension ContentUpdate {
  /// Makes an update that deletes and inserts rows, in a list whose sections stay.
  ///
  /// ```swift
  /// // Of 30 rows the first goes, and a page of 10 is appended.
  /// let update = ContentUpdate(
  ///   of: [30], deleting: [UserPath(section: 0, row: 0)], inserting: (29..<39).map { UserPath(section: 0, row: $0) })
  /// update.userCounts   // [39]
  /// ```
  /// Rows and sections that do not exist are refused only when the update is applied.
  /// - Parameters:
  ///   - userCounts: The number of rows of each section before the update.
  ///   - deleting: The deleted rows, numbered as before.
  ///   - inserting: The inserted rows, numbered as after.
  public init(of userCounts: [Int], deleting: [UserPath] = [], inserting: [UserPath] = []) {
    self.init(origins: Array(userCounts.indices), userCounts: userCounts)
    (leavingRows, comingRows) = (deleting, inserting)
    for (paths, change) in [(deleting, -1), (inserting, 1)] {
      for path in paths where userCounts.indices.contains(path.section) { self.userCounts[path.section] &+= change }
    }
  }

  /// Makes the update that appends a page of rows to a section.
  /// - Complexity: O(rows + sections).
  /// - Throws: ``PlacementError/update(_:)``, and ``PlacementError/invalidCount(_:)`` for a negative row count, or one
  ///   that is too large for the section.
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

/// The behavior of insertions when content before them is inserted or deleted.
public enum UpdatePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The insertion keeps its feed position, and content flows around it.
  case pinned

  /// The insertion stays before the same content row and moves with it.
  ///
  /// When that row is deleted, the insertion is before the next one. If there is no next row, it is hidden until
  /// content follows again. Insertions that the content has not reached yet keep their feed position.
  case anchored
}

// MARK: - Updates

extension InsertionMap {
  /// Inserts one content row at a path.
  /// - Complexity: O(insertions of the section / 512), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``, or ``PlacementError/invalidCount(_:)``; the map is then unchanged.
  @inline(__always)
  public mutating func insertRow(at path: UserPath, policy: UpdatePolicy) throws(PlacementError) {
    try change(path, .insert) { (map) throws(PlacementError) in try map.insertRow(at: path.row, policy: policy) }
  }

  /// Deletes one content row.
  /// - Complexity: O(insertions of the section / 512), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``; the map is then unchanged.
  @inline(__always)
  public mutating func deleteRow(at path: UserPath, policy: UpdatePolicy) throws(PlacementError) {
    try change(path, .delete) { (map) throws(PlacementError) in try map.deleteRow(at: path.row, policy: policy) }
  }

  /// Appends content rows to a user section; waiting insertions may become visible.
  /// - Throws: ``PlacementError/update(_:)`` or ``PlacementError/invalidCount(_:)``.
  public mutating func appendRows(_ count: Int, toUserSection section: Int) throws(PlacementError) {
    try rows[existingSection(section, row: nil, .append)].map.appendRows(count)
  }

  /// Replaces all row counts, as after a reload; every insertion keeps its feed position.
  /// - Complexity: O(sections), each of which costs about as much as one lookup.
  /// - Throws: ``PlacementError/invalidCount(_:)``; the map is then unchanged.
  public mutating func setUserCounts(_ counts: [Int]) throws(PlacementError) {
    guard counts.count != userSectionCount else { return try setRowCounts(counts) }
    var map = self
    let present = rows.enumerated().lazy.filter { $1.map.insertionCount > 0 }
    map.waiting = present.map { WaitingRows(section: $0, rows: $1) } + waiting
    try map.sections.setContentCount(counts.count)
    try map.arrange(
      userSections: ContiguousArray(
        counts.map { count throws(PlacementError) in try SectionRows(contentCount: count) }))
    self = map
  }

  /// Replaces the row counts of the existing sections that have changed.
  private mutating func setRowCounts(_ counts: [Int]) throws(PlacementError) {
    var map = self
    for (section, count) in counts.enumerated() where userCount(inUserSection: section) != count {
      try map.rows[existingSection(section, row: nil, .reload)].map.setContentCount(count)
    }
    self = map
  }

  /// Changes the row map of the section of a path, whose errors then name the section.
  @inline(__always)
  private mutating func change(
    _ path: UserPath, _ operation: BatchUpdateError.Operation,
    _ body: (inout RowMap) throws(PlacementError) -> Void
  ) throws(PlacementError) {
    // Most lists have no inserted sections. A call on the map would copy all of it to the stack.
    let isUsual = sections.insertionCount == 0 && 0..<sections.contentCount ~= path.section
    let section = isUsual ? path.section : try existingSection(path.section, row: path.row, operation)
    do throws(PlacementError) {
      try body(&rows[section].map)
    } catch {
      throw error.inSection(path.section)
    }
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
  /// Applies a change of the content, and returns the caller's numbers of the row insertions that are removed.
  ///
  /// Under ``UpdatePolicy/pinned`` all keep their feed positions. Under ``UpdatePolicy/anchored`` each insertion stays
  /// before the same row, and in the same section if that moves; those in deleted sections are removed. Inserted
  /// sections stay before the same section. In reloaded sections insertions keep their feed positions. Changes of rows
  /// in deleted, new or reloaded sections are ignored.
  ///
  /// - Complexity: O(sections + *c* (log *k* + *k* / 512)) for *c* changed rows and *k* insertions in their sections;
  ///   rows that are appended to a section count as one.
  /// - Throws: ``PlacementError`` for changes that contradict each other or do not produce the counts, under either
  ///   policy; the map is then unchanged.
  @discardableResult
  public mutating func apply(_ update: ContentUpdate, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    let origins = try update.batchOrigins(from: userCounts)
    if policy == .anchored { return try apply(update, origins) }
    try setUserCounts(update.userCounts)
    return []
  }

  /// Applies a change of the content whose origins have been computed, and therefore checked, by the caller.
  @_specialize(where Space == ListSpace)
  package mutating func apply<Space>(
    _ update: ContentUpdate, checkedAs origins: BatchOrigins<Space>, policy: UpdatePolicy
  ) throws(PlacementError) -> [Int] {
    if policy == .anchored { return try apply(update, origins) }
    guard origins.keepsSections else {
      try setUserCounts(update.userCounts)
      return []
    }
    var map = self
    for section in origins.reloadedSections.union(origins.changedSections) {
      guard let feed = feedSectionWithRows(forUser: section) else { continue }
      try map.rows[feed].map.setContentCount(update.userCounts[section])
    }
    self = map
    return []
  }

  /// Applies a validated update under ``UpdatePolicy/anchored``.
  mutating func apply<Space>(
    _ update: ContentUpdate, _ origins: BatchOrigins<Space>
  ) throws(PlacementError) -> [Int] {
    var map = self
    var dropped: [Int] = []
    if update.keepsSections {
      for section in origins.reloadedSections.union(origins.changedSections) {
        guard let feed = feedSectionWithRows(forUser: section) else { continue }
        try origins.apply(to: &map.rows[feed], section: section)
      }
    } else {
      dropped = try map.rearrange(update, origins)
    }
    self = map
    return dropped
  }

  /// Inserts, deletes and moves sections of a feed that has no others, and applies the changes of their rows.
  private mutating func rearrangeContent<Space>(
    _ update: ContentUpdate, _ origins: BatchOrigins<Space>
  ) throws(PlacementError) -> [Int] {
    // The sections before the first that moves stay in their pages.
    let unmoved = update.origins.enumerated().prefix { $0.offset == $0.element }.count
    var content = SectionTable(pagesOf: rows, upTo: unmoved)
    while content.count < update.origins.count {
      let section = content.count
      if let origin = update.origins[section] {
        let run = update.origins[section...].enumerated().prefix { $0.element == origin + $0.offset }.count
        content.append(origin..<origin + run, of: rows)
      } else {
        content.append(try SectionRows(contentCount: update.userCounts[section]))
      }
    }
    for section in origins.sectionsWithOtherRows { try origins.apply(to: &content[section], section: section) }
    let dropped = origins.deletedSections.flatMap { rows[$0].callerIndices }
    try sections.setContentCount(content.count)
    rows = content
    assert(checkInvariants())
    return dropped
  }

  /// Inserts, deletes and moves sections with their insertions, and applies the changes of their rows.
  private mutating func rearrange<Space>(
    _ update: ContentUpdate, _ origins: BatchOrigins<Space>
  ) throws(PlacementError) -> [Int] {
    if sections.insertionCount == 0, waiting.isEmpty { return try rearrangeContent(update, origins) }
    let (former, inserted) = removeSectionRows()
    var content: ContiguousArray<SectionRows> = []
    content.reserveCapacity(update.origins.count)
    for (section, origin) in update.origins.enumerated() {
      if let origin {
        content.append(former[origin])
      } else {
        content.append(try SectionRows(contentCount: update.userCounts[section]))
      }
    }
    for section in origins.sectionsWithOtherRows { try origins.apply(to: &content[section], section: section) }
    for section in update.leavingSections.sorted(by: >) { try sections.deleteRow(at: section, policy: .anchored) }
    for section in update.comingSections.sorted() { try sections.insertRow(at: section, policy: .anchored) }
    try arrange(userSections: content, insertedSections: inserted)
    return origins.deletedSections.flatMap { former[$0].callerIndices }
  }
}

extension ContentUpdate {
  /// Whether no section is inserted, deleted or moved.
  fileprivate var keepsSections: Bool { leavingSections.isEmpty && comingSections.isEmpty }
}

extension BatchOrigins {
  /// Applies the changes of rows to a section that existed before the update; `section` is its index afterwards.
  fileprivate func apply(to rows: inout SectionRows, section: Int) throws(PlacementError) {
    if isNew(section) { return try rows.map.setContentCount(after[section]) }
    if let shift = shift(ofSection: section) { try rows.map.apply(shift) }
  }
}

extension InsertionMap {
  /// Inserts one content row, so that it has this path.
  /// - Complexity: O(insertions of the section / 256), with a small factor.
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)``, ``PlacementError/rowOutOfRange(_:section:count:operation:)``, or
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
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)`` or ``PlacementError/rowOutOfRange(_:section:count:operation:)``; the map
  ///   is then as it was.
  @inline(__always)
  public mutating func deleteRow(at path: UserPath, policy: UpdatePolicy) throws(PlacementError) {
    let section = try existingSection(path.section, row: path.row, .delete)
    do throws(PlacementError) {
      try rows[section].map.deleteRow(at: path.row, policy: policy)
    } catch { throw error.inSection(path.section) }
  }

  /// Appends content rows to a user section; waiting insertions may appear.
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)`` or ``PlacementError/invalidCount(_:)``.
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
    _ section: Int, row: Int?, _ operation: PlacementError.Operation
  ) throws(PlacementError) -> Int {
    guard let section = feedSectionWithRows(forUser: section) else {
      throw .sectionOutOfRange(section, row: row, count: userSectionCount, operation: operation)
    }
    return section
  }
}

extension InsertionMap {
  /// Inserts one content section with its rows.
  ///
  /// Under ``UpdatePolicy/anchored`` row insertions stay with their section, and inserted sections with the section
  /// that they stand before; under ``UpdatePolicy/pinned`` all keep their feed paths.
  /// - Complexity: O(sections).
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)`` or ``PlacementError/invalidCount(_:)``.
  public mutating func insertSection(at section: Int, rowCount: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0...userSectionCount ~= section else {
      throw .sectionOutOfRange(section, count: userSectionCount + 1, operation: .insert)
    }
    if policy == .pinned {
      var counts = userCounts
      counts.insert(rowCount, at: section)
      return try setUserCounts(counts)
    }
    var map = self
    var (content, inserted) = map.takeApart()
    content.insert(try SectionRows(contentCount: rowCount), at: section)
    try map.sections.insertRow(at: section, policy: .anchored)
    try map.arrange(userSections: content, insertedSections: inserted)
    self = map
  }

  /// Deletes one content section, and answers the caller's numbers of the row insertions dropped with it.
  ///
  /// Under ``UpdatePolicy/pinned`` none is dropped: all keep their feed paths.
  /// - Complexity: O(sections).
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)``.
  @discardableResult
  public mutating func deleteSection(at section: Int, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    guard 0..<userSectionCount ~= section else {
      throw .sectionOutOfRange(section, count: userSectionCount, operation: .delete)
    }
    if policy == .pinned {
      var counts = userCounts
      counts.remove(at: section)
      try setUserCounts(counts)
      return []
    }
    var map = self
    var (content, inserted) = map.takeApart()
    let dropped = Array(content.remove(at: section).callerIndices)
    try map.sections.deleteRow(at: section, policy: .anchored)
    try map.arrange(userSections: content, insertedSections: inserted)
    self = map
    return dropped
  }
}

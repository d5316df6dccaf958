extension InsertionMap {
  /// Adds a row insertion at a feed path: the rows from there on move on by one, and keep their neighbours.
  ///
  /// So a place is filled. Beyond the feed count of its section the insertion waits. The index is the caller's number
  /// for it, which no other insertion has.
  /// - Complexity: O(insertions of the section).
  /// - Throws: ``PlacementError/sectionOutOfRange(_:row:count:operation:)``, ``PlacementError/invalidRequest(_:)``, or
  ///   ``PlacementError/invalidCount(_:)``; the map is then as it was.
  public mutating func addInsertion(at path: FeedPath, index: Int) throws(PlacementError) {
    guard rows.indices.contains(path.section) else {
      throw .sectionOutOfRange(path.section, row: path.row, count: feedSectionCount, operation: .addInsertion)
    }
    guard 0...RowMap.limit ~= path.row, index >= 0 else { throw .invalidRequest(path) }
    var section = rows[path.section]
    var indices = section.callerIndices
    indices.insert(index, at: try section.map.addInsertion(atFeed: path.row))
    section.indices = CallerIndices(indices)
    rows[path.section] = section
    assert(checkInvariants())
  }

  /// Removes the visible row insertion at a feed path: the rows after it move back by one, and keep their neighbours.
  ///
  /// So a place is cleared.
  /// - Complexity: O(insertions of the section).
  /// - Returns: The caller's number of the insertion; nil when there is none at that path.
  @discardableResult
  public mutating func removeInsertion(at path: FeedPath) -> Int? {
    guard rows.indices.contains(path.section) else { return nil }
    var indices = rows[path.section].callerIndices
    guard let rank = rows[path.section].map.removeInsertion(atFeed: path.row) else { return nil }
    let index = indices.remove(at: rank)
    rows[path.section].indices = CallerIndices(indices)
    assert(checkInvariants())
    return index
  }
}

extension RowMap {
  /// Adds an insertion at a feed row: what stands there and after it moves on by one.
  ///
  /// Insertions that wait keep their feed position. Beyond the feed count the new one waits as well, on the next free
  /// position.
  /// - Complexity: O(insertions).
  /// - Returns: Which of the insertions, in feed order, it has become.
  /// - Throws: ``PlacementError/invalidInsertions``, ``PlacementError/invalidCount(_:)``.
  @discardableResult
  public mutating func addInsertion(atFeed row: Int) throws(PlacementError) -> Int {
    guard 0...RowMap.limit ~= row else { throw .invalidInsertions }
    var positions = Array(self.positions)
    var rank = positions.firstIndex { $0 >= row } ?? positions.count
    if row <= feedCount {
      for later in rank..<Swift.max(rank, reachedCount) { positions[later] += 1 }
      positions.insert(row, at: rank)
    } else {
      var free = row
      while rank < positions.count, positions[rank] == free { (rank, free) = (rank + 1, free + 1) }
      positions.insert(free, at: rank)
    }
    // One that was put at the end shows; with it so does what was held there.
    try rebuild(positions, holdsEnd: heldCount > 0 && row != feedCount)
    return rank
  }

  /// Removes the visible insertion at a feed row: what stands after it moves back by one.
  /// - Complexity: O(insertions).
  /// - Returns: Which of the insertions, in feed order, it was; nil when there is none at that row.
  @discardableResult
  public mutating func removeInsertion(atFeed row: Int) -> Int? {
    guard let rank = insertionRank(atFeed: row) else { return nil }
    var positions = Array(self.positions)
    positions.remove(at: rank)
    for later in rank..<reachedCount - 1 { positions[later] -= 1 }
    // Fewer insertions, each within the old bounds and in the old order, always make a map.
    guard (try? rebuild(positions, holdsEnd: heldCount > 0)) != nil else { return nil }
    return rank
  }

  private mutating func rebuild(_ positions: [Int], holdsEnd: Bool) throws(PlacementError) {
    self = try RowMap(contentCount: contentCount, insertions: positions)
    if holdsEnd { reach(holdingEnd: true) }
    assert(checkInvariants())
  }
}

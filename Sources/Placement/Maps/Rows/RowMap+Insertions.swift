/// Adding and removing insertions.
extension RowMap {
  /// Adds an insertion at a feed row; the rows from there on move down by one.
  ///
  /// Insertions that wait keep their feed position. Beyond the feed count the new one waits as well, at the next free
  /// position.
  /// - Complexity: O(insertions).
  /// - Returns: The rank of the new insertion in feed order.
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
    // An insertion that is added at the end is visible, and so are the hidden ones there.
    try rebuild(positions, holdsEnd: heldCount > 0 && row != feedCount)
    return rank
  }

  /// Removes the visible insertion at a feed row; the rows after it move up by one.
  /// - Complexity: O(insertions).
  /// - Returns: The rank that the insertion had in feed order; nil if there is none at that row.
  @discardableResult
  public mutating func removeInsertion(atFeed row: Int) -> Int? {
    guard let rank = insertionRank(atFeed: row) else { return nil }
    var positions = Array(self.positions)
    positions.remove(at: rank)
    for later in rank..<reachedCount - 1 { positions[later] -= 1 }
    // This cannot fail, since the remaining insertions are within the old bounds and in the old order.
    guard (try? rebuild(positions, holdsEnd: heldCount > 0)) != nil else { return nil }
    return rank
  }

  private mutating func rebuild(_ positions: [Int], holdsEnd: Bool) throws(PlacementError) {
    self = try RowMap(contentCount: contentCount, insertions: positions)
    if holdsEnd { reach(holdingEnd: true) }
    assert(checkInvariants())
  }

  /// Removes some insertions and adds others; the rest stay before their content rows.
  ///
  /// The result is the map made of all insertions that there are then. Both lists ascend by rank; removed insertions are
  /// numbered as before the change, and added ones as after it, each with the content row that it precedes.
  /// - Complexity: O(insertions below the first change).
  mutating func change(
    removing removed: [Int], adding added: [(rank: Int, content: Int)], holdingEnd: Bool
  ) {
    let first = min(removed.first ?? insertionCount, added.first?.rank ?? insertionCount)
    var contents = (first..<insertionCount).map { positions[$0] - $0 }
    contents.change(removing: removed, adding: added.map { ($0.rank, $0.content) }, from: first)
    positions.removeAll(from: first)
    let isAscending = positions.append(contents.enumerated().map { first + $0 + $1 })
    precondition(isAscending, "the insertions \(added) do not fit in with the others")
    reach(holdingEnd: holdingEnd)
    assert(isLarge || checkInvariants())
  }
}

extension Array {
  /// Removes the elements with some ranks, and adds others at their ranks after the change; both lists ascend.
  ///
  /// `first` is the rank of the array's first element, and no rank is less.
  mutating func change(removing removed: [Int], adding added: [(rank: Int, element: Element)], from first: Int = 0) {
    var (removed, added) = (removed[...], added[...])
    var changed: [Element] = []
    changed.reserveCapacity(count + added.count)
    for (index, element) in enumerated() {
      if removed.first == first + index {
        removed.removeFirst()
        continue
      }
      while let next = added.first, next.rank == first + changed.count {
        changed.append(next.element)
        added.removeFirst()
      }
      changed.append(element)
    }
    self = changed + added.map(\.element)
  }
}

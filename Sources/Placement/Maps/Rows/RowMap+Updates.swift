internal import BatchUpdates

extension RowMap {
  /// Inserts one content row at a user row.
  ///
  /// Anchored insertions before the row that was here move on with it; at the content count the row is appended.
  /// - Complexity: O(insertions / 512), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``, ``PlacementError/invalidCount(_:)``.
  public mutating func insertRow(at row: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0...contentCount ~= row else {
      throw .update(.rowOutOfRange(row, section: nil, count: contentCount + 1, operation: .insert))
    }
    guard contentCount < RowMap.limit - insertionCount else { throw .invalidCount(contentCount + 1) }
    if policy == .pinned || row == contentCount { return changeCount(to: contentCount + 1) }
    _ = moveReached(afterContent: row - 1, by: 1)
    let hadHeld = heldCount > 0
    contentCount += 1
    if reachedCount < insertionCount || hadHeld { reach(holdingEnd: hadHeld) }
    assert(isLarge || checkInvariants())
  }

  /// Deletes one content row.
  ///
  /// Insertions anchored to it are anchored to the next row, or wait if there is none.
  /// - Complexity: O(insertions / 512), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``.
  public mutating func deleteRow(at row: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0..<contentCount ~= row else {
      throw .update(.rowOutOfRange(row, section: nil, count: contentCount, operation: .delete))
    }
    if policy == .pinned { return changeCount(to: contentCount - 1) }
    let isAnyFollowing = moveReached(afterContent: row, by: -1)
    contentCount -= 1
    // Insertions that the caller put at the very end stay visible there, and so do those that are now right before
    // them.
    if row == contentCount, !isAnyFollowing || heldCount > 0 {
      heldCount = insertionsAtEnd
    }
    assert(isLarge || checkInvariants())
  }

  /// Appends content rows after every visible insertion; waiting insertions may become visible.
  /// - Throws: ``PlacementError/invalidCount(_:)`` if the count is negative or the section becomes too large.
  public mutating func appendRows(_ count: Int) throws(PlacementError) {
    guard 0...RowMap.limit - insertionCount - contentCount ~= count else { throw .invalidCount(count) }
    changeCount(to: contentCount + count)
  }

  /// Replaces the content count, as after a reload; insertions keep their feed positions.
  /// - Throws: ``PlacementError/invalidCount(_:)`` if the count is negative or too large.
  public mutating func setContentCount(_ count: Int) throws(PlacementError) {
    guard 0...RowMap.limit - insertionCount ~= count else { throw .invalidCount(count) }
    changeCount(to: count)
  }
}

// MARK: - Several rows

extension RowMap {
  /// Deletes and inserts content rows, with anchored insertions.
  ///
  /// The result is that of ``deleteRow(at:policy:)`` for each row that leaves, from the last on, and then of
  /// ``insertRow(at:policy:)`` for each row that comes, from the first on.
  /// - Complexity: That of a single insertion or deletion for each row, but rows that are appended count as one.
  /// - Throws: ``PlacementError/update(_:)``, ``PlacementError/invalidCount(_:)``; the map is then partly changed.
  mutating func apply(_ rows: PositionShift) throws(PlacementError) {
    for row in rows.leaving.reversed() { try deleteRow(at: row, policy: .anchored) }
    for (index, row) in rows.coming.enumerated() {
      let rest = rows.coming.count - index
      if row == contentCount, rows.coming.last == row + rest - 1 { return try appendRows(rest) }
      try insertRow(at: row, policy: .anchored)
    }
  }
}

// MARK: - Moving

extension RowMap {
  private mutating func changeCount(to count: Int) {
    if count == contentCount { return }
    contentCount = count
    reach(holdingEnd: false)
    assert(isLarge || checkInvariants())
  }

  /// Recomputes how many insertions the content reaches, and hides those at its end if `holdingEnd` is true.
  mutating func reach(holdingEnd: Bool) {
    reachedCount = positions.count(upToContent: contentCount)
    heldCount = holdingEnd ? insertionsAtEnd : 0
  }

  /// Moves the reached insertions that more than `row` content rows precede, which keeps their order.
  ///
  /// Returns whether there are any.
  private mutating func moveReached(afterContent row: Int, by difference: Int) -> Bool {
    let first = positions.count(upToContent: row)
    guard first < reachedCount else { return false }
    positions.move(from: first, by: difference)
    positions.move(from: reachedCount, by: -difference)
    return true
  }
}

extension RowMap {
  /// Inserts one content row at a user row.
  ///
  /// Anchored insertions before the row that was here move on with it; at the content count the row is appended.
  /// - Complexity: O(insertions / 256), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``, ``PlacementError/invalidCount(_:)``.
  public mutating func insertRow(at row: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0...contentCount ~= row else {
      throw .update(.rowOutOfRange(row, section: nil, count: contentCount + 1, operation: .insert))
    }
    guard contentCount < RowMap.limit - insertionCount else { throw .invalidCount(contentCount + 1) }
    if policy == .pinned || row == contentCount { return changeCount(to: contentCount + 1) }
    shift(afterContent: row - 1, by: 1)
    let hadHeld = heldCount > 0
    contentCount += 1
    if reachedCount < insertionCount || hadHeld { reach(holdingEnd: hadHeld) }
    assert(isLarge || checkInvariants())
  }

  /// Deletes one content row.
  ///
  /// Insertions anchored to it are anchored to the next row, or wait if there is none.
  /// - Complexity: O(insertions / 256), with a small factor.
  /// - Throws: ``PlacementError/update(_:)``.
  public mutating func deleteRow(at row: Int, policy: UpdatePolicy) throws(PlacementError) {
    guard 0..<contentCount ~= row else {
      throw .update(.rowOutOfRange(row, section: nil, count: contentCount, operation: .delete))
    }
    if policy == .pinned { return changeCount(to: contentCount - 1) }
    let isAnyFollowing = shift(afterContent: row, by: -1)
    contentCount -= 1
    // Insertions that the caller put at the very end stay visible there, and so do those that are now right before
    // them.
    if row == contentCount, !isAnyFollowing || heldCount > 0 {
      heldCount = reachedCount - rank(notAboveContent: contentCount - 1)
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

extension RowMap {
  mutating func changeCount(to count: Int) {
    if count == contentCount { return }
    contentCount = count
    directory.noteGrowth(rows: contentCount &+ insertionCount)
    reach(holdingEnd: false)
    assert(isLarge || checkInvariants())
  }

  /// Recomputes how many insertions the content reaches, and hides those at its end if `holdingEnd` is true.
  mutating func reach(holdingEnd: Bool) {
    reachedCount = rank(notAboveContent: contentCount)
    heldCount = holdingEnd ? reachedCount - rank(notAboveContent: contentCount - 1) : 0
  }

  /// Moves the reached insertions that more than `row` content rows precede by `difference`, which keeps their order.
  ///
  /// Returns whether there are any.
  @inline(__always)
  @discardableResult
  private mutating func shift(afterContent row: Int, by difference: Int32) -> Bool {
    if insertionCount == 0 { return false }
    // What follows depends on the chunk, and on the slot in it only for that chunk: so a processor need not wait for
    // the slot, which depends on what the update before wrote.
    let (chunk, slot) = firstInsertion(afterContent: row)
    if chunk &<< 8 &+ slot >= reachedCount { return false }
    var end = directory.bases.count
    if reachedCount < insertionCount {
      end = (reachedCount &+ 255) &>> 8
      // The chunk in which the moved insertions end is moved as a whole, and the rest of it is moved back.
      if reachedCount & 255 != 0 {
        shift(chunk: end &- 1, fromSlot: reachedCount & 255, by: 0 &- difference)
      }
    }
    // For a chunk that moves as a whole only the base changes.
    if chunk &+ 1 < end { directory.shiftBases(chunk &+ 1..<end, by: difference) }
    if slot < RowChunk.capacity { shift(chunk: chunk, fromSlot: slot, by: difference) }
    directory.noteUpdate(rows: contentCount &+ insertionCount)
    return true
  }

  /// Returns the chunk and the slot of the first insertion that more than `row` content rows precede; the slot may be
  /// that after the last of the chunk.
  @inline(__always)
  func firstInsertion(afterContent row: Int) -> (chunk: Int, slot: Int) {
    if row < 0 { return (0, 0) }
    let chunk = directory.chunk(atUser: Int32(truncatingIfNeeded: row))
    return (chunk, rank(notAboveContent: row, inChunk: chunk))
  }

  /// Moves the insertions from a slot of a chunk on, in the first of `chunkCount` chunks that are about to be changed.
  @inline(__always)
  mutating func shift(chunk: Int, fromSlot slot: Int, by difference: Int32, of chunkCount: Int = 1) {
    let count = min(RowChunk.capacity, insertionCount &- chunk &<< 8)
    chunks.change(chunk, of: chunkCount) { $0.shift(fromSlot: slot, count: count, by: difference) }
  }
}

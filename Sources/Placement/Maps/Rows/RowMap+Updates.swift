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
    shift(scannedRank(notAboveContent: row - 1)..<reachedCount, by: 1)
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
    let following = scannedRank(notAboveContent: row)..<reachedCount
    shift(following, by: -1)
    contentCount -= 1
    // Insertions that the caller put at the very end stay visible there, and so do those that are now right before
    // them.
    if row == contentCount, following.isEmpty || heldCount > 0 {
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
  private mutating func changeCount(to count: Int) {
    if count == contentCount { return }
    contentCount = count
    reach(holdingEnd: false)
    assert(isLarge || checkInvariants())
  }

  /// Recomputes how many insertions the content reaches, and hides those at its end if `holdingEnd` is true.
  mutating func reach(holdingEnd: Bool) {
    reachedCount = rank(notAboveContent: contentCount)
    heldCount = holdingEnd ? reachedCount - rank(notAboveContent: contentCount - 1) : 0
  }

  /// Returns the same as ``rank(notAboveContent:)``, by a search that is faster for updates.
  @inline(__always)
  private func scannedRank(notAboveContent row: Int) -> Int {
    if insertionCount == 0 || row < 0 { return 0 }
    let row = Int32(truncatingIfNeeded: row)
    let chunk = directory.chunk(atUser: row)
    let first = chunk &<< 8
    let distance = row &- directory.bases[chunk] &+ Int32(truncatingIfNeeded: first)
    let count = min(RowPage.chunkCapacity, insertionCount &- first)
    return first &+ pages[chunk &>> 3].scannedRank(notAboveContent: distance, chunk: chunk, count: count)
  }

  /// Moves the insertions with some ranks by `difference`, which keeps their order.
  @inline(__always)
  private mutating func shift(_ ranks: Range<Int>, by difference: Int32) {
    if ranks.isEmpty { return }
    var chunk = ranks.lowerBound &>> 8
    // For a chunk that moves as a whole only the base changes, except for the first chunk, whose base is 0.
    if chunk == 0 || ranks.lowerBound & 255 != 0 {
      shift(chunk: chunk, fromSlot: ranks.lowerBound & 255, by: difference)
      chunk &+= 1
    }
    var end = directory.bases.count
    if ranks.upperBound < insertionCount {
      end = (ranks.upperBound &+ 255) &>> 8
      // The chunk in which the moved insertions end is moved as a whole, and the rest of it is moved back.
      if ranks.upperBound & 255 != 0 {
        shift(chunk: end &- 1, fromSlot: ranks.upperBound & 255, by: 0 &- difference)
      }
    }
    if chunk < end { directory.shiftBases(chunk..<end, by: difference) }
    directory.noteUpdate(rows: contentCount &+ insertionCount)
  }

  @inline(__always)
  private mutating func shift(chunk: Int, fromSlot slot: Int, by difference: Int32) {
    let count = min(RowPage.chunkCapacity, insertionCount &- chunk &<< 8)
    pages[chunk &>> 3].shift(chunk: chunk, fromSlot: slot, count: count, by: difference)
  }
}

internal import BatchUpdates

/// Applying many changes of content rows in one pass.
extension RowMap {
  /// Deletes and inserts content rows, with anchored insertions.
  ///
  /// The result is that of ``deleteRow(at:policy:)`` for each row that leaves, from the last on, and then of
  /// ``insertRow(at:policy:)`` for each row that comes, from the first on.
  /// - Complexity: O(*c* log *c* + insertions / 256) for *c* changes, unless insertions become hidden or visible.
  /// - Throws: ``PlacementError/update(_:)``, ``PlacementError/invalidCount(_:)``.
  mutating func apply(_ rows: PositionShift) throws(PlacementError) {
    let kept = contentCount - rows.leaving.count
    let appended = rows.coming.count - rows.coming.indices.partitioningIndex { rows.coming[$0] - $0 >= kept }
    let count = kept + rows.coming.count
    guard isSimple(rows, count: count, appended: appended) else { return try applyOneByOne(rows) }
    shift(RowMap.shifts(rows, appended: appended))
    contentCount = count - appended
    if appended > 0 { changeCount(to: count) }
    assert(isLarge || checkInvariants())
  }

  private mutating func applyOneByOne(_ rows: PositionShift) throws(PlacementError) {
    for row in rows.leaving.reversed() { try deleteRow(at: row, policy: .anchored) }
    for row in rows.coming { try insertRow(at: row, policy: .anchored) }
  }

  /// Returns whether there are several valid changes, and none but those that append rows hides or shows insertions.
  private func isSimple(_ rows: PositionShift, count: Int, appended: Int) -> Bool {
    guard rows.leaving.count + rows.coming.count > 1, heldCount == 0, count <= RowMap.limit - insertionCount else {
      return false
    }
    // Without the last row, the insertions before it would be hidden.
    guard rows.leaving.first ?? 0 >= 0, rows.leaving.last ?? -1 < contentCount - 1, rows.coming.first ?? 0 >= 0,
      rows.coming.last ?? -1 < count
    else { return false }
    return reachedCount == insertionCount
      || rank(notAboveContent: max(contentCount, count - appended)) == reachedCount
  }
}

// MARK: - Shifts

extension RowMap {
  /// A shift of the insertions that more than `row` content rows precede.
  private struct Shift {
    var row: Int
    var difference: Int32
  }

  /// Returns the shifts that changes cause, ascending by row, which is a row before the changes.
  private static func shifts(_ rows: PositionShift, appended: Int) -> [Shift] {
    var shifts: [Shift] = []
    shifts.reserveCapacity(rows.leaving.count + rows.coming.count)
    var left = 0
    for (index, row) in rows.coming.dropLast(appended).enumerated() {
      // The last of the rows that stay before the inserted one; -1 if there is none.
      let previous = row - index - 1
      while left < rows.leaving.count, rows.leaving[left] - left <= previous {
        shifts.append(Shift(row: rows.leaving[left], difference: -1))
        left += 1
      }
      if let last = shifts.last, last.row == previous + left, last.difference > 0 {
        shifts[shifts.count - 1].difference += 1
      } else {
        shifts.append(Shift(row: previous + left, difference: 1))
      }
    }
    for row in rows.leaving[left...] { shifts.append(Shift(row: row, difference: -1)) }
    return shifts
  }

  /// Moves reached insertions by shifts that ascend by row, of which each concerns the rows before all shifts.
  private mutating func shift(_ shifts: [Shift]) {
    if insertionCount == 0 { return }
    var following: [ChunkShift] = []
    following.reserveCapacity(shifts.count + 1)
    var total: Int32 = 0
    // From the last on, so that each is found by the positions that were before all of them.
    for (index, one) in shifts.enumerated().reversed() {
      let (chunk, slot) = firstInsertion(afterContent: one.row)
      if chunk &<< 8 &+ slot >= reachedCount { continue }
      total &+= one.difference
      if slot < RowChunk.capacity { shift(chunk: chunk, fromSlot: slot, by: one.difference, of: index + 1) }
      following.append(ChunkShift(chunk: chunk, difference: one.difference))
    }
    following.reverse()
    if total != 0, reachedCount < insertionCount {
      let (chunk, slot) = (reachedCount &>> 8, reachedCount & 255)
      if slot > 0 { shift(chunk: chunk, fromSlot: slot, by: 0 &- total) }
      following.append(ChunkShift(chunk: slot > 0 ? chunk : chunk - 1, difference: 0 &- total))
    }
    directory.shiftBases(by: following, rows: contentCount &+ insertionCount)
  }
}

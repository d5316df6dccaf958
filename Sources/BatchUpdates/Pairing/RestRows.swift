/// The rows of two lists that no walk has paired, ascending in each list; empty if one list has no such rows.
@usableFromInline
struct RestRows: Sendable {
  @usableFromInline var old: [Int32]
  @usableFromInline var new: [Int32]

  /// Collects the rows without a pair, whose numbers are known.
  @usableFromInline
  init(of pairing: RowPairing, counts: RowCounts) {
    let isEmpty = counts.old == 0 || counts.new == 0
    old = isEmpty ? [] : RowPairing.unpaired(pairing.newRows, count: counts.old)
    new = isEmpty ? [] : RowPairing.unpaired(pairing.oldRows, count: counts.new)
  }

  /// Whether no more rows can be paired.
  @inlinable var isExhausted: Bool { old.isEmpty || new.isEmpty }

  /// Returns the paired new rows here, ascending, if it is certain that no fewer moves are possible than moving them;
  /// nil if the moves must be searched for.
  ///
  /// The rows that the walks have paired ascend in both lists. A row here crosses those of them that precede it in one
  /// list and follow it in the other: if it is kept, they must be moved. So keeping `k` rows from here saves no move if
  /// one of them crosses `k` or more. It can save moves only if, for some `k`, there are `k` rows here that each cross
  /// fewer than `k`.
  ///
  /// - Complexity: O(old + new).
  /// - Precondition: All other pairs of the pairing come from walks of the two whole lists.
  func fewestMoves(of pairing: RowPairing) -> [Int32]? {
    if isExhausted { return [] }
    let moveCount = new.count - RowPairing.unpairedCount(pairing.oldRows)
    if moveCount == 0 { return [] }
    // With fewer walked rows than rows to move, as in a shuffled list, each of these crosses fewer than there are.
    if pairing.oldRows.count - new.count < moveCount { return nil }
    // For each number, how many rows here cross so many rows.
    var counts = [Int](repeating: 0, count: moveCount)
    let starts = oldStarts(rowCount: pairing.newRows.count)
    for (number, row) in new.enumerated() where pairing.oldRows[Int(row)] >= 0 {
      let origin = pairing.oldRows[Int(row)]
      let block = Int(origin) / RestRows.blockSize
      let oldNumber = old[starts[block]..<starts[block + 1]].partitioningIndex { $0 >= origin }
      // The difference between the numbers of walked rows that precede it in each list.
      let crossed = abs((Int(row) - number) - (Int(origin) - oldNumber))
      if crossed < counts.count { counts[crossed] += 1 }
    }
    var total = 0
    for crossed in counts.indices {
      total += counts[crossed]
      if total > crossed { return nil }
    }
    return new.filter { pairing.oldRows[Int($0)] >= 0 }
  }

  private static var blockSize: Int { 64 }

  /// Returns for each block of old rows how many rows here precede it, to search only the block for a row's number.
  private func oldStarts(rowCount: Int) -> [Int] {
    var starts = [Int](repeating: 0, count: rowCount / RestRows.blockSize + 2)
    for row in old { starts[Int(row) / RestRows.blockSize + 1] += 1 }
    for block in starts.indices.dropFirst() { starts[block] += starts[block - 1] }
    return starts
  }
}

/// Pairing, through a table of hashes, the rows that no walk has met.
extension RowPairing {
  /// Pairs what is left, the first of an identifier with the first.
  @inlinable
  mutating func pairRest<ID: Hashable>(_ old: Span<ID>, _ new: Span<ID>, left: RowCounts) {
    if left.old == 0 || left.new == 0 { return }
    var table = RowTable(capacity: left.old)
    edit { newRows, oldRows in
      for row in stride(from: old.count - 1, through: 0, by: -1) where newRows[row] < 0 { table.insert(row, in: old) }
      RowPairing.pairRest(old, new, &table, &newRows, &oldRows)
    }
  }

  @inlinable
  @inline(__always)
  static func pairRest<ID: Hashable>(
    _ old: Span<ID>, _ new: Span<ID>, _ table: inout RowTable, _ newRows: inout MutableSpan<Int32>,
    _ oldRows: inout MutableSpan<Int32>
  ) {
    // Rows that were moved together stand together: the one behind the last that was found is asked first.
    var expected = old.count
    for row in 0..<new.count where oldRows[row] < 0 {
      var found = -1
      if expected < old.count, newRows[expected] < 0, old[expected] == new[row] {
        found = expected
      } else {
        found = table.firstRow(of: new[row], in: old, untakenIn: newRows)
        if found < 0 { continue }
      }
      newRows[found] = Int32(truncatingIfNeeded: row)
      oldRows[row] = Int32(truncatingIfNeeded: found)
      expected = found &+ 1
    }
  }
}

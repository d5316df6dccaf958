/// Pairing, through a table of hashes, the rows that no walk has met.
extension RowPairing {
  /// Pairs what is left, the first of an identifier with the first.
  @inlinable
  mutating func pairRest<ID: Hashable>(_ old: Span<ID>, _ new: Span<ID>, left: RowCounts) {
    if left.old == 0 || left.new == 0 { return }
    var table = RowTable(capacity: left.old)
    edit { newRows, oldRows in
      RowPairing.enter(old, newRows, in: &table)
      RowPairing.pairRest(old, new, &table, &newRows, &oldRows)
    }
  }

  /// Takes the old rows that are left into the table, the last first.
  @inlinable
  @inline(__always)
  static func enter<ID: Hashable>(
    _ old: Span<ID>, _ newRows: borrowing MutableSpan<Int32>, in table: inout RowTable
  ) {
    var hashed = HashedRows()
    var row = old.count
    while row > 0 {
      hashed.count = 0
      while row > 0, hashed.count < HashedRows.capacity {
        row &-= 1
        if newRows[row] < 0 { hashed.append(row, hash: RowTable.hash(old[row])) }
      }
      for index in 0..<hashed.count { table.insert(hashed.rows[index], hash: hashed.hashes[index], in: old) }
    }
  }

  @inlinable
  @inline(__always)
  static func pairRest<ID: Hashable>(
    _ old: Span<ID>, _ new: Span<ID>, _ table: inout RowTable, _ newRows: inout MutableSpan<Int32>,
    _ oldRows: inout MutableSpan<Int32>
  ) {
    var hashed = HashedRows()
    // Rows that were moved together stand together: the one behind the last that was found is asked first. That needs no hash,
    // so that more are made ahead only while none turns up.
    var expected = old.count
    var ahead = 1
    var row = 0
    while row < new.count {
      if oldRows[row] >= 0 {
        row &+= 1
      } else if isFree(expected, newRows), old[expected] == new[row] {
        pair(expected, row, &newRows, &oldRows)
        expected &+= 1
        row &+= 1
        ahead = 1
      } else {
        hashed.fill(from: new, &row, upTo: ahead, where: oldRows)
        ahead = min(HashedRows.capacity, ahead &* 2)
        for index in 0..<hashed.count {
          let row = hashed.rows[index]
          var found = expected
          if isFree(expected, newRows), old[expected] == new[row] {
            ahead = 1
          } else {
            found = table.firstRow(of: new[row], hash: hashed.hashes[index], in: old, untakenIn: newRows)
            if found < 0 { continue }
          }
          pair(found, row, &newRows, &oldRows)
          expected = found &+ 1
        }
      }
    }
  }

  @inlinable
  @inline(__always)
  static func isFree(_ row: Int, _ newRows: borrowing MutableSpan<Int32>) -> Bool {
    row < newRows.count && newRows[row] < 0
  }

  @inlinable
  @inline(__always)
  static func pair(
    _ old: Int, _ new: Int, _ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>
  ) {
    newRows[old] = Int32(truncatingIfNeeded: new)
    oldRows[new] = Int32(truncatingIfNeeded: old)
  }
}

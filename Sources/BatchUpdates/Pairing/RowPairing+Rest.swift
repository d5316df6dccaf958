/// Pairing the rows that no walk has paired, with a hash table.
extension RowPairing {
  /// Pairs the rows that are left; rows with one identifier are paired in their order.
  @inlinable
  mutating func pair<ID: Hashable>(_ rest: RestRows, of old: Span<ID>, _ new: Span<ID>) {
    if rest.isExhausted { return }
    var rest = rest
    // The hash of bytes is the fast one; the standard hash finds what it cannot find.
    if let hash = BytesHash<ID>() {
      let isComplete = pairRest(old, new, rest.old, rest.new, by: hash)
      if isComplete && BytesHash<ID>.isExact { return }
      rest.old.removeAll { newRows[Int($0)] >= 0 }
      rest.new.removeAll { oldRows[Int($0)] >= 0 }
      if rest.isExhausted { return }
    }
    _ = pairRest(old, new, rest.old, rest.new, by: StandardHash())
  }

  /// Pairs those of the rows that are left whose identifiers have equal hashes; returns false if too many hashes
  /// collide.
  @inlinable
  mutating func pairRest<Hash: RowHash>(
    _ old: Span<Hash.ID>, _ new: Span<Hash.ID>, _ oldRest: [Int32], _ newRest: [Int32], by hash: Hash
  ) -> Bool {
    var table = RowTable(capacity: oldRest.count, maxDistance: hash.maxDistance)
    if !table.insert(oldRest.span, of: old, by: hash) { return false }
    edit { RowPairing.pair(newRest.span, old, new, &table, hash, &$0, &$1) }
    return true
  }

  @inlinable
  @inline(__always)
  static func pair<Hash: RowHash>(
    _ rest: Span<Int32>, _ old: Span<Hash.ID>, _ new: Span<Hash.ID>, _ table: inout RowTable, _ hash: Hash,
    _ newRows: inout MutableSpan<Int32>, _ oldRows: inout MutableSpan<Int32>
  ) {
    var hashes = RowHashes()
    // Rows that moved together are still adjacent, so the old row after the last match is tried first. That needs no
    // hash; hashes of more rows are computed ahead only while there is no such match.
    var expected = old.count
    var ahead = 1
    var next = 0
    while next < rest.count {
      let row = Int(rest[next])
      if isFree(expected, newRows), old[expected] == new[row] {
        pair(expected, row, &newRows, &oldRows)
        expected &+= 1
        next &+= 1
        ahead = 1
        continue
      }
      let end = min(next &+ ahead, rest.count)
      hashes.fill(rest, next..<end, of: new, by: hash)
      ahead = min(RowHashes.capacity, ahead &* 2)
      for index in next..<end {
        let row = Int(rest[index])
        var found = expected
        if isFree(expected, newRows), old[expected] == new[row] {
          ahead = 1
        } else {
          found = table.firstRow(of: new[row], hash: hashes[index &- next], in: old, untakenIn: newRows)
          if found < 0 { continue }
        }
        pair(found, row, &newRows, &oldRows)
        expected = found &+ 1
      }
      next = end
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

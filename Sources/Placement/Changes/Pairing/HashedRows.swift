/// A few rows with the hashes of their identifiers, which are made before the rows are looked for.
///
/// Looking for one row waits for memory three times: for its slot, for the identifier that it names, for the pair that is
/// written. When the hashes of several are known, these waits overlap.
@usableFromInline
struct HashedRows {
  /// How many rows are hashed ahead at most.
  @inlinable static var capacity: Int { 32 }

  @usableFromInline var rows = [Int](repeating: 0, count: HashedRows.capacity)
  @usableFromInline var hashes = [UInt64](repeating: 0, count: HashedRows.capacity)
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  mutating func append(_ row: Int, hash: UInt64) {
    rows[count] = row
    hashes[count] = hash
    count &+= 1
  }

  /// Takes unpaired rows of a list instead, from a row on, which goes on to the one after the last.
  @inlinable
  @inline(__always)
  mutating func fill<ID: Hashable>(
    from list: Span<ID>, _ row: inout Int, upTo limit: Int, where pairs: borrowing MutableSpan<Int32>
  ) {
    count = 0
    while row < list.count, count < limit {
      if pairs[row] < 0 { append(row, hash: RowTable.hash(list[row])) }
      row &+= 1
    }
  }
}

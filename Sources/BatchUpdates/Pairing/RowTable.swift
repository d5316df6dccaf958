/// Rows by the hash of their identifiers: open addressing, 32 bits of the hash and the row in each slot.
///
/// The identifiers themselves stay in their list; what a slot says must be compared with them. Rows of one identifier
/// share a slot, which holds the first of them.
@usableFromInline
struct RowTable {
  /// The hash's low bits above, the row plus one below; 0 where nothing is.
  @usableFromInline var slots: [UInt64]
  /// For each row the next one with its identifier, or -1; empty while no identifier stands twice.
  @usableFromInline var followers: [Int32] = []
  /// By how much a mixed hash is shifted to be a slot.
  @usableFromInline let shift: UInt64

  /// A table with room for so many rows.
  @inlinable
  init(capacity: Int) {
    let bits = max(4, Int.bitWidth - (capacity + capacity / 4).leadingZeroBitCount)
    slots = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The slot of an identifier among the rows of a list: its own, or the empty one where it would go.
  @inlinable
  @inline(__always)
  func slot<ID: Hashable>(of id: ID, hash: UInt64, in rows: Span<ID>) -> Int {
    // Multiplying spreads what a weak hash has in its low bits only (Fibonacci hashing, Knuth 6.4).
    var slot = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if entry &>> 32 == hash & 0xFFFF_FFFF, rows[RowTable.row(entry)] == id { return slot }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// Takes in a row that stands before all with its identifier that are in.
  @inlinable
  @inline(__always)
  mutating func insert<ID: Hashable>(_ row: Int, hash: UInt64, in rows: Span<ID>) {
    let slot = slot(of: rows[row], hash: hash, in: rows)
    if slots[slot] != 0 { precede(row, slot, rowCount: rows.count) }
    slots[slot] = hash &<< 32 | UInt64(truncatingIfNeeded: row &+ 1)
  }

  /// The first row with an identifier that is not taken; -1 if there is none.
  @inlinable
  @inline(__always)
  mutating func firstRow<ID: Hashable>(
    of id: ID, hash: UInt64, in rows: Span<ID>, untakenIn taken: borrowing MutableSpan<Int32>
  ) -> Int {
    let slot = slot(of: id, hash: hash, in: rows)
    let entry = slots[slot]
    if entry == 0 { return -1 }
    var row = RowTable.row(entry)
    if taken[row] < 0 { return row }
    if followers.isEmpty { return -1 }
    while taken[row] >= 0, followers[row] >= 0 { row = Int(followers[row]) }
    // The slot goes on to it, so that no row is passed twice.
    slots[slot] = entry & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: row &+ 1)
    return taken[row] < 0 ? row : -1
  }

  @inlinable
  @inline(__always)
  static func hash<ID: Hashable>(_ id: ID) -> UInt64 { UInt64(truncatingIfNeeded: id.hashValue) }

  @inlinable
  @inline(__always)
  static func row(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }

  /// Puts the slot's row behind another one.
  @usableFromInline
  @inline(never)
  mutating func precede(_ row: Int, _ slot: Int, rowCount: Int) {
    if followers.isEmpty { followers = [Int32](repeating: -1, count: rowCount) }
    followers[row] = Int32(truncatingIfNeeded: RowTable.row(slots[slot]))
  }
}

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

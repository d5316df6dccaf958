/// A hash table of rows by identifier with open addressing; each slot holds the row and 32 bits of the hash.
///
/// The identifiers themselves stay in their list, and a slot's row must be compared with them. Rows with one identifier
/// share a slot, which holds the first of them.
@usableFromInline
struct RowTable {
  /// The low 32 bits of the hash in the upper half, the row plus one in the lower half; 0 for an empty slot.
  @usableFromInline var slots: [UInt64]
  /// For each row the next one with the same identifier, or -1; empty while no identifier is repeated.
  @usableFromInline var followers: [Int32] = []
  /// The number of bits by which a mixed hash is shifted right to get its slot.
  @usableFromInline let shift: UInt64
  /// The largest distance in slots between the slot that a hash selects and the slot that is used.
  @usableFromInline let maxDistance: Int

  /// Makes a table with room for `capacity` rows, at least half of whose slots stay empty.
  @inlinable
  init(capacity: Int, maxDistance: Int = .max) {
    let bits = max(4, Int.bitWidth - (2 * capacity).leadingZeroBitCount)
    slots = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
    self.maxDistance = maxDistance
  }

  /// Returns the slot of an identifier, or the empty slot where it would be inserted; -1 if there is none within
  /// ``maxDistance``.
  @inlinable
  @inline(__always)
  func slot<ID: Hashable>(of id: ID, hash: UInt64, in rows: Span<ID>) -> Int {
    let slots = slots.span
    // Multiplying spreads the low bits of a weak hash over all bits (Fibonacci hashing, Knuth 6.4).
    var slot = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    var distance = 0
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if entry &>> 32 == hash & 0xFFFF_FFFF, rows[RowTable.row(entry)] == id { return slot }
      distance &+= 1
      if distance > maxDistance { return -1 }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// Inserts ascending rows, the last one first; returns false if there is no slot for one within ``maxDistance``.
  @inlinable
  @inline(__always)
  mutating func insert<Hash: RowHash>(_ rows: Span<Int32>, of list: Span<Hash.ID>, by hash: Hash) -> Bool {
    var hashes = RowHashes()
    var end = rows.count
    while end > 0 {
      let start = max(0, end &- RowHashes.capacity)
      hashes.fill(rows, start..<end, of: list, by: hash)
      while end > start {
        end &-= 1
        if !insert(Int(rows[end]), hash: hashes[end &- start], in: list) { return false }
      }
    }
    return true
  }

  /// Inserts a row, which must precede all rows in the table with the same identifier; returns whether there is a slot.
  @inlinable
  @inline(__always)
  mutating func insert<ID: Hashable>(_ row: Int, hash: UInt64, in rows: Span<ID>) -> Bool {
    let slot = slot(of: rows[row], hash: hash, in: rows)
    if slot < 0 { return false }
    if slots[slot] != 0 { precede(row, slot, rowCount: rows.count) }
    slots[slot] = hash &<< 32 | UInt64(truncatingIfNeeded: row &+ 1)
    return true
  }

  /// Returns the first row with an identifier that is not taken; -1 if there is none.
  @inlinable
  @inline(__always)
  mutating func firstRow<ID: Hashable>(
    of id: ID, hash: UInt64, in rows: Span<ID>, untakenIn taken: borrowing MutableSpan<Int32>
  ) -> Int {
    let slot = slot(of: id, hash: hash, in: rows)
    if slot < 0 { return -1 }
    let entry = slots[slot]
    if entry == 0 { return -1 }
    var row = RowTable.row(entry)
    if taken[row] < 0 { return row }
    if followers.isEmpty { return -1 }
    while taken[row] >= 0, followers[row] >= 0 { row = Int(followers[row]) }
    // The slot now holds this row, so that no taken row is visited twice.
    slots[slot] = entry & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: row &+ 1)
    return taken[row] < 0 ? row : -1
  }

  @inlinable
  @inline(__always)
  static func row(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }

  /// Makes the slot's row the follower of another row.
  @usableFromInline
  @inline(never)
  mutating func precede(_ row: Int, _ slot: Int, rowCount: Int) {
    if followers.isEmpty { followers = [Int32](repeating: -1, count: rowCount) }
    followers[row] = Int32(truncatingIfNeeded: RowTable.row(slots[slot]))
  }
}

/// A buffer of the hashes of rows, computed before the rows are looked up.
///
/// Looking up one row waits for memory three times: for its slot, for the identifier of the slot's row, and for the
/// pair that is written. When the hashes of several rows are known, these waits overlap.
@usableFromInline
struct RowHashes {
  /// The largest number of rows that are hashed ahead.
  @inlinable static var capacity: Int { 32 }

  @usableFromInline var hashes = [UInt64](repeating: 0, count: RowHashes.capacity)

  @inlinable
  init() {}

  @inlinable subscript(index: Int) -> UInt64 {
    @inline(__always) get { hashes[index] }
  }

  /// Replaces the hashes with those of some of the rows.
  @inlinable
  @inline(__always)
  mutating func fill<Hash: RowHash>(
    _ rows: Span<Int32>, _ part: Range<Int>, of list: Span<Hash.ID>, by hash: Hash
  ) {
    for index in part { hashes[index &- part.lowerBound] = hash.hash(list[Int(rows[index])]) }
  }
}

public import Synchronization

/// A hash table from addresses to addresses, with lock-free reads and one writer at a time.
///
/// Entries are never removed. A full table is replaced by one of twice the size, which retains it, since readers may
/// still use it; retained tables take at most as much memory as the current one.
///
/// Invariants: `capacity` is a power of two, at most half of it is used, a key is never zero, and an entry's value is
/// stored before its key.
@safe @usableFromInline
final class PointerTable: @unchecked Sendable {
  @usableFromInline
  struct Entry: ~Copyable {
    @usableFromInline let key = Atomic<UInt>(0)
    @usableFromInline let value = Atomic<UInt>(0)
  }

  // Owned, allocated in `init` and freed in `deinit`; indices are in `0...mask`.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let mask: Int
  @usableFromInline let shift: UInt
  private let predecessor: PointerTable?
  private var count = 0

  init(replacing predecessor: PointerTable? = nil) {
    let capacity = predecessor.map { 2 * ($0.mask + 1) } ?? 8
    mask = capacity - 1
    shift = UInt(UInt.bitWidth - capacity.trailingZeroBitCount)
    unsafe entries = .allocate(capacity: capacity)
    for index in 0..<capacity { unsafe (entries + index).initialize(to: Entry()) }
    self.predecessor = predecessor
    guard let predecessor else { return }
    for index in 0...predecessor.mask {
      let entry = unsafe predecessor.entries + index
      let key = unsafe entry.pointee.key.load(ordering: .relaxed)
      if key != 0 { add(unsafe entry.pointee.value.load(ordering: .relaxed), for: key) }
    }
  }

  deinit {
    unsafe entries.deinitialize(count: mask + 1)
    unsafe entries.deallocate()
  }

  /// Returns the value of `key`, or zero if there is none; any thread may call this at any time.
  @inlinable
  func value(for key: UInt) -> UInt {
    var index = slot(of: key)
    while true {
      let entry = unsafe entries + index
      let found = unsafe entry.pointee.key.load(ordering: .acquiring)
      if found == key { return unsafe entry.pointee.value.load(ordering: .acquiring) }
      if found == 0 { return 0 }
      index = (index &+ 1) & mask
    }
  }

  /// Returns some value that satisfies the predicate, or zero if none does; any thread may call this at any time.
  ///
  /// - Complexity: O(`capacity`).
  func firstValue(where predicate: (UInt) -> Bool) -> UInt {
    for index in 0...mask where unsafe (entries + index).pointee.key.load(ordering: .acquiring) != 0 {
      let value = unsafe (entries + index).pointee.value.load(ordering: .acquiring)
      if predicate(value) { return value }
    }
    return 0
  }

  @inlinable
  func slot(of key: UInt) -> Int {
    // Fibonacci hashing: addresses differ in their middle bits, and the multiplication spreads them to the top bits.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Sets the value of `key`, and returns this table or a larger one, which the caller must publish.
  ///
  /// - Precondition: one writer at a time; `key` is not zero.
  func adding(_ value: UInt, for key: UInt) -> PointerTable {
    let table = 2 * (count + 1) > mask + 1 ? PointerTable(replacing: self) : self
    table.add(value, for: key)
    return table
  }

  private func add(_ value: UInt, for key: UInt) {
    var index = slot(of: key)
    while true {
      let entry = unsafe entries + index
      let found = unsafe entry.pointee.key.load(ordering: .relaxed)
      if found == 0 || found == key {
        unsafe entry.pointee.value.store(value, ordering: .releasing)
        unsafe entry.pointee.key.store(key, ordering: .releasing)
        return count += found == 0 ? 1 : 0
      }
      index = (index &+ 1) & mask
    }
  }
}

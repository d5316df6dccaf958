/// A function from identifiers to hashes, by which rows are found in a table.
@usableFromInline
protocol RowHash<ID> {
  associatedtype ID: Hashable

  /// The largest distance in slots between the slot that a hash selects in a table and the slot that is used.
  var maxDistance: Int { get }

  /// Returns the hash of an identifier; equal identifiers need not have equal hashes.
  func hash(_ id: ID) -> UInt64
}

/// The standard library's hash; equal identifiers have equal hashes.
@usableFromInline
struct StandardHash<ID: Hashable>: RowHash {
  /// There is no other hash to fall back on, so even identifiers that all have one hash are inserted.
  @inlinable var maxDistance: Int { Int.max }

  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  func hash(_ id: ID) -> UInt64 { UInt64(truncatingIfNeeded: id.hashValue) }
}

/// A hash of the bytes of identifiers that are at most 16 bytes long, several times as fast as the standard hash.
///
/// It is a sum of products with random factors. Two identifiers with different bytes have the same hash with a
/// probability of 2^-64, whoever chose them, as long as the factors are secret (Dietzfelbinger, Universal hashing and
/// k-wise independent random variables via integer arithmetic without primes, 1996).
///
/// Equal identifiers may have different bytes, such as 0.0 and -0.0. So rows that are not found by this hash have to be
/// looked up by the standard one, unless ``isExact``.
@usableFromInline
struct BytesHash<ID: Hashable>: RowHash {
  @usableFromInline let factors: (low: UInt128, high: UInt128)
  @usableFromInline let summand: UInt128

  /// A table that is half empty has no such row of used slots, unless somebody who knows the factors makes one.
  @inlinable var maxDistance: Int { 128 }

  /// Makes a hash with the process's own random factors; returns nil if identifiers are too large.
  @inlinable
  init?() {
    if MemoryLayout<ID>.size > MemoryLayout<UInt128>.size { return nil }
    self.init(low: BytesHash.secret(0), high: BytesHash.secret(1), summand: BytesHash.secret(2))
  }

  @inlinable
  init(low: UInt128, high: UInt128, summand: UInt128) {
    factors = (low, high)
    self.summand = summand
  }

  /// Returns one of the numbers that the standard library's seed of hashes determines, which differs in each process.
  @inlinable
  static func secret(_ number: Int) -> UInt128 {
    let words = (high: (2 * number).hashValue, low: (2 * number + 1).hashValue)
    return UInt128(UInt(bitPattern: words.high)) << 64 | UInt128(UInt(bitPattern: words.low))
  }

  @inlinable
  @inline(__always)
  func hash(_ id: ID) -> UInt64 {
    let words = BytesHash.words(id)
    let sum = factors.low &* UInt128(words.low) &+ factors.high &* UInt128(words.high) &+ summand
    let hash = UInt64(truncatingIfNeeded: sum &>> 64)
    // Folding changes no probability, and spreads numbers that are in arithmetic progression.
    return hash ^ hash &>> 32
  }

  /// Returns the bytes of an identifier as two numbers.
  @inlinable
  @inline(__always)
  static func words(_ id: ID) -> (low: UInt64, high: UInt64) {
    var words = SIMD2<UInt64>(0, 0)
    // Any value can be read as bytes. Bytes between its fields may differ in equal values; then so does the hash.
    unsafe withUnsafeBytes(of: id) { bytes in
      unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
    }
    return (words.x, words.y)
  }

  /// Whether equal identifiers have equal bytes, and so equal hashes.
  @inlinable static var isExact: Bool {
    ID.self == Int.self || ID.self == UInt.self || ID.self == Int64.self || ID.self == UInt64.self
      || ID.self == Int32.self || ID.self == UInt32.self
  }
}

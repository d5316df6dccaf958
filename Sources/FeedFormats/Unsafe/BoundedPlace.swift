/// A place in an array of bytes; every read is checked against the end of the text, after which there are zeros.
@safe
struct BoundedPlace: TextPlace, @unchecked Sendable {
  private let pointer: UnsafeRawPointer
  private let end: UnsafeRawPointer

  @inline(__always)
  init(_ pointer: UnsafeRawPointer, end: UnsafeRawPointer) {
    unsafe self.pointer = unsafe pointer
    unsafe self.end = unsafe end
  }

  @inline(__always) static var readsLines: Bool { true }

  @inline(__always) var isEnd: Bool { unsafe pointer >= end }

  @inline(__always) var byte: UInt8 { isEnd ? 0 : unsafe pointer.load(as: UInt8.self) }

  @inline(__always) var word32: UInt32 {
    left < 4 ? UInt32(truncatingIfNeeded: rest) : UInt32(littleEndian: unsafe pointer.loadUnaligned(as: UInt32.self))
  }

  @inline(__always) var word64: UInt64 {
    left < 8 ? rest : UInt64(littleEndian: unsafe pointer.loadUnaligned(as: UInt64.self))
  }

  @inline(__always) var vector: SIMD16<UInt8> {
    left < 16 ? shortVector : unsafe pointer.loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// The number of bytes before the end.
  @inline(__always) var left: Int { unsafe end - pointer }

  /// The last bytes, fewer than eight.
  @inline(never) private var rest: UInt64 {
    var word: UInt64 = 0
    for offset in 0..<max(left, 0) {
      word |= UInt64(unsafe pointer.load(fromByteOffset: offset, as: UInt8.self)) << (8 * UInt64(offset))
    }
    return word
  }

  /// The last bytes, fewer than sixteen.
  @inline(never) private var shortVector: SIMD16<UInt8> {
    var vector = SIMD16<UInt8>(repeating: 0)
    for offset in 0..<max(left, 0) { vector[offset] = unsafe pointer.load(fromByteOffset: offset, as: UInt8.self) }
    return vector
  }

  @inline(__always)
  static func + (place: BoundedPlace, count: Int) -> BoundedPlace {
    unsafe BoundedPlace(place.pointer + count, end: place.end)
  }

  @inline(__always)
  static func - (place: BoundedPlace, other: BoundedPlace) -> Int { unsafe place.pointer - other.pointer }
}

extension [UInt8] {
  /// Calls `body` with the place of an offset, in a text that ends at another.
  @inline(__always)
  func withPlace<Result>(at start: Int, end: Int, _ body: (BoundedPlace) -> Result) -> Result {
    precondition(0 <= start && start <= end && end <= count, "\(start) to \(end) is outside of \(count) bytes")
    return unsafe withUnsafeBytes { bytes in
      // An array without bytes may have no address.
      guard let base = bytes.baseAddress else { return [0].withPlace(at: 0, end: 0, body) }
      return unsafe body(BoundedPlace(base + start, end: base + end))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Calls `body` with the place of the first byte.
  @inline(__always)
  func withPlace<Result>(_ body: (BoundedPlace) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [0].withPlace(at: 0, end: 0, body) }
      return unsafe body(BoundedPlace(base, end: base + bytes.count))
    }
  }
}

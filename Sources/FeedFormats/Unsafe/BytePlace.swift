/// A place in a text from which a scanner reads on, byte by byte and in larger pieces.
///
/// From the end on, there are bytes of which the first is neither white space nor part of a value, so that no scanner
/// reads past it.
protocol TextPlace: Comparable {
  /// Whether newlines are white space of the text, and not its end.
  static var readsLines: Bool { get }

  /// Whether the text ends here.
  var isEnd: Bool { get }

  var byte: UInt8 { get }
  var word32: UInt32 { get }
  var word64: UInt64 { get }
  var vector: SIMD16<UInt8> { get }

  static func + (place: Self, count: Int) -> Self
  static func - (place: Self, other: Self) -> Int
}

extension TextPlace {
  @inline(__always)
  static func < (one: Self, other: Self) -> Bool { one - other < 0 }

  @inline(__always)
  static func == (one: Self, other: Self) -> Bool { one - other == 0 }
}

/// A place in a ``ByteBlock``, from which bytes are read without a check of bounds.
///
/// After the last byte of a block come a newline and more bytes that can be read. So it is safe to read up to
/// ``readableBytes`` bytes at a place, if every walk over a block ends at that newline at the latest.
@safe
struct BytePlace: TextPlace, @unchecked Sendable {
  /// The number of bytes that can be read from every place of a block on.
  static let readableBytes = 64

  private let pointer: UnsafeRawPointer

  @inline(__always)
  init(_ pointer: UnsafeRawPointer) { unsafe self.pointer = unsafe pointer }

  @inline(__always) static var readsLines: Bool { false }
  @inline(__always) var isEnd: Bool { byte == UInt8(ascii: "\n") }
  @inline(__always) var byte: UInt8 { unsafe pointer.load(as: UInt8.self) }
  @inline(__always) var word32: UInt32 { UInt32(littleEndian: unsafe pointer.loadUnaligned(as: UInt32.self)) }
  @inline(__always) var word64: UInt64 { UInt64(littleEndian: unsafe pointer.loadUnaligned(as: UInt64.self)) }
  @inline(__always) var vector: SIMD16<UInt8> { unsafe pointer.loadUnaligned(as: SIMD16<UInt8>.self) }

  /// Returns the bytes from here to another place.
  func bytes(to end: BytePlace) -> [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: pointer, count: end - self)) }

  /// The next newline from here on.
  var nextNewline: BytePlace {
    var place = self
    while place.byte != UInt8(ascii: "\n") { place = place + 1 }
    return place
  }

  /// Returns the place after the last newline among the `count` bytes before this place; nil if there is none.
  func lastNewline(before count: Int) -> BytePlace? {
    var place = self
    for _ in 0..<count {
      if (place + -1).byte == UInt8(ascii: "\n") { return place }
      place = place + -1
    }
    return nil
  }

  @inline(__always)
  static func + (place: BytePlace, count: Int) -> BytePlace { unsafe BytePlace(place.pointer + count) }

  @inline(__always)
  static func - (place: BytePlace, other: BytePlace) -> Int { unsafe place.pointer - other.pointer }
}

extension ByteBlock {
  /// Appends the bytes between two places of another block.
  @inline(__always)
  func append(_ start: BytePlace, _ end: BytePlace) {
    unsafe append(count: end - start) { target in unsafe target.copyMemory(from: start.source, byteCount: end - start) }
  }
}

extension BytePlace {
  fileprivate var source: UnsafeRawPointer { unsafe pointer }
}

extension RawSpan {
  /// Calls `body` with the place of an offset, in a text that ends at another.
  @inline(__always)
  func withPlace<Result>(at start: Int, end: Int, _ body: (BoundedPlace) -> Result) -> Result {
    precondition(0 <= start && start <= end && end <= byteCount, "\(start) to \(end) is outside of \(byteCount) bytes")
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [0].withPlace(at: 0, end: 0, body) }
      return unsafe body(BoundedPlace(base + start, end: base + end))
    }
  }

  /// Returns the byte at an offset.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  /// Returns the offset of the next occurrence of a byte that is not zero, or nil if there is none before the end.
  ///
  /// - Complexity: O(*n*), 32 bytes at a time.
  func firstOffset(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    withPlace(at: start, end: end ?? byteCount) { first in first.distance(toNext: byte, before: .max) }.map {
      start + $0
    }
  }
}

extension BoundedPlace {
  /// Returns the number of bytes before the next occurrence of a byte that is not zero, or nil if it is not below a limit.
  @inline(__always)
  func distance(toNext byte: UInt8, before limit: Int) -> Int? {
    let wanted = SIMD16<UInt8>(repeating: byte)
    var place = self
    while !place.isEnd, place - self < limit {
      let low = ByteFlags(place.vector .== wanted)
      let high = ByteFlags((place + 16).vector .== wanted)
      if !low.union(high).isEmpty {
        let distance = (place - self) + (low.isEmpty ? 16 + high.firstLane : low.firstLane)
        return distance < limit ? distance : nil
      }
      place = place + 32
    }
    return nil
  }
}

/// Which of sixteen bytes satisfy a condition: each of their bits is set.
struct ByteFlags {
  private var words: SIMD2<UInt64>

  /// Takes the lanes of a mask.
  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) {
    let zero = SIMD16<Int8>(repeating: 0)
    // Both types are sixteen bytes of plain numbers.
    words = unsafe unsafeBitCast(zero.replacing(with: -1, where: mask), to: SIMD2<UInt64>.self)
  }

  /// Whether no byte does.
  @inline(__always) var isEmpty: Bool { words[0] | words[1] == 0 }

  /// The first lane whose byte does; there must be one.
  @inline(__always) var firstLane: Int {
    words[0] != 0 ? words[0].trailingZeroBitCount / 8 : 8 + words[1].trailingZeroBitCount / 8
  }

  /// Removes the first lane.
  @inline(__always)
  mutating func removeFirst() {
    let word = words[0] != 0 ? 0 : 1
    words[word] &= ~(0xFF << UInt64(words[word].trailingZeroBitCount))
  }

  /// Returns the lanes that are in both.
  @inline(__always)
  func intersection(_ other: ByteFlags) -> ByteFlags {
    var intersection = self
    intersection.words &= other.words
    return intersection
  }

  /// Returns the lanes that are in one or both.
  @inline(__always)
  func union(_ other: ByteFlags) -> ByteFlags {
    var union = self
    union.words |= other.words
    return union
  }
}

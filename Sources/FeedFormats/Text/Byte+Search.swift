extension [UInt8] {
  /// Returns the offset of the next occurrence of a byte that is not zero, or nil if there is none before the end.
  ///
  /// - Complexity: O(*n*), 32 bytes at a time.
  func firstOffset(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let length = (end ?? count) - start
    // What comes after the end can be read, which is faster than to stop there.
    let distance = withPlace(at: start, end: count) { first in first.distance(toNext: byte, before: length) }
    return distance.map { start + $0 }
  }

  /// Returns the offset of the first byte from an offset on that is not ASCII, or the number of bytes.
  func firstNonASCII(from start: Int) -> Int {
    withPlace(at: start, end: count) { first in
      var place = first
      while !place.isEnd {
        let marks = place.word64 & 0x8080_8080_8080_8080
        if marks != 0 { return start + (place - first) + marks.trailingZeroBitCount / 8 }
        place = place + 8
      }
      return count
    }
  }

  /// Returns the number of newlines in a range, and the offset of the last one.
  func newlines(in range: Range<Int>) -> (count: Int, last: Int?) {
    withPlace(at: range.lowerBound, end: range.upperBound) { first in
      let newlines = SIMD16<UInt8>(repeating: UInt8(ascii: "\n"))
      let zero = SIMD16<UInt8>(repeating: 0)
      let one = SIMD16<UInt8>(repeating: 1)
      var (count, last): (Int, Int?) = (0, nil)
      var place = first
      while !place.isEnd {
        let mask: SIMDMask<SIMD16<Int8>> = place.vector .== newlines
        let found: SIMD16<UInt8> = zero.replacing(with: one, where: mask)
        let sum = Int(found.wrappedSum())
        if sum > 0 {
          count += sum
          var position = 15
          while found[position] == 0 { position -= 1 }
          last = range.lowerBound + (place - first) + position
        }
        place = place + 16
      }
      return (count, last)
    }
  }
}

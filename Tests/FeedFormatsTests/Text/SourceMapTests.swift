import TestSupport
import Testing

@testable import FeedFormats

@Suite struct SourceMapTests {
  /// Every offset of random files, beside the place that counting from the start gives.
  @Test func everyOffsetIsPlacedAsByCounting() {
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<Int.random(in: 0...900, using: &random)).map { _ in random.byte(of: Array("ab\n".utf8)) }
      let map = SourceMap(bytes, encoding: .utf8, byteOrderMarkLength: 3)
      var (line, column) = (1, 4)
      for offset in 0...bytes.count {
        #expect(
          map.position(at: offset) == SourcePosition(line: line, column: column), "seed \(seed), offset \(offset)")
        guard offset < bytes.count else { continue }
        (line, column) = bytes[offset] == 0x0A ? (line + 1, 1) : (line, column + 1)
      }
      #expect(map.end == map.position(at: .max) && map.position(at: -1) == map.position(at: 0))
    }
  }

  @Test func columnsCountTheBytesOfTheFileNotOfItsDecoding() {
    let decoded = Array("aé日😀b".utf8)
    let widths: [(TextEncoding, Int)] = [(.utf8, 11), (.singleByte(.windows1252), 5), (.utf16(bigEndian: true), 12)]
    for (encoding, width) in widths {
      let map = SourceMap(decoded, encoding: encoding, byteOrderMarkLength: 0)
      #expect(map.end == SourcePosition(line: 1, column: 1 + width), "\(encoding)")
    }
  }
}

import TestSupport
import Testing

@testable import FeedFormats

@Suite struct SourceMapTests {
  /// Every offset of random files, beside the place that counting from the start gives.
  @Test func `every offset is placed as by counting`() {
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<Int.random(in: 0...900, using: &random)).map { _ in random.byte(of: Array("ab\n".utf8)) }
      let map = SourceMap(DecodedText(bytes, .utf8, skipping: 0), from: SourcePosition(line: 1, column: 4))
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

  @Test func `columns count the bytes of the file not of its decoding`() {
    let text = "aé日😀b"
    let wide = text.unicodeScalars.flatMap {
      [0, UInt8($0.value >> 16), UInt8($0.value >> 8 & 0xFF), UInt8($0.value & 0xFF)]
    }
    let samples: [(TextEncoding, [UInt8])] = [
      (.utf8, Array(text.utf8)), (.utf16(bigEndian: true), text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
      (.utf32(bigEndian: true), wide), (.singleByte(.windows1252), [0x61, 0xE9, 0x80, 0x9D, 0x62]),
    ]
    for (encoding, bytes) in samples {
      let map = SourceMap(DecodedText(bytes, encoding, skipping: 0), from: .start)
      #expect(map.end == SourcePosition(line: 1, column: 1 + bytes.count), "\(encoding)")
    }
  }
}

import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct ArgumentTextTests {
  @Test func `text stays as it is`() {
    for word in ["", "feed.json", "café", "日本😀", "a\u{301}"] {
      #expect(ArgumentText.text(of: Array(word.utf8)) == word)
      #expect(ArgumentText.bytes(of: word) == Array(word.utf8))
    }
  }

  @Test func `every word of bytes comes back`() {
    var seen: [String: [UInt8]] = [:]
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let alphabet: [[UInt8]] = [
        [0x61], [0xE9], [0xC3, 0xA9], [0xC3], [0xF4, 0x8F, 0xBD, 0xA9], [0xF4, 0x8F, 0xBD], [0xED, 0xA0, 0x80], [0xFF],
      ]
      let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let text = ArgumentText.text(of: bytes)
      #expect(ArgumentText.bytes(of: text) == bytes, "seed \(seed)")
      #expect(seen.updateValue(bytes, forKey: text).map { $0 == bytes } ?? true, "seed \(seed)")
    }
  }
}

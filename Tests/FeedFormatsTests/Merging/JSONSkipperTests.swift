import TestSupport
import Testing

@testable import FeedFormats

/// The scanner of lines against a grammar written down, and against the standard library's decoder of UTF-8.
@Suite struct JSONSkipperTests {
  private func isValid(_ text: some Collection<UInt8>) -> Bool {
    let block = ByteBlock(capacity: text.count)
    block.append(text)
    var skipper = JSONSkipper<BytePlace>()
    guard let end = skipper.skipValue(JSONSkipper.afterSpace(block.start), depth: 0) else {
      #expect(skipper.fault.map { block.start...block.end ~= $0.place } == true)
      return false
    }
    return JSONSkipper.afterSpace(end) == block.end
  }

  private func forEachString(over alphabet: String, upTo length: Int, _ body: ([UInt8]) -> Void) {
    let alphabet = Array(alphabet.utf8)
    func extend(_ text: [UInt8]) {
      body(text)
      if text.count < length { for byte in alphabet { extend(text + [byte]) } }
    }
    extend([])
  }

  @Test(arguments: [
    ("{}[]\",:0", 5), ("0-+.eE1", 5), ("\"\\u0", 8), ("\"\\u0d8n/", 5), ("[], 0", 7), ("{\"a:1,}]", 5), ("tru e", 5),
    ("fals e", 5), ("nul,[\t\r", 5),
  ])
  func `every short text is judged as by the grammar`(alphabet: String, length: Int) {
    var wrong: [String] = []
    forEachString(over: alphabet, upTo: Sample.of(length, few: min(length - 1, 6))) { text in
      if isValid(text) != FeedJSONOracle.accepts(text), wrong.count < 5 {
        wrong.append(String(decoding: text, as: UTF8.self))
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `damaged texts are judged as by the grammar`() {
    let seeds = [
      #"{"version":"1","items":[{"id":"é\u00e9\ud83d\ude00","n":-0.5e+10,"ok":[true,false,null,{}]},[]]}"#,
      #"[1,2.5,"a\\\"b long enough for two steps of sixteen bytes",{"k":{"k":[[[]]]}} , "日本語の文字列です" ]"#,
      #"{"a":"","a":0,"b":[{"c":1E400}],"日本語😀":"0123456789abcdef\n0123456789abcdef"}"#,
    ].map { Array($0.utf8) }
    let alphabet = Array("{}[]\",:\\ue0-+.19tfn é".utf8)
    for seed in 0..<Sample.of(20_000, few: 4000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = random.damaged(seeds[Int(seed) % seeds.count], alphabet: alphabet).filter { $0 != 0x0A }
      #expect(isValid(text) == FeedJSONOracle.accepts(text), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Whether a text is UTF-8, by the standard library.
  private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  @Test func `every sequence of two bytes and most of three are UTF-8 or not`() {
    var wrong: [[UInt8]] = []
    func judge(_ bytes: [UInt8]) {
      let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      if isValid(text) != isUTF8(bytes), wrong.count < 5 { wrong.append(bytes) }
    }
    let leads: [UInt8] = Array(0x80...0xFF)
    let followers: [UInt8] =
      Sample.of(Array(0x80...0xFF), few: [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]) + [0x41]
    for lead in leads {
      judge([lead])
      for second in followers {
        judge([lead, second])
        for third in followers { judge([lead, second, third]) }
      }
    }
    for lead: UInt8 in 0xF0...0xFF {
      for second in followers {
        for third: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] {
          for fourth: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] { judge([lead, second, third, fourth]) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `what ends a string is found at every offset`() {
    let ends: [([UInt8], Bool)] = [
      ([0x22], true), (Array("\\n\"".utf8), true), (Array("é\"".utf8), true), (Array("😀\"".utf8), true),
      (Array("\\\"\"".utf8), true), ([0x1F, 0x22], false), ([0xFF, 0x22], false), (Array("\\x\"".utf8), false),
      ([], false),
      ([0x7F, 0x22], true), (Array("\\u12g4\"".utf8), false), (Array("\\uD800\"".utf8), true), ([0x00, 0x22], false),
    ]
    for length in 0..<70 {
      for (end, isEnd) in ends {
        let text = [0x22] + (0..<length).map { UInt8(0x41 + $0 % 26) } + end
        #expect(isValid(text) == isEnd, "\(length) letters, then \(end)")
      }
    }
  }

  @Test func `depth is counted from one`() {
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      for depth in [1, 2, 511, 512, 513, 100_000] {
        let inner = opening == "[" ? "" : "1"
        let text = String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
        #expect(isValid(Array(text.utf8)) == (depth <= 512))
      }
    }
  }
}

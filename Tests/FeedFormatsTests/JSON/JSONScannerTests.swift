import TestSupport
import Testing

@testable import FeedFormats

@Suite struct JSONScannerTests {
  /// Calls with every string over an alphabet up to a length.
  private func forEachString(over alphabet: String, upTo length: Int, _ body: ([UInt8]) -> Void) {
    let alphabet = Array(alphabet.utf8)
    for count in 0...length {
      var digits = Array(repeating: 0, count: count)
      while true {
        body(digits.map { alphabet[$0] })
        guard let place = digits.lastIndex(where: { $0 < alphabet.count - 1 }) else { break }
        digits[place] += 1
        for later in digits.indices.suffix(from: place + 1) { digits[later] = 0 }
      }
    }
  }

  private func disagreement(_ text: [UInt8]) -> Bool { JSONScanner.isValid(text) != FeedJSONOracle.accepts(text) }

  @Test(arguments: [
    ("{}[]\",:0", 5), ("0-+.eE1", 5), ("\"\\u0", 8), ("\"\\u0d8n/", 5), ("[], 0", 7), ("{\"a:1,}]", 5), ("tru e", 5),
    ("fals e", 5), ("nul,[", 5),
  ])
  func `every short text is judged as by the grammar`(alphabet: String, length: Int) {
    var wrong: [String] = []
    forEachString(over: alphabet, upTo: Sample.of(length, few: min(length - 1, 6))) { text in
      if disagreement(text), wrong.count < 5 { wrong.append(String(decoding: text, as: UTF8.self)) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `damaged texts are judged as by the grammar`() {
    let seeds = [
      #"{"version":"1","items":[{"id":"é\u00e9\ud83d\ude00","n":-0.5e+10,"ok":[true,false,null,{}]},[]]}"#,
      #"[1,2.5,"a\\\"b",{"k":{"k":[[[]]]}} , "日本語" ]"#, #"{"a":"","a":0,"b":[{"c":1E400}]}"#,
    ].map { Array($0.utf8) }
    let alphabet = Array("{}[]\",:\\ue0-+.19tfn \n".utf8)
    for seed in 0..<Sample.of(6000, few: 2000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = random.damaged(seeds[Int(seed) % seeds.count], alphabet: alphabet)
      #expect(!disagreement(text), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `depth is counted from one`() {
    for depth in [1, 2, 511, 512, 513] {
      let text = Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
      #expect(JSONScanner.isValid(text) == (depth <= 512))
    }
    #expect(JSONScanner.isValid(Array("1".utf8), maxDepth: 0))
    #expect(!JSONScanner.isValid(Array("{}".utf8), maxDepth: 0))
  }

  /// Containers of both kinds, far deeper than functions call themselves, with values before and after.
  @Test func `more levels than calls are judged as fewer are`() {
    for depth in [500, 510, 512, 514, 1000] {
      let opening = String(repeating: "[0,{\"a\":1,\"b\":", count: depth / 2)
      let closing = String(repeating: "},[]] ", count: depth / 2)
      for (inner, isValid) in [("[]", true), ("{}", true), ("1", true), ("[1,2]", true), ("", false), ("{,}", false)] {
        let text = Array((opening + inner + closing).utf8)
        #expect(JSONScanner.isValid(text, maxDepth: 2000) == isValid, "\(depth) levels around '\(inner)'")
        #expect(JSONScanner.isValid(text, maxDepth: depth - 1) == false)
        #expect(JSONScanner.isValid(Array(text.dropLast(2)), maxDepth: 2000) == false)
      }
    }
  }

  @Test func `flaws that can be repaired are recorded at every depth`() throws {
    for depth in [0, 3, 510, 511, 512, 513, 600] {
      for (text, comma, control) in [
        ("[1 , ]", 3, nil), ("{\"a\":1,}", 6, nil), ("[\"a\u{1}b\"]", nil, 3), ("{\"\u{A}\":[2,]}", 7, 2),
      ] as [(String, Int?, Int?)] {
        let bytes = Array((String(repeating: "[", count: depth) + text + String(repeating: "]", count: depth)).utf8)
        var scanner = JSONScanner(bytes, maxDepth: 1000)
        scanner.allowsFlaws = true
        try scanner.skipValue()
        #expect(scanner.position == bytes.count)
        #expect(scanner.flaws.firstTrailingComma == comma.map { $0 + depth }, "\(text) in \(depth) arrays")
        #expect(scanner.flaws.firstControlCharacter == control.map { $0 + depth }, "\(text) in \(depth) arrays")
        #expect(JSONScanner.isValid(Array(JSONRepair.repaired(bytes[...])), maxDepth: 1000))
        #expect(!JSONScanner.isValid(bytes, maxDepth: 1000))
      }
    }
    // A comma that nothing comes before is no flaw, but a fault.
    for text in ["[,]", "[,", "{,}", "[1,,]", "{\"a\":}", "{\"a\":1,\"b\":}", "[1,{\"a\":}]", "{\"a\":,}"] {
      var scanner = JSONScanner(Array(text.utf8))
      scanner.allowsFlaws = true
      #expect(throws: JSONFault.self) { try scanner.skipValue() }
    }
  }

  /// Against the grammar: what is taken with flaws is JSON once it is repaired, and valid JSON has no flaws.
  @Test(arguments: [("{}[],:\"", 6), ("{}\"a:1,", 7), ("[],1 {}", 6), ("[\"\u{1}],", 6), ("{\"\":,}\n[]", 6)])
  func `what is taken with flaws is JSON once repaired`(alphabet: String, length: Int) {
    var wrong: [String] = []
    forEachString(over: alphabet, upTo: Sample.of(length, few: length - 2)) { text in
      var scanner = JSONScanner(text)
      scanner.allowsFlaws = true
      scanner.skipWhitespace()
      let start = scanner.position
      var isTaken = true
      do throws(JSONFault) { try scanner.skipValue() } catch { isTaken = false }
      let value = text[start..<max(start, scanner.position)]
      let isValid =
        isTaken
        ? FeedJSONOracle.accepts(Array(JSONRepair.repaired(value)))
          && scanner.flaws.needRepair != FeedJSONOracle.accepts(Array(value))
        : !FeedJSONOracle.accepts(text)
      if !isValid, wrong.count < 5 { wrong.append(String(decoding: text, as: UTF8.self).debugDescription) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `levels without end are walked without the call stack`() {
    let deep = Array(repeating: UInt8(ascii: "["), count: Sample.of(2_000_000, few: 300_000))
    #expect(!JSONScanner.isValid(deep))
    #expect(!JSONScanner.isValid(deep + Array(repeating: UInt8(ascii: "]"), count: deep.count)))
  }

  @Test(arguments: [
    (#"{"a" 1}"#, 5, "expected a colon"), (#"{"a":}"#, 5, "expected a value"),
    (#"{"a":1,}"#, 7, "expected a member's name in quotes"), (#"[1 2]"#, 3, "expected a comma or a closing bracket"),
    (#"{"a":1 "b"}"#, 7, "expected a comma or a closing brace"), (#"["\x"]"#, 2, "invalid escape sequence"),
    ("[\"a\nb\"]", 3, "an unescaped control character in a string"), ("[1.]", 3, "invalid number"),
    ("[tru]", 4, "expected true"), ("[1", 2, "the document ends too early, within an array"),
    ("[\"a", 3, "the document ends too early, within a string"),
  ])
  func `a fault names its place and what is wrong`(text: String, offset: Int, words: String) {
    var scanner = JSONScanner(Array(text.utf8))
    do throws(JSONFault) {
      try scanner.skipValue()
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.offset == offset)
      #expect(error.words() == words)
    }
  }

  @Test func `decoded strings are what their escapes name`() throws {
    let cases = [
      (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00""#, "😀"),
      (#""\ud83d""#, "\u{FFFD}"), (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\ud83dx\u0041""#, "\u{FFFD}xA"),
      (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""日本""#, "日本"), (#""""#, ""),
    ]
    for (raw, text) in cases {
      let bytes = Array(raw.utf8)
      #expect(JSONValue.decodeString(in: bytes, 0..<bytes.count) == text, "\(raw)")
    }
  }
}

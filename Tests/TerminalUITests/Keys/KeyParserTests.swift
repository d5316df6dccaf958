import TestSupport
import Testing

@testable import TerminalUI

@Suite struct KeyParserTests {
  private static func key(_ key: Key) -> [TerminalEvent] { [.key(key)] }

  /// What terminals send, each complete in itself, with its events.
  static let vectors: [(String, [TerminalEvent])] = {
    var vectors: [(String, [TerminalEvent])] = [
      ("j", key(.character("j"))), (" ", key(.character(" "))), ("é", key(.character("é"))),
      ("中", key(.character("中"))),
      ("😀", key(.character("😀"))), ("<", key(.character("<"))), ("\u{85}", []),
      ("\r", key(.enter)), ("\n", key(.enter)), ("\t", key(.tab)), ("\u{8}", key(.backspace)),
      ("\u{7F}", key(.backspace)),
      ("\u{0}", key(.control("@"))), ("\u{4}", key(.control("d"))), ("\u{1A}", key(.control("z"))),
      ("\u{1C}", key(.control("\\"))), ("\u{1F}", key(.control("_"))),
      ("\u{1B}x", key(.alt("x"))), ("\u{1B}é", key(.alt("é"))), ("\u{1B} ", key(.alt(" "))), ("\u{1B}\r", key(.enter)),
      ("\u{1B}\u{1B}x", [.key(.escape), .key(.alt("x"))]), ("\u{1B}\u{1B}[A", key(.up)),
      ("\u{1B}\u{1B}\u{1B}OA", [.key(.escape), .key(.up)]), ("\u{1B}[Z", key(.backTab)), ("\u{1B}[1;2Z", key(.backTab)),
      ("\u{1B}OM", key(.enter)), ("\u{1B}Oj", key(.character("*"))), ("\u{1B}Oy", key(.character("9"))),
      ("\u{1B}OX", []),
      ("\u{1B}[[A", key(.function(1))), ("\u{1B}[[E", key(.function(5))), ("\u{1B}[[F", []),
      ("\u{1B}[<0;5;3M", [.click(at: ScreenPoint(row: 2, column: 4))]), ("\u{1B}[<0;5;3m", []),
      ("\u{1B}[<16;5;3M", [.click(at: ScreenPoint(row: 2, column: 4))]), ("\u{1B}[<32;5;3M", []),
      ("\u{1B}[<35;5;3M", []),
      ("\u{1B}[<1;5;3M", []), ("\u{1B}[<64;1;1M", [.wheel(.up, at: ScreenPoint(row: 0, column: 0))]),
      ("\u{1B}[<65;300;2M", [.wheel(.down, at: ScreenPoint(row: 1, column: 299))]), ("\u{1B}[<66;1;1M", []),
      ("\u{1B}[<128;1;1M", []), ("\u{1B}[<0;0;1M", []), ("\u{1B}[<0;1M", []),
      ("\u{1B}[<;1;1M", [.click(at: .init(row: 0, column: 0))]),
      ("\u{1B}[M !!", []), ("\u{1B}[I", []), ("\u{1B}[O", []), ("\u{1B}[12;40R", []), ("\u{1B}[?62;4c", []),
      ("\u{1B}[?2026;2$y", []), ("\u{1B}[>0;1;2c", []), ("\u{1B}[999999999999999999999999A", []), ("\u{1B}[201~", []),
      ("\u{1B}[99~", []), ("\u{1B}[13;5u", []), ("\u{1B}[" + String(repeating: "1", count: 5000) + "A", []),
      ("\u{1B}]11;rgb:0/0/0\u{7}", []), ("\u{1B}]11;rgb:0/0/0\u{1B}\\", []), ("\u{1B}P1$r0m\u{1B}\\", []),
      ("\u{1B}_G\u{1B}\\", []), ("\u{1B}^x\u{18}", []), ("\u{1B}Xjkl\u{7}", []), ("\u{1B}]0;\u{1B}[A", key(.up)),
      ("\u{1B}[1\u{4}", key(.control("d"))), ("\u{1B}[é", key(.character("é"))), ("\u{1B}[1\u{1B}[B", key(.down)),
      ("\u{1B}O\r", key(.enter)), ("\u{1B}[200~\u{1B}[201~", []),
      ("\u{1B}[200~jé\r\u{1B}[A\u{1B}[201~", [.paste("jé\r\u{1B}[A")]),
      ("\u{1B}[200~\u{1B}\u{1B}[201\u{1B}[201~", [.paste("\u{1B}\u{1B}[201")]),
    ]
    for (letter, one) in zip("ABCDFH", [Key.up, .down, .right, .left, .end, .home]) {
      for form in ["[", "O", "[1;5", "[1;2:1", "O5"] { vectors.append(("\u{1B}\(form)\(letter)", key(one))) }
    }
    for (number, one) in [
      (1, Key.home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home),
    ] {
      for form in ["~", ";5~", "^", "@"] { vectors.append(("\u{1B}[\(number)\(form)", key(one))) }
    }
    for (function, letter) in zip(1..., "PQRS") {
      for form in ["O", "[", "[1;3"] { vectors.append(("\u{1B}\(form)\(letter)", key(.function(function)))) }
    }
    let numbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    for (function, number) in zip(1..., numbers) { vectors.append(("\u{1B}[\(number);2~", key(.function(function)))) }
    return vectors
  }()

  @Test func `each sequence of the table is its events, in whatever parts it arrives`() {
    for (text, events) in Self.vectors {
      let bytes = Array(text.utf8)
      for cut in bytes.indices.prefix(60) {
        var parser = KeyParser()
        let parsed = parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...])
        #expect(parsed == events, "\(text.debugDescription.prefix(60)) cut at \(cut)")
        #expect(!parser.isIncomplete && parser.flush().isEmpty, "\(text.debugDescription.prefix(60)) cut at \(cut)")
      }
    }
  }

  @Test func `sequences one after another are their events one after another`() {
    for seed in UInt64(0)..<Sample.of(3000, few: 300) {
      var random = SeededGenerator(seed: seed)
      let chosen = (0..<8).compactMap { _ in Self.vectors.randomElement(using: &random) }
      var (parser, events, rest) = (KeyParser(), [TerminalEvent](), Array(chosen.map(\.0).joined().utf8)[...])
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...9, using: &random))
        events += parser.parse(part)
        rest = rest.dropFirst(part.count)
      }
      #expect(events == chosen.flatMap(\.1), "seed \(seed)")
    }
  }

  @Test func `random bytes give the same events in one part and in many`() {
    let alphabet = Array("\u{1B}\u{1B}[[O]<;~M019AP\\é中\u{7}\r".utf8) + Array("\u{1B}[200~\u{1B}[201~".utf8)
    for seed in UInt64(0)..<Sample.of(20_000, few: 2000) {
      var random = SeededGenerator(seed: seed)
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in random.byte(of: alphabet) }
      var (whole, parts) = (KeyParser(), KeyParser())
      let events = whole.parse(bytes)
      #expect(bytes.flatMap { parts.parse([$0]) } == events, "seed \(seed)")
      #expect(parts.isIncomplete == whole.isIncomplete && parts.flush() == whole.flush(), "seed \(seed)")
      #expect(!whole.isIncomplete && events.count <= bytes.count, "seed \(seed)")
    }
  }

  @Test func `valid UTF-8 is its characters and invalid bytes are nothing`() {
    for seed in UInt64(0)..<Sample.of(20_000, few: 2000) {
      var random = SeededGenerator(seed: seed)
      let leads: [UInt8] = [0xC2, 0xE0, 0xE4, 0xED, 0xF0, 0xF4, 0xC0, 0xF5]
      let bytes = (0..<12).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0x80...0xFF, using: &random) : random.byte(of: leads + [0x41, 0x9F])
      }.filter { $0 >= 0x20 && $0 != 0x7F }
      var parser = KeyParser()
      let events = parser.parse(bytes)
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
        $0 != "\u{FFFD}" && $0.properties.generalCategory != .control
      }
      #expect(events == scalars.map { .key(.character(Character($0))) }, "seed \(seed): \(bytes)")
    }
  }

  @Test func `after a silence ESC is a key, and the beginning of anything else is dropped`() {
    let cases: [(String, [TerminalEvent])] = [
      ("\u{1B}", [.key(.escape)]), ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]), ("\u{1B}[", []), ("\u{1B}[1;", []),
      ("\u{1B}O", []), ("\u{1B}]0;", []), ("\u{1B}]0;\u{1B}", []), ("\u{1B}[[", []), ("\u{1B}[M ", []),
    ]
    for (text, events) in cases {
      var parser = KeyParser()
      #expect(parser.parse(text.utf8).isEmpty && parser.isIncomplete, "\(text.debugDescription)")
      #expect(parser.flush() == events && parser.flush().isEmpty, "\(text.debugDescription)")
      #expect(parser.parse("j".utf8) == [.key(.character("j"))], "\(text.debugDescription)")
    }
    var parser = KeyParser()
    #expect(parser.parse([0xE4, 0xB8]).isEmpty && parser.isIncomplete && parser.flush().isEmpty)
    #expect(parser.parse("j".utf8) == [.key(.character("j"))])
  }

  @Test func `pasted text without an end is ended after a while`() {
    var parser = KeyParser()
    #expect(parser.endPaste().isEmpty)
    #expect(parser.parse("\u{1B}[200~hello\u{1B}[20".utf8).isEmpty)
    #expect(parser.isPasting && !parser.isIncomplete)
    #expect(parser.endPaste() == [.paste("hello")])
    #expect(!parser.isPasting && parser.parse([3]) == [.key(.control("c"))])
    #expect(parser.parse("\u{1B}[200~".utf8).isEmpty && parser.isPasting)
    #expect(parser.endPaste().isEmpty && !parser.isPasting)
  }

  @Test func `pasted text survives a silence, and its length is bounded`() {
    var parser = KeyParser()
    #expect(parser.parse("\u{1B}[200~q\u{1B}[20".utf8).isEmpty && !parser.isIncomplete && parser.flush().isEmpty)
    #expect(parser.parse("1~q".utf8) == [.paste("q"), .key(.character("q"))])
    for padding in 0..<4 {
      let text = String(repeating: "x", count: padding) + String(repeating: "中", count: 30_000)
      let kept = padding + (KeyParser.maximumPaste - padding) / 3 * 3
      let events = parser.parse("\u{1B}[200~\(text)\u{1B}[201~".utf8)
      #expect(events == [.paste(String(decoding: text.utf8.prefix(kept), as: UTF8.self))], "padding \(padding)")
    }
  }
}

import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SafeTextTests {
  @Test func `each rule does what it says`() {
    let vectors: [(String, String)] = [
      ("plain words", "plain words"), ("", ""),
      ("a\u{1B}[31mb", "a␛[31mb"), ("\0\u{1}\u{1F}\u{7F}", "␀␁␟␡"), ("\u{9B}2J\u{9D}", "␛[2J␛]"), ("\u{85}", "␛E"),
      ("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb", "a␍b"), ("a \n\n b", "a  b"), ("a\u{2028}b", "a b"),
      ("x\u{202E}y", "x␦y"), ("x\u{202E}\u{2066}\u{200F}\u{61C}y", "x␦y"), ("שלום", "שלום"), ("مرحبا", "مرحبا"),
      ("a\u{200B}b\u{2060}c\u{FEFF}d\u{180E}e", "abcde"), ("a\u{AD}b", "a\u{AD}b"), ("\u{3164}", ""),
      ("a\u{200D}b", "ab"), ("a\u{200C}b", "ab"), ("\u{200D}", ""), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("क्\u{200D}ष", "क्\u{200D}ष"), ("र\u{200D}्य", "र\u{200D}्य"), ("ന്\u{200D}", "ന്\u{200D}"),
      ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("👩\u{200D}x", "👩x"), ("1\u{FE0F}\u{200D}🚀", "1\u{FE0F}🚀"),
      ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"), ("a\u{FE0F}", "a"), ("🇩\u{FE0F}", "🇩"),
      ("葛\u{E0100}", "葛\u{E0100}"),
      ("a\u{E0100}", "a"), ("a\u{FE00}", "a"), ("≨\u{FE00}", "≨\u{FE00}"),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E007F}"),
      ("🏴\u{E0067}\u{E0062}\u{E0073}", "🏴"), ("🏴\u{E0067}\u{E007F}", "🏴"),
      ("a\u{E0067}\u{E0062}\u{E0073}\u{E007F}", "a"),
      ("🏴\u{E0020}\u{E0067}\u{E0062}\u{E007F}", "🏴"), ("👩\u{E0067}\u{E0062}\u{E0073}\u{E007F}", "👩"),
      ("\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}", "����"),
      ("\u{FFF9}\u{13430}", ""), ("\u{600}", "\u{600}◌"), ("\u{301}a", "◌\u{301}a"), ("🏻", "◌🏻"), ("\u{AD}🏻", "\u{AD}◌🏻"),
      ("a\u{301}", "a\u{301}"),
    ]
    for (untrusted, safe) in vectors {
      #expect(
        Array(SafeText(untrusted).string.unicodeScalars) == Array(safe.unicodeScalars),
        "\(untrusted.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test func `every control has its picture, every bidirectional control its mark`() throws {
    let pictures = "␀␁␂␃␄␅␆␇␈ ␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟".map { String($0) }
    for (value, picture) in pictures.enumerated() where value != 0x0A {
      #expect(SafeText("a\(Unicode.Scalar(UInt8(value)))b").string == "a\(picture)b", "U+\(String(value, radix: 16))")
    }
    // ECMA-48: a C1 control is ESC and the character 64 below it.
    for (offset, letter) in "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_".enumerated() {
      let control = Unicode.Scalar(UInt8(0x80 + offset))
      #expect(SafeText("a\(control)b").string == "a␛\(letter)b", "C1 control \(offset)")
    }
    for control in "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}" {
      #expect(SafeText("a\(control)b").string == "a␦b", "\(control.debugDescription)")
    }
  }

  @Test func `every noncharacter is replaced`() {
    let planes = (0...16).flatMap { [$0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF] }
    for value in Array(0xFDD0...0xFDEF) + planes {
      let scalar = Unicode.Scalar(UInt32(value))
      #expect(scalar.map { SafeText(String(Character($0))).string } == "�", "U+\(String(value, radix: 16))")
    }
  }

  @Test func `plain text is left as it is, which is what taking it apart comes to`() {
    // Every character that may stand as it is, and the first on either side of each range; each beside a few others.
    let ranges = [0x20...0x7E, 0xA0...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x4E00...0x9FFF, 0xAC00...0xD7A3]
    let neighbours = ["", "\n", "a", " ", "\u{AD}", "…", "я", "中", "각", "\u{301}", "\u{11A8}", "\u{200D}", "\u{FE0F}"]
    var sample = Sample(oneIn: 150)
    for limits in [SafeText.Limits.title, .body, SafeText.Limits(clusters: 9, lines: 2)] {
      for scalar in ranges.flatMap({ ($0.lowerBound - 1)...($0.upperBound + 1) }).compactMap(Unicode.Scalar.init)
      where sample.takesNext()
        || ranges.contains(where: { $0.lowerBound - 1 == scalar.value || $0.upperBound + 1 == scalar.value })
      {
        let character = String(Character(scalar))
        for text in neighbours.flatMap({ [character + $0, $0 + character + $0 + character + "\n"] }) {
          let isSame = SafeText(text, limits: limits).string.utf8.elementsEqual(SafeText.cleaned(text, limits).utf8)
          if !isSame { Issue.record("\(text.debugDescription), \(limits)") }
        }
      }
    }
  }

  @Test func `several lines keep their breaks and widen tabs`() {
    #expect(SafeText("a\tb\r\nc\n\u{301}d\u{2029}e\r", limits: .body).string == "a    b\nc\n◌\u{301}d\ne␍")
  }

  @Test func `bytes that are not UTF-8 are marked`() {
    #expect(SafeText(decoding: [0x61, 0xFF, 0x62]).string == "a�b")
    #expect(SafeText(decoding: [0xED, 0xA0, 0x80]).string.allSatisfy { $0 == "�" }, "a lone surrogate")
    #expect(SafeText(decoding: [0xC0, 0x9B]).string.allSatisfy { $0 == "�" }, "an overlong ESC")
    #expect(SafeText(decoding: [0xE4, 0xB8]).string == "�")
  }

  @Test func `too much is cut, and says so`() {
    let limits = SafeText.Limits(marksPerCluster: 2, scalarsPerCluster: 4, clusters: 5, lines: 2)
    func cut(_ text: String) -> String { SafeText(text, limits: limits).string }
    #expect(cut("12345") == "12345")
    #expect(cut("123456") == "1234…")
    #expect(cut("a\nb") == "a\nb")
    #expect(cut("a\nb\nc") == "a\nb…")
    #expect(cut("a\nbcd\ne") == "a\nbc…")
    #expect(Array(cut("e\u{301}\u{302}\u{303}\u{304}").unicodeScalars) == ["e", "\u{301}", "\u{302}"])
    #expect(cut("👨‍👩‍👧") == "�", "five characters")
    #expect(cut(String(repeating: "\u{1100}", count: 100)) == "…", "no whole cluster within the limits")
    #expect(cut("1234🇩🇪") == "1234🇩🇪")
    #expect(cut("1234🇩🇪x") == "1234…")
    #expect(SafeText(String(repeating: "x", count: 300)).string.count == 300)
    #expect(SafeText(String(repeating: "x", count: 301)).string.count == 300)
    #expect(SafeText.Limits(marksPerCluster: 0, scalarsPerCluster: -1, clusters: .min, lines: 0).lines == 1)
  }

  /// What a drawable text must never break, whatever it was made of.
  private func violation(_ text: SafeText, _ limits: SafeText.Limits) -> String? {
    let string = text.string
    for scalar in string.unicodeScalars {
      let value = scalar.value
      let properties = scalar.properties
      if value < 0x20, scalar != "\n" || limits.lines == 1 { return "C0" }
      if (0x7F..<0xA0).contains(value) { return "C1" }
      if [0x61C, 0x200E, 0x200F].contains(value) || (0x202A...0x202E ~= value) || (0x2066...0x2069 ~= value) {
        return "bidi"
      }
      if [0x200B, 0x2060, 0xFEFF, 0x180E, 0x2028, 0x2029].contains(value) { return "zero width" }
      if properties.generalCategory == .privateUse || properties.isNoncharacterCodePoint { return "meaningless" }
    }
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > limits.lines { return "lines" }
    if string.count > limits.clusters { return "clusters" }
    for line in lines {
      for cluster in line {
        if TextWidth.width(of: cluster) == 0 { return "a cluster without width" }
        let marks = cluster.unicodeScalars.filter {
          [.nonspacingMark, .spacingMark, .enclosingMark].contains($0.properties.generalCategory)
            && !$0.properties.isVariationSelector
        }
        // A letter, joiners and further letters may each have marks; the characters of a cluster are capped as well.
        if !cluster.unicodeScalars.contains("\u{200D}"), !cluster.unicodeScalars.contains("\u{94D}"),
          marks.count > limits.marksPerCluster + 1
        {
          return "marks"
        }
        if cluster.unicodeScalars.count > limits.scalarsPerCluster + 1 { return "characters in a cluster" }
      }
      if let first = line.first, (" " + String(first)).count == 1 { return "joins what is before" }
    }
    if Array(SafeText(string, limits: limits).string.unicodeScalars) != Array(string.unicodeScalars) {
      return "made again it is \(SafeText(string, limits: limits).string.debugDescription)"
    }
    return nil
  }

  @Test func `every character at the start, after and before a letter, and doubled, comes out drawable`() {
    var sample = Sample(oneIn: 20)
    for scalar in UnicodeFiles.scalars(oneIn: 3)
    where Self.isOneOfMany(scalar) ? scalar.value.isMultiple(of: Sample.of(97, few: 997)) : sample.takesNext() {
      let one = String(Character(scalar))
      let broken = violation(SafeText(one + "a" + one + "中" + one + one), .title)
      #expect(broken == nil, "U+\(String(scalar.value, radix: 16)): \(broken ?? "")")
    }
  }

  /// Han, Hangul, Tangut, private use and what is not assigned, where one character is like the next.
  private static func isOneOfMany(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xE000...0xF8FF, 0x17000...0x18CFF, 0x20000...0xDFFFF, 0xE0200...: true
    default: false
    }
  }

  @Test func `every three hostile characters come out drawable`() {
    let scalars = TerminalText.hostileScalars.filter { $0.value >= 0x1B && !(0x80..<0x9B).contains($0.value) }
    for first in scalars {
      for second in scalars {
        for third in scalars.indices where (third + Int(second.value)).isMultiple(of: Sample.of(7, few: 311)) {
          var text = String.UnicodeScalarView()
          text.append(contentsOf: [first, second, scalars[third]])
          for limits in [SafeText.Limits.title, .body] {
            let broken = violation(SafeText(String(text), limits: limits), limits)
            #expect(broken == nil, "\(text.map { String($0.value, radix: 16) }): \(broken ?? "")")
          }
        }
      }
    }
  }

  @Test func `random hostile texts come out drawable within random limits`() {
    for seed in UInt64(0)..<Sample.of(3000, few: 300) {
      var random = SeededGenerator(seed: seed)
      let limits = SafeText.Limits(
        marksPerCluster: .random(in: 1...4, using: &random), scalarsPerCluster: .random(in: 1...12, using: &random),
        clusters: .random(in: 1...30, using: &random), lines: .random(in: 1...4, using: &random))
      let text = TerminalText.hostile(count: .random(in: 0...60, using: &random), using: &random)
      let broken = violation(SafeText(text, limits: limits), limits)
      #expect(broken == nil, "seed \(seed): \(text.debugDescription) \(limits): \(broken ?? "")")
    }
  }

  @Test func `very many of any hostile character are taken`() {
    // Even the few are more than a text may have.
    let count = Sample.of(50_000, few: 8_000)
    for scalar in TerminalText.hostileScalars.sampled(oneIn: 4) {
      let text = String(repeating: String(Character(scalar)), count: count)
      #expect(SafeText(text).string.unicodeScalars.count <= 300 * 17, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func `every sequence with a variation selector is kept`() throws {
    for path in ["emoji/emoji-variation-sequences.txt", "emoji/emoji-zwj-sequences.txt", "emoji/emoji-sequences.txt"] {
      for fields in UnicodeFiles.fields(path) ?? [] where !fields[0].contains("..") {
        let text = UnicodeFiles.text(fields[0])
        guard text.unicodeScalars.count > 1 else { continue }
        #expect(Array(SafeText(text).string.unicodeScalars) == Array(text.unicodeScalars), "\(fields[0])")
      }
    }
  }
}

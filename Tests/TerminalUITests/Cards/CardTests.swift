import TestSupport
import Testing

@testable import TerminalUI

@Suite struct CardTests {
  private func drawn(_ card: Card, _ columns: Int) -> String {
    card.lines(columns: columns).map(\.string).joined(separator: "\n")
  }

  private static let link = try? SafeLink("https://example.org/posts/42")

  @Test func `a content card has title, author and age, summary, link`() {
    let card = Card(
      title: "Feeds without ads in their data", author: "Ada", age: "3 h",
      summary: SafeText("The list is woven,\nso that neither side knows the other.", limits: .body), link: Self.link,
      gutter: "12 ← 9")
    #expect(
      drawn(card, 40) == """
        12 ← 9  Feeds without ads in their data
        Ada · 3 h
        The list is woven,
        so that neither side knows the other.
        https://example.org/posts/42
        """)
    #expect(
      drawn(card, 22) == """
        12 ← 9  Feeds without
                ads in their…
        Ada · 3 h
        The list is woven,
        so that neither side
        knows the other.
        https://example.org/p…
        """)
    #expect(
      drawn(card, 12) == """
        12 ← 9
        Feeds
        without ads…
        Ada · 3 h
        The list is
        woven,
        so that…
        https://exa…
        """)
  }

  @Test func `an ad is named in words and says why it stands there`() {
    let ad = Card(title: "Buy a boat", kind: .ad(reason: "every 6 from 3 · 2nd of 8"))
    #expect(drawn(ad, 40) == "[Ad] Buy a boat\nad · every 6 from 3 · 2nd of 8")
    #expect(drawn(ad, 20) == "[Ad] Buy a boat\nad · every 6 from 3\n· 2nd of 8")
    #expect(drawn(Card(title: "x", kind: .ad(reason: "")), 40) == "[Ad] x\nad")
    for columns in 2...80 { #expect(drawn(ad, columns).contains("\nad"), "\(columns) columns") }
  }

  @Test func `something always stands for the title`() {
    #expect(drawn(Card(title: ""), 40) == "(untitled)")
    #expect(drawn(Card(title: " "), 40) == "(untitled)")
    func untitled(_ summary: String, _ columns: Int) -> String {
      drawn(Card(title: "", summary: SafeText(summary, limits: .body)), columns)
    }
    #expect(untitled(" \n First words.\n\nMore.", 40) == "First words.\nMore.")
    #expect(untitled("1. a\n\n   • inner\n2. b", 40) == "1. a\n   • inner\n2. b", "the indentation stays")
    #expect(untitled("Only words", 6) == "Only\nwords")
    #expect(untitled("Only a few words", 6) == "Only a\nfew…\nOnly a\nfew\nwords", "the stand-in is cut")
  }

  @Test func `a summary is cut after its last line, blank lines left out`() {
    func summary(_ text: String) -> String { drawn(Card(title: "t", summary: SafeText(text, limits: .body)), 8) }
    #expect(summary("a\n\n\nb\nc\n\n") == "t\na\nb\nc")
    #expect(summary("a\nb\nc\nd") == "t\na\nb\nc…")
    #expect(summary("a\nb\n12345678\nd") == "t\na\nb\n1234567…")
    #expect(summary(" \n ") == "t")
  }

  /// Cards of every combination of parts, plain and hostile.
  private static let cards: [Card] = {
    var random = SeededGenerator(seed: 7)
    var cards: [Card] = []
    for mask in 0..<128 {
      for isHostile in [false, true] {
        func text(_ bit: Int, _ words: String, _ limits: SafeText.Limits = .title) -> SafeText {
          guard mask & 1 << bit != 0 else { return "" }
          return SafeText(isHostile ? TerminalText.hostile(count: 40, using: &random) : words, limits: limits)
        }
        cards.append(
          Card(
            title: text(0, "Wörter 日本語 and more words than fit"), author: text(1, "Ada Lovelace"), age: text(2, "3 h"),
            summary: text(3, "one two three\n\nfour 五六七八九十 " + String(repeating: "x", count: 30), .body),
            link: mask & 16 != 0 ? link : nil, gutter: text(5, "12 ← 9"),
            kind: mask & 64 != 0 ? .ad(reason: text(0, "every 6 from 3 · 2nd of 8")) : .content))
      }
    }
    return cards
  }()

  @Test func `at every width the height is the number of lines, and no line is wider`() throws {
    var sample = Sample(oneIn: 60)
    for (index, card) in Self.cards.enumerated() {
      for columns in Array(-1...50) + [79, 200, .max] where sample.takesNext() {
        let lines = card.lines(columns: columns)
        let label = "card \(index) at \(columns)"
        #expect(card.height(columns: columns) == lines.count && !lines.isEmpty, "\(label)")
        for line in lines {
          #expect(line.width <= max(1, columns), "\(label): \(line.string)")
          #expect(line.string.contains { !$0.isWhitespace }, "\(label): a blank line")
        }
        if case .ad = card.kind, columns >= 2 {
          #expect(lines.contains { $0.string.hasPrefix("ad") }, "\(label): an ad without the word")
        }
        var bytes: [UInt8] = []
        LinePainter(depth: .palette256).paint(lines) { (part: borrowing Span<UInt8>) in
          for index in part.indices { bytes.append(part[index]) }
        }
        var grid = TerminalGrid(columns: max(1, columns), dialect: .styled) { TextWidth.width(of: $0) }
        #expect(throws: Never.self, "\(label)") { try grid.feed(bytes) }
        #expect(grid.row == lines.count, "\(label)")
      }
    }
  }

  @Test func `a huge summary costs only the lines that are drawn`() {
    let card = Card(title: "t", summary: SafeText(String(repeating: "word ", count: 200_000), limits: .body))
    #expect(card.height(columns: 10) == 4)
    #expect(card.height(columns: .max) == 2)
  }
}

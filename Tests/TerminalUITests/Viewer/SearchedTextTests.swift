import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SearchedTextTests {
  /// The text of a line, with what is reversed in brackets.
  private func marked(_ line: CardLine) -> String {
    line.runs.map { $0.style.isReversed ? "[\($0.text)]" : $0.text.string }.joined()
  }

  private func found(_ text: String, in runs: SafeText...) -> String {
    marked(SearchedText(text).highlighted(in: [CardLine(runs.map { .init($0) })])[0])
  }

  @Test func `each place is reversed, and places do not overlap`() {
    #expect(found("boat", in: "a boat, boats") == "a [boat], [boat]s")
    #expect(found("aa", in: "aaaaa") == "[aaaa]a")
    #expect(found("boat", in: "boa", "t") == "[boa][t]")
    #expect(found("x", in: "boat") == "boat")
    #expect(found("a longer text", in: "boat") == "boat")
    #expect(found("", in: "boat") == "boat")
  }

  @Test func `case counts where the text has a capital`() {
    #expect(found("boat", in: "Boat BOAT") == "[Boat] [BOAT]")
    #expect(found("Boat", in: "Boat BOAT boat") == "[Boat] BOAT boat")
    #expect(found("äö", in: "ÄÖ") == "[ÄÖ]")
    #expect(found("Ä", in: "äÄ") == "ä[Ä]")
  }

  @Test func `clusters are compared as a whole`() {
    #expect(found("e", in: "e\u{301}e") == "e\u{301}[e]")
    #expect(found("\u{E9}", in: "e\u{301}e") == "[e\u{301}]e", "however they are encoded")
    #expect(found("文字", in: "中文字") == "中[文字]")
    #expect(found("👩", in: "👩🏽‍🚀 👩") == "👩🏽‍🚀 [👩]")
  }

  @Test func `styles and links stay, and reversed text stays reversed`() throws {
    let link = try SafeLink("https://a.example")
    let line = CardLine([
      .init("[Ad]", Style(bold: true, reversed: true)), .init(" "), .init("boats", Style(dim: true), link: link),
    ])
    #expect(
      SearchedText("boat").highlighted(in: [line])[0].runs == line.runs.prefix(2) + [
        .init("boat", Style(dim: true, reversed: true), link: link), .init("s", Style(dim: true), link: link),
      ])
    #expect(
      SearchedText("ad").highlighted(in: [line])[0].runs.map(\.style.isReversed) == [true, true, true, false, false])
  }

  @Test func `random lines keep their text, and match what a slow search finds`() {
    for seed in UInt64(0)..<Sample.of(20_000, few: 1000) {
      var random = SeededGenerator(seed: seed)
      let letters: [Character] = ["a", "b", "A", "é", "中"]
      let word = { (count: Int, random: inout SeededGenerator) in
        String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let runs = (0..<3).map { _ in CardLine.Run(SafeText(word(.random(in: 0...6, using: &random), &random))) }
      let line = CardLine(runs)
      let text = word(.random(in: 1...3, using: &random), &random)
      let isFolded = text == text.lowercased()
      var expected = ""
      var rest = Array(line.string)
      let equal = { (one: [Character]) in isFolded ? String(one).lowercased() == text : String(one) == text }
      while !rest.isEmpty {
        if equal(Array(rest.prefix(text.count))) {
          expected += "[\(String(rest.prefix(text.count)))]"
          rest.removeFirst(text.count)
        } else {
          expected.append(rest.removeFirst())
        }
      }
      let shown = marked(SearchedText(text).highlighted(in: [line])[0])
      // Places side by side, and the parts of a place in two runs, may be told apart or not.
      let plain = { (words: String) in words.replacing("][", with: "") }
      #expect(plain(shown) == plain(expected), "seed \(seed)")
    }
  }

  /// The texts of lines, with what is reversed in brackets.
  private func found(_ text: String, inLines lines: String...) -> [String] {
    SearchedText(text).highlighted(in: lines.map { CardLine([.init(SafeText($0))]) }).map(marked)
  }

  @Test func `a phrase is found wherever its lines are wrapped`() {
    #expect(found("two boats", inLines: "one, two", "boats and") == ["one, [two]", "[boats] and"])
    #expect(found("two boats", inLines: "│ one, two", "│ boats") == ["│ one, [two]", "│ [boats]"], "in a quotation")
    #expect(found("a b c", inLines: "• a", "  b", "  c") == ["• [a]", "  [b]", "  [c]"])
    #expect(found("longword", inLines: "long", "word") == ["[long]", "[word]"], "a word wider than the line")
    #expect(found("中文字", inLines: "a 中", "文字") == ["a [中]", "[文字]"])
    #expect(found("twoboats", inLines: "one, two", "boats") == ["one, two", "boats"])
    #expect(found("two boats", inLines: "one two", "", "boats") == ["one two", "", "boats"], "another paragraph")
    #expect(found("two ", inLines: "one two") == ["one two"])
  }

  // MARK: In the viewer

  /// The words that are reversed above the status line.
  private func reversed(_ world: ViewerWorld) -> [String] {
    world.viewer.frame.lines.dropLast().flatMap { $0.runs.filter(\.style.isReversed).map(\.text.string) }
  }

  @Test func `what is found in an open card does not depend on its width`() throws {
    let words = (0..<40).flatMap { ["word\($0)", ["the", "old", "harbour", "中文", "wall"][$0 % 5]] }
    let card = Card(title: "one", summary: SafeText(words.joined(separator: " "), limits: .body))
    for columns in 12..<60 {
      let world = ViewerWorld([card], size: ScreenSize(columns: columns, rows: 100))
      for number in [3, 17, 61] {
        let phrase = words[number..<number + 5].joined(separator: " ")
        try world.press("<enter>/\(phrase)<enter>")
        #expect(world.viewer.message == "match 1 of 1 in this item", "\(columns) columns, \(phrase)")
        #expect(reversed(world).joined().filter { $0 != " " } == phrase.filter { $0 != " " }, "\(columns) columns")
        try world.press("<esc><esc>")
      }
    }
  }

  @Test func `what was found is reversed in the cards in view, and no longer after Esc`() throws {
    let world = ViewerWorld(ViewerWorld.plainCards(20), size: ScreenSize(columns: 80, rows: 9))
    #expect(reversed(world).isEmpty)
    try world.press("/item 1<enter>")
    #expect(world.selected?.number == 1)
    #expect(reversed(world) == ["item 1"])
    try world.press("n")
    #expect(Set(reversed(world)) == ["item 1"] && world.selected?.number == 10)
    try world.press("<esc>")
    #expect(reversed(world).isEmpty)
    try world.press("h<enter>")
    #expect(reversed(world).isEmpty)
    try world.press("h/item 1<enter>N")
    #expect(reversed(world) == ["item 1"] && world.selected?.number == 1, "searched again")
    try world.press("/item 2<esc>")
    #expect(reversed(world) == ["item 1"], "Esc ends the prompt only")
  }

  @Test func `what was found is reversed in the open card until Esc`() throws {
    for size in [ScreenSize(columns: 60, rows: 12), ScreenSize(columns: 130, rows: 12)] {
      let world = ViewerWorld(ViewerWorld.plainCards(20), size: size)
      try world.press("/text<enter><enter>")
      #expect(reversed(world).allSatisfy { $0 == "text" })
      #expect(reversed(world).count == (size.columns == 60 ? 1 : 4))
      try world.press("<esc>")
      #expect(reversed(world).isEmpty && world.viewer.opened != nil)
      try world.press("<esc>")
      #expect(world.viewer.opened == nil)
    }
  }

  @Test func `the open card scrolls to the line in which the text is found`() throws {
    let text = SafeText((0..<60).map { "line \($0)" }.joined(separator: "\n"), limits: .body)
    let cards = ["one line 40", "two line 40"].map { Card(title: SafeText($0), summary: text) }
    let world = ViewerWorld(cards, size: ScreenSize(columns: 40, rows: 11))
    try world.press("<enter>/line 40<enter>")
    #expect(world.selected?.number == 0 && world.text[0].hasPrefix("  one"), "its title is in view")
    world.sections[0].items[0].card.title = "one"
    world.viewer.redrawCards()
    try world.press("/line 40<enter>")
    #expect(world.selected?.number == 0 && world.text[0] == "  line 40" && reversed(world) == ["line 40"])
    for key in ["n", "N"] {
      try world.press(key)
      #expect(world.selected?.number == 0 && world.text[0] == "  line 40", "one keeps to the item that is open")
      #expect(world.text.last?.hasPrefix(" match 1 of 1 in this item; the search") == true)
    }
    world.sections[0].items[0].card.summary = ""
    world.viewer.redrawCards()
    try world.press("n")
    #expect(world.selected?.number == 1 && world.text[0].hasPrefix("  two"), "an item without a match is left")
  }
}

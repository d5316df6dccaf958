import Documents
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct DocumentLayoutTests {
  private typealias Block = Document.Block
  private typealias Inline = Document.Inline

  private func lines(_ blocks: [Block], _ columns: Int = 40) -> [String] {
    var layout = DocumentLayout()
    return layout.lines(of: Document(blocks), columns: columns).map(\.string)
  }

  private func paragraph(_ words: String) -> Block { .paragraph([.text(words)]) }

  @Test func `Blocks are separated by empty lines and wrapped`() {
    #expect(
      lines(
        [.heading(level: 2, [.text("Tides")]), paragraph("High at noon, low at six in the evening."), .rule], 24)
        == ["Tides", "", "High at noon, low at six", "in the evening.", "", String(repeating: "─", count: 24)])
    #expect(lines([.paragraph([.text("one"), .lineBreak, .text("two")])]) == ["one", "two"])
  }

  @Test func `Quotations have a bar, within each other as well`() {
    #expect(
      lines([.quotation([paragraph("Is the pier closed?"), .quotation([paragraph("Since noon.")])])], 16)
        == ["│ Is the pier", "│ closed?", "│ ", "│ │ Since noon."])
  }

  @Test func `Lists are numbered as they were, and nested`() {
    let inner = Block.list([.init([paragraph("deep")]), .init([paragraph("deeper")])])
    let list = Block.list([
      .init(number: 9, [paragraph("nine"), inner]), .init(number: 10, [paragraph("ten is longer than a line is")]),
    ])
    #expect(
      lines([list], 20)
        == [" 9. nine", "    • deep", "    • deeper", "10. ten is longer", "    than a line is"])
    #expect(
      lines([.list([.init([paragraph("one"), paragraph("two")]), .init([paragraph("three")])])])
        == ["• one", "  ", "  two", "", "• three"])
  }

  @Test func `A program keeps its spaces and tabs`() {
    #expect(lines([.preformatted([.text("if a {\n\tb  c\n}")])]) == ["    if a {", "        b  c", "    }"])
    #expect(
      lines([.preformatted([.text("abcdefghij klmnop\n\nx")])], 16) == [
        "    abcdefghij", "    ↪ klmnop", "    ", "    x",
      ], "a line that goes on")
    #expect(
      lines([.preformatted([.text("日\tx\nab"), .styled(.strong, [.text("\tx")])])]) == ["    日  x", "    ab  x"])
  }

  @Test func `A program has styles and numbered links, but no backticks`() {
    let inlines: [Inline] = [
      .styled(
        .code,
        [
          .text("2"), .styled(.superscript, [.text("32")]), .text(" "), .styled(.struck, [.text("a\nb")]), .text("\t"),
          .link(address: "https://example.org", [.text("man")]), .text("\n"), .picture(alternative: "fig"),
        ])
    ]
    var layout = DocumentLayout()
    let lines = layout.lines(of: Document([.preformatted(inlines)]), columns: 40)
    #expect(lines.map(\.string) == ["    2³² ~~a", "    b~~   man[1]", "    [fig]"])
    #expect(layout.links.map(\.string) == ["https://example.org"] && lines[1].runs[3].link == layout.links[0])
  }

  @Test func `What changes the meaning has signs, not only styles`() {
    let inlines: [Inline] = [
      .text("10"), .styled(.superscript, [.text("6")]), .text(" H"), .styled(.subscript, [.text("2")]), .text("O 1"),
      .styled(.superscript, [.text("st")]), .text(" "),
      .styled(.struck, [.text("22:10")]), .text(" "), .styled(.inserted, [.text("21:40")]), .text(" "),
      .styled(.speech, [.text("no, "), .styled(.speech, [.text("never")])]), .text(" "),
      .styled(.code, [.text("go()")]), .text(" "), .picture(alternative: "a seal"),
    ]
    #expect(lines([.paragraph(inlines)], 80) == ["10⁶ H₂O 1st ~~22:10~~ 21:40 “no, ‘never’” `go()` [a seal]"])
  }

  @Test func `Styles add up and end where their words end`() {
    var layout = DocumentLayout()
    let both = Inline.styled(.strong, [.text("very "), .styled(.emphasis, [.text("late")])])
    let line = layout.lines(of: Document([.paragraph([.text("It is "), both, .text(".")])]), columns: 40)[0]
    #expect(line.runs.map(\.text.string) == ["It is ", "very ", "late", "."])
    #expect(line.runs.map(\.style) == [.plain, Style(bold: true), Style(bold: true, italic: true), .plain])
  }

  @Test func `Pictures are numbered unless they are in a link`() {
    var layout = DocumentLayout()
    let seal = "https://example.org/seal.jpg"
    let inlines: [Inline] = [
      .picture(alternative: "a seal", address: seal), .text(" "),
      .link(address: "https://example.org", [.picture(alternative: "image", address: seal)]), .text(" "),
      .picture(alternative: "x", address: "data:,"),
    ]
    let line = layout.lines(of: Document([.paragraph(inlines)]), columns: 80)[0]
    #expect(line.string == "[a seal][1] [image][2] [x]")
    #expect(layout.links.map(\.string) == [seal, "https://example.org"] && line.runs[0].link?.string == seal)
  }

  @Test func `Links are numbered, equal ones alike`() {
    var layout = DocumentLayout()
    let boats = "https://example.org/boats"
    let inlines: [Inline] = [
      .link(address: boats, [.text("boats")]), .text(", "), .link(address: "mailto:a@example.org", [.text("mail")]),
      .text(", "), .link(address: boats, []), .text(", "), .link(address: "javascript:x", [.text("script")]),
      .text(", "), .link(address: "https://example.org/@owen", [.text("@owen")]), .text(", "),
      .styled(.superscript, [.link(address: "https://example.org/note", [.text("1")])]),
    ]
    let lines = layout.lines(of: Document([.paragraph(inlines)]), columns: 120)
    #expect(lines.map(\.string) == ["boats[1], mail[2], https://example.org/boats[1], script, @owen[3], 1[4]"])
    let owen = "https://example.org/@owen"
    #expect(layout.links.map(\.string) == [boats, "mailto:a@example.org", owen, "https://example.org/note"])
    #expect(layout.namedLinks.map(\.string) == [owen], "their addresses are not listed")
    #expect(lines[0].runs.first?.link?.string == boats)
    #expect(lines[0].runs.first { $0.text.string == "@owen" }?.link?.host == "example.org")
    let again = layout.lines(of: Document([.paragraph([.link(address: boats, [.text("x")])])]), columns: 9)
    #expect(again.map(\.string) == ["x[1]"], "numbers go on from one document to the next")
  }

  @Test func `A link that is wrapped leads to its page in each line`() {
    var layout = DocumentLayout()
    let link = Inline.link(address: "https://example.org", [.text("the boats of the harbour")])
    let lines = layout.lines(of: Document([.paragraph([link])]), columns: 10)
    #expect(lines.map(\.string) == ["the boats", "of the", "harbour[1]"])
    #expect(lines.map { $0.runs.allSatisfy { $0.link != nil } } == [true, true, true])
  }

  @Test func `A table has aligned columns if it fits`() {
    let table = Document.Table(
      header: [[[paragraph("Day")], [paragraph("High water")]]],
      [[[paragraph("Mon")], [paragraph("3:10")]], [[], [paragraph("15:40")]], [[paragraph("Tue")]]])
    #expect(
      lines([.table(table)], 40)
        == ["Day │ High water", "────┼───────────", "Mon │ 3:10", "    │ 15:40", "Tue"])
  }

  @Test func `The widest columns of a table are narrowed`() {
    let table = Document.Table([[[paragraph("a")], [paragraph("one two three four five")]]])
    #expect(lines([.table(table)], 16) == ["a │ one two", "  │ three four", "  │ five"])
  }

  @Test func `A table that is too wide has a line for each cell`() {
    let table = Document.Table(
      header: [[[paragraph("Day")], [paragraph("Water")], [paragraph("Who")]]],
      [
        [[paragraph("Monday the first")], [paragraph("very high")], [paragraph("Ada Lovelace")]],
        [[paragraph("Tuesday")], [], [paragraph("Ben")]],
      ])
    #expect(
      lines([.table(table)], 30)
        == ["Day: Monday the first", "Water: very high", "Who: Ada Lovelace", "", "Day: Tuesday", "Who: Ben"])
  }

  @Test func `Columns are as wide as the numbers of their links`() {
    let rows = (1...11).map { number in
      [[Block.paragraph([.link(address: "https://e.example/\(number)", [.text("boat")])])], [paragraph("\(number)")]]
    }
    let shown = lines([.table(Document.Table(rows))], 40)
    #expect(shown.first == "boat[1]  │ 1")
    #expect(shown.last == "boat[11] │ 11")
  }

  @Test func `A table of names only is shown on a narrow screen`() {
    let names = (1...4).map { [paragraph("column number \($0)")] }
    #expect(lines([.table(Document.Table(header: [names], []))], 20) == (1...4).map { "column number \($0)" })
  }

  @Test func `No line is wider than the screen, however deep`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<Sample.of(300, few: 8) {
      let blocks = (0..<3).map { _ in random.block(depth: 5) }
      for columns in [1, 2, 7, 12, 40] {
        var layout = DocumentLayout()
        let wide = layout.lines(of: Document(blocks), columns: columns).filter { $0.width > columns }
        #expect(wide.map(\.string) == [], "at \(columns) columns")
      }
    }
  }

  @Test func `Parts that combine are still drawn once`() {
    var layout = DocumentLayout()
    let parts: [Inline] = [
      .text("e"), .styled(.strong, [.text("\u{301}x")]), .text("🇩"), .styled(.emphasis, [.text("🇪🇫")]),
      .text("a\u{200D}"),
    ]
    let lines = layout.lines(of: Document([.paragraph(parts)]), columns: 20)
    #expect(lines.count == 1)
    #expect(lines[0].string.contains("x") && lines[0].string.contains("a"))
  }
}

extension SeededGenerator {
  fileprivate mutating func words() -> String {
    let words = [
      "tide", "a", "harbour-master", "海の", "👩‍👩‍👧", "e\u{301}", "  ", "\u{202E}x",
      "unbreakable-word-of-forty-letters-or-more",
    ]
    return (0..<Int.random(in: 0...6, using: &self)).map { _ in words[Int.random(in: 0..<words.count, using: &self)] }
      .joined(separator: " ")
  }

  fileprivate mutating func inlines(depth: Int) -> [Document.Inline] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in
      switch Int.random(in: 0..<(depth > 0 ? 5 : 2), using: &self) {
      case 0: .text(words())
      case 1: .lineBreak
      case 2: .picture(alternative: words())
      case 3: .link(address: "https://example.org/\(Int.random(in: 0..<9, using: &self))", inlines(depth: depth - 1))
      default:
        .styled(Document.Style.allCases[Int.random(in: 0..<8, using: &self)], inlines(depth: depth - 1))
      }
    }
  }

  fileprivate mutating func blocks(depth: Int) -> [Document.Block] {
    (0..<Int.random(in: 0...2, using: &self)).map { _ in block(depth: depth) }
  }

  fileprivate mutating func block(depth: Int) -> Document.Block {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &self) {
    case 0: return .heading(level: Int.random(in: 1...6, using: &self), inlines(depth: 2))
    case 1: return .paragraph(inlines(depth: 2))
    case 2: return .preformatted([.text(words() + "\n\t")] + inlines(depth: 2))
    case 3: return .rule
    case 4: return .quotation(blocks(depth: depth - 1))
    case 5:
      let first = Bool.random(using: &self) ? Int.random(in: -3...2_000, using: &self) : nil
      return .list((0..<3).map { _ in Document.ListItem(number: first, blocks(depth: depth - 1)) })
    default:
      let rows = (0..<2).map { _ in (0..<Int.random(in: 0...4, using: &self)).map { _ in blocks(depth: depth - 1) } }
      return .table(Document.Table(header: Bool.random(using: &self) ? [rows[0]] : [], rows))
    }
  }
}

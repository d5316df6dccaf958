import Documents
import TestSupport
import Testing

@Suite struct DocumentTests {
  @Test func `plain text becomes paragraphs at its empty lines`() {
    let cases: [(String, [Document.Block])] = [
      ("", []), (" \n\t\n", []), ("a", [.paragraph([.text("a")])]),
      ("a\nb\r\n\r\n\nc\n", [.paragraph([.text("a"), .lineBreak, .text("b")]), .paragraph([.text("c")])]),
    ]
    for (text, blocks) in cases { #expect(Document(text: text).blocks == blocks, "\(text.debugDescription)") }
  }

  @Test func `each block has a shape of its own in plain text`() {
    let paragraph = Document.Block.paragraph([.text("a"), .lineBreak, .text("b")])
    let cases: [([Document.Block], String)] = [
      ([.heading(level: 1, [.text("H")]), paragraph], "H\n\na\nb"),
      ([.quotation([paragraph, .rule])], "> a\n> b\n>\n> * * *"),
      ([.list([.init([paragraph]), .init(number: 12, [paragraph])])], "• a\n  b\n12. a\n    b"),
      ([.list([.init([paragraph, paragraph]), .init([.rule])])], "• a\n  b\n\n  a\n  b\n\n• * * *"),
      ([.list([.init([.list([.init([paragraph])])])])], "• • a\n    b"),
      ([.preformatted([.text(" x\n\ty"), .styled(.struck, [.text("z")])])], " x\n\ty~~z~~"),
      ([.quotation([.list([.init([.quotation([paragraph])])])])], "> • > a\n>   > b"),
      ([.table(.init(header: [[[.paragraph([.text("A")])], []]], [[[], [.rule]], []]))], "A\n | * * *"),
      ([.list([.init([.quotation([])]), .init([paragraph])])], "• a\n  b"), ([], ""),
    ]
    for (blocks, text) in cases { #expect(Document(blocks).plainText() == text, "\(blocks)") }
  }

  @Test func `each inline keeps its meaning in plain text`() {
    let cases: [(Document.Inline, String)] = [
      (.styled(.emphasis, [.text("a")]), "a"), (.styled(.strong, [.text("a")]), "a"),
      (.styled(.code, [.text("a")]), "a"),
      (.styled(.struck, [.text(" a ")]), " ~~a~~ "), (.styled(.inserted, [.text("a")]), "a"),
      (.styled(.superscript, [.text("12")]), "¹²"), (.styled(.subscript, [.text("n+1")]), "_(n+1)"),
      (.styled(.speech, [.text("a "), .styled(.speech, [.text("b")])]), "“a ‘b’”"),
      (.picture(alternative: "a b"), "[a b]"),
      (.link(address: "https://x.org", [.text("a")]), "a (https://x.org)"),
      (.link(address: "https://x.org", []), "https://x.org"),
      (.link(address: "https://x.org", [.text("x.org")]), "x.org"),
      (.link(address: "mailto:a@b.c", [.text("a@b.c")]), "a@b.c"),
      (.link(address: "https://x.org", [.text("@a")]), "@a"),
      (.link(address: "https://x.org", [.text("#1")]), "#1 (https://x.org)"),
    ]
    for (inline, text) in cases { #expect([inline].plainText == text, "\(inline)") }
  }

  @Test func `addresses are short where they are to be`() {
    let address = "https://me@harbour.example/2026/07/the-gun.html?from=feed#top"
    let cases: [(Document.Inline, String)] = [
      (.link(address: address, [.text(address)]), "harbour.example/2026/07…feed#top"),
      (.link(address: address, [.text("The gun")]), "The gun (harbour.example/2026/07…feed#top)"),
      (.link(address: address, []), "harbour.example/2026/07…feed#top"),
      (.link(address: address, [.text("#gun")]), "#gun"),
      (.link(address: "https://", [.text("a")]), "a (https://)"),
      (.link(address: "http://x.org/", [.styled(.code, [.text("x.org/")])]), "x.org/"),
      (.link(address: "mailto:a@b.c", [.text("a@b.c")]), "a@b.c"),
    ]
    for (inline, text) in cases {
      #expect(Document([.paragraph([inline])]).plainText(addressLimit: 32) == text, "\(inline)")
      let cell = Document.Block.table(.init([[[.paragraph([inline])]]]))
      #expect(Document([.quotation([cell])]).plainText(addressLimit: 32) == "> \(text)", "\(inline)")
    }
  }

  /// Documents of any shape: without marks, their plain text is the words in reading order, and a limit takes a beginning.
  @Test func `plain text has all words in order, up to its limit`() {
    for seed in 0..<1000 as Range<UInt64> {
      var generator = DocumentGenerator(seed: seed)
      let blocks = generator.blocks(depth: 4)
      let text = Document(blocks).plainText()
      let words = text.split { !$0.isLetter }.map(String.init)
      #expect(words == (0..<generator.wordCount).map(DocumentGenerator.word), "seed \(seed): \(text)")
      for limit in [0, 1, 7, 50] {
        let part = Document(blocks).plainText(limit: limit)
        let isBeginning = part.hasSuffix("…") && text.hasPrefix(part.dropLast()) && part.utf8.count <= limit + 3
        #expect(text.utf8.count <= limit ? part == text : isBeginning, "seed \(seed), limit \(limit): \(part)")
      }
    }
  }
}

/// Makes documents of any shape whose words are numbered in reading order.
private struct DocumentGenerator {
  private var random: SeededGenerator
  private(set) var wordCount = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A word of letters that no marker, ending or sign has.
  static func word(_ number: Int) -> String {
    "w" + String(decoding: String(number).utf8.map { $0 + 49 }, as: UTF8.self)
  }

  mutating func blocks(depth: Int) -> [Document.Block] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in block(depth: depth) }
  }

  private mutating func block(depth: Int) -> Document.Block {
    switch Int.random(in: 0...(depth > 0 ? 7 : 3), using: &random) {
    case 0: .heading(level: 2, inlines(depth: 2))
    case 1: .preformatted([.text(nextWord() + "\n  ")] + inlines(depth: 1))
    case 2: .rule
    case 3: .paragraph(inlines(depth: 2))
    case 4: .quotation(blocks(depth: depth - 1))
    case 5: .table(.init(header: [[blocks(depth: 0)]], [[blocks(depth: depth - 1), blocks(depth: 0)], [[]]]))
    default:
      .list((0..<3).map { number in .init(number: number == 0 ? nil : number, blocks(depth: depth - 1)) })
    }
  }

  private mutating func inlines(depth: Int) -> [Document.Inline] {
    (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in [inline(depth: depth), .text(" ")] }
  }

  private mutating func inline(depth: Int) -> Document.Inline {
    switch Int.random(in: 0...(depth > 0 ? 4 : 2), using: &random) {
    case 0: .text(nextWord())
    case 1: .lineBreak
    case 2: .picture(alternative: nextWord())
    case 3: .link(address: "1:", inlines(depth: depth - 1))
    default: .styled(Document.Style.allCases.randomElement(using: &random) ?? .code, inlines(depth: depth - 1))
    }
  }

  private mutating func nextWord() -> String {
    defer { wordCount += 1 }
    return Self.word(wordCount)
  }
}

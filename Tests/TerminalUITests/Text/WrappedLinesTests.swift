import TestSupport
import Testing

@testable import TerminalUI

@Suite struct WrappedLinesTests {
  private func wrapped(_ text: String, _ columns: Int) -> [String] {
    WrappedLines(SafeText(text, limits: .body), columns: columns).map(\.string)
  }

  @Test func `words are laid in lines`() {
    #expect(wrapped("one two three", 8) == ["one two", "three"])
    #expect(wrapped("one two three", 7) == ["one two", "three"])
    #expect(wrapped("one    two", 5) == ["one", "two"])
    #expect(wrapped("a\n\n  b c ", 3) == ["a", "", "  b", "c"])
    #expect(wrapped("hi unbreakable", 5) == ["hi", "unbre", "akabl", "e"])
    #expect(wrapped("日本語です。", 4) == ["日本", "語で", "す。"])
    #expect(wrapped("日本。語", 4) == ["日", "本。", "語"], "no closing punctuation begins a line")
    #expect(wrapped("a\u{A0}b c", 3) == ["a\u{A0}b", "c"])
    #expect(wrapped("中\nb", 1) == ["…", "b"])
    #expect(wrapped("", 10) == [""])
    #expect(wrapped("a\n", 10) == ["a", ""])
    #expect(wrapped("ab", 0) == ["a", "b"])
    #expect(wrapped("ab", .min) == ["a", "b"])
    #expect(wrapped("ab cd", .max) == ["ab cd"])
  }

  /// Wraps by trying every place where a line may end, from the far end.
  private func slowlyWrapped(_ line: [Character], _ columns: Int) -> [String] {
    func width(_ part: some Collection<Character>) -> Int { part.reduce(0) { $0 + TextWidth.width(of: $1) } }
    func bare(_ part: [Character]) -> [Character] { Array(part.reversed().drop { $0 == " " }.reversed()) }
    func mayBreak(_ line: [Character], _ place: Int) -> Bool {
      guard line[place] != " ", !bare(Array(line[..<place])).isEmpty else { return false }
      if line[place - 1] == " " { return true }
      return width(line[place - 1...place]) > 2 && line[place] != "）"
    }
    var rest = line
    var lines: [[Character]] = []
    while true {
      if width(bare(rest)) <= columns { return (lines + [bare(rest)]).map { String($0) } }
      let places = rest.indices.dropFirst().filter { mayBreak(rest, $0) && width(bare(Array(rest[..<$0]))) <= columns }
      let spaces = rest.prefix { $0 == " " }.count
      if let place = places.last {
        lines.append(bare(Array(rest[..<place])))
        rest = Array(rest[place...])
      } else if spaces > 0, width(rest[...spaces]) > columns {
        rest = Array(rest[spaces...])
      } else if width(rest[...0]) > columns {
        lines.append(["…"])
        rest = Array(rest.dropFirst().drop { $0 == " " })
        if rest.isEmpty { return lines.map { String($0) } }
      } else {
        let count = rest.indices.last { width(rest[..<$0]) <= columns } ?? 0
        lines.append(Array(rest[..<count]))
        rest = Array(rest[count...])
      }
    }
  }

  private func check(_ text: [Character], _ columns: Int, _ label: @autoclosure () -> String = "") {
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { slowlyWrapped(Array($0), columns) }
    #expect(
      wrapped(String(text), columns) == expected, "\(String(text).debugDescription) at \(columns) \(label())")
  }

  @Test func `all short texts are wrapped as by trying every place`() {
    var texts: [[Character]] = [[]]
    var sample = Sample(oneIn: 12)
    for length in 0...5 {
      for text in texts where length < 4 || sample.takesNext() {
        for columns in 1...5 { check(text, columns) }
      }
      if length < 5 { texts = texts.flatMap { text in Self.alphabet.map { text + [$0] } } }
    }
  }

  @Test func `longer texts are wrapped as by trying every place`() {
    for seed in UInt64(0)..<Sample.of(3000, few: 300) {
      var random = SeededGenerator(seed: seed)
      // An ASCII letter that a mark follows is no cluster by itself.
      let text = (0..<Int.random(in: 6...30, using: &random)).map { _ in
        (Self.alphabet + ["e\u{301}", "é"]).randomElement(using: &random) ?? "a"
      }
      check(text, .random(in: 1...12, using: &random), "seed \(seed)")
    }
  }

  private static let alphabet: [Character] = ["a", " ", "中", "）", "\n"]

  @Test func `hostile texts keep their words and never leave the width`() {
    for seed in UInt64(0)..<Sample.of(600, few: 50) {
      var random = SeededGenerator(seed: seed)
      let text = SafeText(TerminalText.hostile(count: 60, using: &random), limits: .body)
      for columns in [1, 2, 3, 5, 9, 40, .max] {
        let lines = Array(WrappedLines(text, columns: columns))
        for line in lines {
          #expect(TextWidth.width(of: line) <= columns, "seed \(seed), \(columns) columns: \(line)")
          #expect(line.string.last != " " && !line.string.contains("\n"), "seed \(seed), \(columns) columns: \(line)")
        }
        guard columns > 1 else { continue }
        let words = lines.flatMap { $0.string.filter { !$0.isWhitespace }.unicodeScalars }
        #expect(words == Array(text.string.filter { !$0.isWhitespace }.unicodeScalars), "seed \(seed), \(columns)")
      }
    }
  }

  @Test func `lines are made one at a time`() {
    var lines = WrappedLines(SafeText("a b c"), columns: 1)
    #expect(lines.next() == "a")
    #expect(lines.next() == "b")
    #expect(lines.next() == "c")
    #expect(lines.next() == nil)
    #expect(lines.next() == nil)
  }
}

/// A text that a person searches for, and that is shown reversed in lines.
///
/// Case makes no difference unless the text has a capital letter, as in vim with `smartcase`. Whole clusters are
/// compared, so that `e` is not found in `é`.
struct SearchedText: Hashable {
  /// The text as it was typed.
  let text: String
  private let clusters: [String]
  private let ignoresCase: Bool

  init(_ text: String) {
    self.text = text
    ignoresCase = !text.contains(where: \.isUppercase)
    clusters = text.map { [ignoresCase] in ignoresCase ? $0.lowercased() : String($0) }
  }

  /// Returns lines with each place where the text is found reversed; a place may extend over several runs and lines.
  ///
  /// - Parameter current: The index of the line whose places are also underlined, as those that were found last.
  /// - Complexity: O(*n* · *m*) in the lengths of the lines and the text.
  func highlighted(in lines: some Collection<CardLine>, current: Int? = nil) -> [CardLine] {
    zip(lines, places(in: lines)).map { line, places in
      var rest = places[...]
      return places.allSatisfy { $0 == nil } ? line : CardLine(line.runs.flatMap { $0.split(by: &rest, current) })
    }
  }

  /// Returns the indices of the lines in which places begin where the text is found.
  func matches(in lines: [CardLine]) -> [Int] { Set(places(in: lines).joined().compactMap(\.self)).sorted() }

  /// Returns for each cluster of each line the index of the line in which its place begins; nil for one that is in none.
  private func places(in lines: some Collection<CardLine>) -> [[Int?]] {
    let lines = lines.map { line in line.runs.flatMap { Array($0.text.string) } }
    var places = lines.map { [Int?](repeating: nil, count: $0.count) }
    let letters = lines.indices.flatMap { self.letters(of: lines[$0], $0, after: $0 > 0 ? lines[$0 - 1] : []) }
    var start = 0
    while start < letters.count {
      guard let end = end(ofPlaceAt: start, in: letters) else {
        start += 1
        continue
      }
      for letter in letters[start..<end] where letter.place >= 0 {
        places[letter.line][letter.place] = letters[start].line
      }
      start = end
    }
    return places
  }

  /// A cluster of a line, or the break before a line.
  private struct Letter {
    let line: Int
    /// Which cluster of the line it is; -1 for the break.
    let place: Int
    /// The cluster as it is compared; of a break a space.
    let cluster: String
    /// Whether it is a break that may be within a word.
    var isOptional = false
  }

  /// Returns the break before a line and its clusters, without those that indent it; a blank line has a break that is no space.
  private func letters(of line: [Character], _ number: Int, after former: [Character]) -> [Letter] {
    let start = line.firstIndex { !Self.indents.contains($0) } ?? line.count
    // A word that is wider than a line is broken without a space, and so are words of wide clusters.
    let isOptional =
      !former.contains(" ") || [former.last, line[start...].first].contains { $0.map(Self.isWide) ?? false }
    let lineBreak = Letter(line: number, place: -1, cluster: start == line.count ? "" : " ", isOptional: isOptional)
    return [lineBreak]
      + (start..<line.count).map { Letter(line: number, place: $0, cluster: folded(line[$0])) }
  }

  /// What is before the text of lines that go on with a paragraph, in a quotation and in wrapped code.
  private static let indents: Set<Character> = [" ", "│", "↪"]

  private static func isWide(_ cluster: Character) -> Bool { TextWidth.width(of: SafeText(String(cluster))) > 1 }

  private func folded(_ cluster: Character) -> String { ignoresCase ? cluster.lowercased() : String(cluster) }

  /// Returns the end of the place that begins with a letter; nil if the text is not there.
  private func end(ofPlaceAt start: Int, in letters: [Letter]) -> Int? {
    if clusters.isEmpty { return nil }
    var end = start
    for cluster in clusters {
      if end < letters.count, letters[end].isOptional, cluster != " " { end += 1 }
      guard end < letters.count, letters[end].cluster == cluster else { return nil }
      end += 1
    }
    return end
  }
}

extension CardLine.Run {
  /// Returns the parts of the run, those that are found reversed; removes as many values as the run has clusters.
  fileprivate func split(by found: inout ArraySlice<Int?>, _ current: Int?) -> [CardLine.Run] {
    var parts: [CardLine.Run] = []
    var start = text.string.startIndex
    while start < text.string.endIndex, let place = found.first {
      let count = found.prefix { $0 == place }.count
      let end = text.string.index(start, offsetBy: count, limitedBy: text.string.endIndex) ?? text.string.endIndex
      found = found.dropFirst(text.string.distance(from: start, to: end))
      var style = style
      if let place { (style.isReversed, style.isUnderlined) = (true, style.isUnderlined || place == current) }
      parts.append(CardLine.Run(text.part(start..<end), style, link: link))
      start = end
    }
    return parts
  }
}

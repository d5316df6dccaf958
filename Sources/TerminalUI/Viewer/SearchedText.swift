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

  /// Returns a line with each place where the text is found reversed; a place may extend over several runs.
  ///
  /// - Parameter isCurrent: Whether it is also underlined, as the match that was found last.
  /// - Complexity: O(*n* · *m*) in the lengths of the line and the text.
  func highlighted(in line: CardLine, isCurrent: Bool = false) -> CardLine {
    let found = places(in: line)
    guard found.contains(true) else { return line }
    var rest = found[...]
    return CardLine(line.runs.flatMap { $0.split(by: &rest, isCurrent: isCurrent) })
  }

  /// Returns whether the text is found in a line.
  func isFound(in line: CardLine) -> Bool { places(in: line).contains(true) }

  private func folded(_ cluster: Character) -> String { ignoresCase ? cluster.lowercased() : String(cluster) }

  /// Returns whether each cluster of a line belongs to a place where the text is found.
  private func places(in line: CardLine) -> [Bool] {
    let line = line.runs.flatMap { $0.text.string.map(folded) }
    var found = [Bool](repeating: false, count: line.count)
    guard !clusters.isEmpty else { return found }
    var start = 0
    while start + clusters.count <= line.count {
      let end = start + clusters.count
      guard line[start] == clusters[0], line[start..<end].elementsEqual(clusters) else {
        start += 1
        continue
      }
      for index in start..<end { found[index] = true }
      start = end
    }
    return found
  }
}

extension CardLine.Run {
  /// Returns the parts of the run, those that are found reversed; removes as many values as the run has clusters.
  fileprivate func split(by found: inout ArraySlice<Bool>, isCurrent: Bool) -> [CardLine.Run] {
    var parts: [CardLine.Run] = []
    var start = text.string.startIndex
    while start < text.string.endIndex, let isFound = found.first {
      let count = found.prefix { $0 == isFound }.count
      let end = text.string.index(start, offsetBy: count, limitedBy: text.string.endIndex) ?? text.string.endIndex
      found = found.dropFirst(text.string.distance(from: start, to: end))
      var style = style
      if isFound { (style.isReversed, style.isUnderlined) = (true, style.isUnderlined || isCurrent) }
      parts.append(CardLine.Run(text.part(start..<end), style, link: link))
      start = end
    }
    return parts
  }
}

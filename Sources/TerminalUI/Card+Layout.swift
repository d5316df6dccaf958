extension Card {
  /// The card in lines, none of them wider than the width: title, for an ad its reason, author and age, summary, link.
  ///
  /// A width below 1 is taken as 1. From about 20 columns on a card reads well; below that everything is still there,
  /// shorter. There is always at least one line.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func lines(columns: Int) -> [CardLine] {
    let columns = max(1, columns)
    return heading(columns) + reason(columns) + byline(columns) + body(columns) + address(columns)
  }

  /// How many lines the card takes at a width; always the number of ``lines(columns:)``.
  ///
  /// It lays the card out: a second way to count would be a second truth.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func height(columns: Int) -> Int {
    lines(columns: columns).count
  }

  /// The title, beside the positions when they take up to half of the width, else below them.
  private func heading(_ columns: Int) -> [CardLine] {
    let positions = gutter.singleLine.trimmed()
    let margin = TextWidth.width(of: positions) + Self.space.string.utf8.count
    guard !positions.isEmpty else { return Self.first(Self.titleLines, of: shownTitle, columns, .title) }
    guard margin <= columns / 2 else {
      return Self.first(1, of: positions, columns, .quiet)
        + Self.first(Self.titleLines, of: shownTitle, columns, .title)
    }
    let titles = Self.first(Self.titleLines, of: shownTitle, columns - margin, .title)
    let indent = SafeText(String(repeating: " ", count: margin), limits: .body)
    return titles.enumerated().map { index, line in
      CardLine((index == 0 ? [.init(positions, .quiet), .init(Self.space)] : [.init(indent)]) + line.runs)
    }
  }

  private func reason(_ columns: Int) -> [CardLine] {
    guard case .ad(let reason) = kind else { return [] }
    let words = reason.singleLine.trimmed()
    let label = words.isEmpty ? "ad" : SafeText("ad · " + words.string, limits: .body)
    return Self.first(Self.reasonLines, of: label.singleLine, columns, .label)
  }

  private func byline(_ columns: Int) -> [CardLine] {
    let parts = [author, age].map { $0.singleLine.trimmed() }.filter { !$0.isEmpty }
    let runs = parts.map { [CardLine.Run($0, .quiet)] }.joined(separator: [CardLine.Run(" · ", .quiet)])
    return parts.isEmpty ? [] : [CardLine(Array(runs)).truncated(to: columns)]
  }

  private func body(_ columns: Int) -> [CardLine] {
    summary.trimmed().isEmpty ? [] : Self.first(Self.summaryLines, of: summary.trimmed(), columns, .plain)
  }

  private func address(_ columns: Int) -> [CardLine] {
    link.map { [CardLine([.init($0.text.truncated(to: columns), .link)])] } ?? []
  }

  /// The title, or what stands in for it.
  private var shownTitle: SafeText {
    let ownTitle = title.singleLine.trimmed()
    if !ownTitle.isEmpty { return ownTitle }
    let words = summary.trimmed()
    let firstLine = words.part(words.string.startIndex..<(words.string.firstIndex(of: "\n") ?? words.string.endIndex))
    return firstLine.isEmpty ? "(untitled)" : firstLine
  }

  private static let space: SafeText = "  "

  /// The first lines of a text that are not blank, the last of them with an ellipsis when there are more.
  private static func first(_ count: Int, of text: SafeText, _ columns: Int, _ style: Style) -> [CardLine] {
    var lines: [SafeText] = []
    for line in WrappedLines(text, columns: columns) where !line.trimmed().isEmpty {
      if lines.count == count {
        lines[count - 1] = lines[count - 1].continued(within: columns)
        break
      }
      lines.append(line)
    }
    return lines.map { CardLine([.init($0, style)]) }
  }
}

extension SafeText {
  /// The text with an ellipsis after it, or in place of its end when there is no room.
  fileprivate func continued(within columns: Int) -> SafeText {
    TextWidth.width(of: self) < columns ? ellipsized(at: string.endIndex) : withEllipsis(within: columns)
  }
}

extension Style {
  fileprivate static let title = Style(bold: true)
  fileprivate static let label = Style(foreground: .named(.yellow))
  fileprivate static let quiet = Style(dim: true)
  fileprivate static let link = Style(dim: true, underlined: true)
}

/// A row of a merged list as a person sees it: what is said of an item, before it is laid out in lines.
///
///     let card = Card(title: "Sixty feeds", author: "Ada", age: Age.words(from: then, now: now), link: link)
///     card.lines(columns: 80)
public struct Card: Hashable, Sendable {
  /// Whose row it is.
  public enum Kind: Hashable, Sendable {
    /// The feed's own content.
    case content
    /// An ad, with the words that say why it stands there, such as "every 6 from 3 · 2nd of 8".
    case ad(reason: SafeText)
  }

  /// The title; without one the first words of the summary stand in.
  public var title: SafeText
  /// Who wrote it; empty when unknown.
  public var author: SafeText
  /// How old it is, in words; empty when unknown.
  public var age: SafeText
  /// What it says.
  public var summary: SafeText
  /// Where more is to be read.
  public var link: SafeLink?
  /// The positions to show beside the title, such as `12 ← 9`; empty when they are not to be shown.
  public var gutter: SafeText
  /// Whether it is content or an ad.
  public var kind: Kind

  /// Makes a card; what is not given is not drawn.
  public init(
    title: SafeText, author: SafeText = "", age: SafeText = "", summary: SafeText = "",
    link: SafeLink? = nil, gutter: SafeText = "", kind: Kind = .content
  ) {
    self.title = title
    self.author = author
    self.age = age
    self.summary = summary
    self.link = link
    self.gutter = gutter
    self.kind = kind
  }

  /// The most lines of a title; a longer one ends in an ellipsis.
  public static let titleLines = 2
  /// The most lines that say why an ad stands there.
  public static let reasonLines = 2
  /// The most lines of a summary, blank ones left out.
  public static let summaryLines = 3
}

// MARK: - Layout

extension Card {
  /// The card in lines, none of them wider than the width: title, for an ad its reason, author and age, summary, link.
  ///
  /// A width below 1 is taken as 1. From about 20 columns on a card reads well; below that everything is still there,
  /// shorter. There is always at least one line.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func lines(columns: Int) -> [CardLine] {
    let columns = max(1, columns)
    let margin = margin(columns)
    let (title, body) = words(titleColumns: columns - margin)
    var lines = heading(title, columns, margin: margin)
    lines += reason(columns)
    lines += byline(columns)
    lines += Self.first(Self.summaryLines, of: body, columns, .plain)
    lines += address(columns)
    return lines
  }

  /// How many lines the card takes at a width; always the number of ``lines(columns:)``.
  ///
  /// It lays the card out: a second way to count would be a second truth.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func height(columns: Int) -> Int {
    lines(columns: columns).count
  }

  /// The title and the summary as they are drawn.
  ///
  /// Where there is no title, the first line of the summary stands in; it is drawn again only if it does not fit there.
  private func words(titleColumns: Int) -> (title: SafeText, body: SafeText) {
    let ownTitle = title.singleLine.trimmed()
    let body = summary.trimmed()
    if !ownTitle.isEmpty { return (ownTitle, body) }
    if body.isEmpty { return ("(untitled)", body) }
    let end = body.string.firstIndex(of: "\n") ?? body.string.endIndex
    let firstLine = body.part(body.string.startIndex..<end)
    let fits = WrappedLines(firstLine, columns: titleColumns).dropFirst(Self.titleLines).allSatisfy { _ in false }
    return (firstLine, fits ? body.part(end..<body.string.endIndex).trimmed() : body)
  }

  /// The columns of the positions and the space after them; 0 when they take over half of the width, or are not shown.
  private func margin(_ columns: Int) -> Int {
    guard !positions.isEmpty else { return 0 }
    let margin = TextWidth.width(of: positions) + Self.space.string.utf8.count
    return margin <= columns / 2 ? margin : 0
  }

  /// The title, beside the positions when there is room for them, else below them.
  private func heading(_ title: SafeText, _ columns: Int, margin: Int) -> [CardLine] {
    let titles = Self.first(Self.titleLines, of: title, columns - margin, .title)
    if margin == 0 { return Self.first(1, of: positions, columns, .quiet) + titles }
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
    var runs: [CardLine.Run] = []
    for words in [author.singleLine.trimmed(), age.singleLine.trimmed()] where !words.isEmpty {
      if !runs.isEmpty { runs.append(Self.separator) }
      runs.append(CardLine.Run(words, .quiet))
    }
    return runs.isEmpty ? [] : [CardLine(runs).truncated(to: columns)]
  }

  private func address(_ columns: Int) -> [CardLine] {
    link.map { [CardLine([.init($0.text.truncated(to: columns), .link)])] } ?? []
  }

  private var positions: SafeText { gutter.singleLine.trimmed() }

  private static let space: SafeText = "  "
  private static let separator = CardLine.Run(" · ", .quiet)

  /// The first lines of a text that are not blank, the last of them with an ellipsis when there are more.
  private static func first(_ count: Int, of text: SafeText, _ columns: Int, _ style: Style) -> [CardLine] {
    var lines: [SafeText] = []
    for line in WrappedLines(text, columns: columns) where !line.isBlank {
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
  /// Whether there is nothing but spaces.
  fileprivate var isBlank: Bool {
    if let first = string.utf8.first, 0x21..<0x7F ~= first { return false }
    return string.allSatisfy(\.isWhitespace)
  }

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

/// The line above the cards of a section: its title, and what else is to be said of it.
public struct SectionHeader: Hashable, Sendable {
  /// The name of the section; without one it is "(unnamed)".
  public var title: SafeText
  /// What is said after it, such as "24 items"; empty for nothing.
  public var detail: SafeText

  /// Makes a header.
  public init(title: SafeText, detail: SafeText = "") {
    self.title = title
    self.detail = detail
  }

  /// The header in its one line, no wider than the width; a width below 1 is taken as 1.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func line(columns: Int) -> CardLine {
    let name = title.singleLine.trimmed()
    let detail = detail.singleLine.trimmed()
    let rest = detail.isEmpty ? [] : [CardLine.Run(" · "), CardLine.Run(detail, Style(dim: true))]
    let heading = CardLine.Run(name.isEmpty ? "(unnamed)" : name, Style(bold: true, underlined: true))
    return CardLine([heading] + rest).truncated(to: max(1, columns))
  }
}

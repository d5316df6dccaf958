/// The contents of one row of a merged list, before it is laid out in lines.
///
///     let card = Card(title: "Sixty feeds", author: "Ada", age: Age.words(from: then, now: now), link: link)
///     card.lines(columns: 80)
public struct Card: Hashable, Sendable {
  /// The type of a row.
  public enum Kind: Hashable, Sendable {
    /// Content of the feed itself.
    case content
    /// An ad, with the reason for its position, such as "every 6 from 3 · 2nd of 8".
    case ad(reason: SafeText)
  }

  /// The line above the card, such as the day that begins with it; empty for none.
  public var heading: SafeText = ""
  /// The title; if empty, the first words of the summary are shown instead.
  public var title: SafeText
  /// The author; empty if unknown.
  public var author: SafeText
  /// The feed, or the feeds, that the item is from; empty where there is one.
  public var feed: SafeText
  /// The age in words; empty if unknown.
  public var age: SafeText
  /// The text of the item.
  public var summary: SafeText
  /// A link to the whole item.
  public var link: SafeLink?
  /// Why the item has no link, if it has an address that is refused.
  public var linkError: TerminalUIError?
  /// The positions shown beside the title, such as `12 ← 9`; empty to show none.
  public var gutter: SafeText
  /// Whether the row is content or an ad.
  public var kind: Kind
  /// Whether the item has not been read, so that its title is bold; nil where nobody keeps marks.
  public var isUnread: Bool?
  /// Whether all of the card is drawn dim.
  public var isDimmed = false

  /// Makes a card; omitted parts are not drawn.
  public init(
    title: SafeText, author: SafeText = "", feed: SafeText = "", age: SafeText = "", summary: SafeText = "",
    link: SafeLink? = nil, gutter: SafeText = "", kind: Kind = .content
  ) {
    self.title = title
    self.author = author
    self.feed = feed
    self.age = age
    self.summary = summary
    self.link = link
    self.gutter = gutter
    self.kind = kind
  }

  /// The maximum number of lines of a title; a longer title ends in an ellipsis.
  public static let titleLines = 2
  /// The maximum number of lines for the reason of an ad.
  public static let reasonLines = 2
  /// The maximum number of lines of a summary, not counting blank lines, which are left out.
  public static let summaryLines = 3
}

// MARK: - Layout

extension Card {
  /// Returns the lines of the card, none wider than `columns`: heading, title, reason of an ad, author, feed and age, summary, link.
  ///
  /// A width below 1 counts as 1. A card is well readable from about 20 columns; in narrower ones all parts are
  /// present, but shortened. There is always at least one line.
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
    return headingLines(columns) + (isDimmed ? lines.map(\.dimmed) : lines)
  }

  /// Returns the line of the heading, if there is one.
  func headingLines(_ columns: Int) -> [CardLine] {
    heading.isEmpty ? [] : [SectionHeader(title: heading).line(columns: columns)]
  }

  /// Returns the lines above the text of the opened item: the whole title, if there is one, and what is below it.
  func head(columns: Int) -> [CardLine] {
    let margin = margin(columns)
    let title = title.singleLine.trimmed()
    let isUnmarked = title.isEmpty && leading.isEmpty
    let heading = isUnmarked ? [] : heading(title, columns, margin: margin, lineCount: .max)
    return heading + reason(columns) + byline(columns)
  }

  /// Returns the lines of the address in full.
  func wholeAddress(columns: Int) -> [CardLine] {
    guard let link else { return [] }
    return WrappedLines(link.text, columns: columns).map { CardLine([.init($0, .link, link: link)]) }
  }

  /// Returns the number of lines at a width; always the count of ``lines(columns:)``.
  ///
  /// It lays the card out, so that the two cannot differ.
  ///
  /// - Complexity: O(*n*) in the lengths of the texts.
  public func height(columns: Int) -> Int {
    lines(columns: columns).count
  }

  /// Returns the title and the summary as they are drawn.
  ///
  /// If there is no title, the first line of the summary replaces it; that line is repeated in the summary only if it
  /// does not fit into the title.
  private func words(titleColumns: Int) -> (title: SafeText, body: SafeText) {
    let ownTitle = title.singleLine.trimmed()
    let body = summary.trimmed()
    if !ownTitle.isEmpty { return (ownTitle, body) }
    if body.isEmpty { return ("(untitled)", body) }
    let end = body.string.firstIndex(of: "\n") ?? body.string.endIndex
    let firstLine = body.part(body.string.startIndex..<end)
    let fits = WrappedLines(firstLine, columns: titleColumns).dropFirst(Self.titleLines).allSatisfy { _ in false }
    return (firstLine, fits ? body.part(end..<body.string.endIndex) : body)
  }

  /// Returns the runs before the title: the positions and the mark of an ad, each with the space after it.
  private var leading: [CardLine.Run] {
    var runs: [CardLine.Run] = []
    if !positions.isEmpty { runs += [.init(positions, .quiet), .init("  ")] }
    if kind != .content { runs += [.init("[Ad]", .mark), .init(" ")] }
    return runs
  }

  /// Returns the width of the runs before the title; 0 if that is over half of `columns`, or if there are none.
  private func margin(_ columns: Int) -> Int {
    let margin = CardLine(leading).width
    return margin <= columns / 2 ? margin : 0
  }

  /// Returns the title with the positions and the mark on its left, or above it if there is no margin for them.
  private func heading(
    _ title: SafeText, _ columns: Int, margin: Int, lineCount: Int = titleLines
  ) -> [CardLine] {
    let titles = Self.first(lineCount, of: title, columns - margin, isUnread == false ? .plain : .title)
    if titles.isEmpty { return [CardLine(leading.dropLast()).truncated(to: columns)] }
    if margin == 0 { return (leading.isEmpty ? [] : [CardLine(leading.dropLast()).truncated(to: columns)]) + titles }
    return titles.enumerated().map { index, line in CardLine((index == 0 ? leading : [.blank(margin)]) + line.runs) }
  }

  private func reason(_ columns: Int) -> [CardLine] {
    guard case .ad(let reason) = kind else { return [] }
    let words = reason.singleLine.trimmed()
    let label = words.isEmpty ? "ad" : SafeText("ad · " + words.string, limits: .body)
    return Self.first(Self.reasonLines, of: label.singleLine, columns, .label)
  }

  private func byline(_ columns: Int) -> [CardLine] {
    var runs: [CardLine.Run] = []
    for words in [author, feed, age].map({ $0.singleLine.trimmed() }) where !words.isEmpty {
      if !runs.isEmpty { runs.append(Self.separator) }
      runs.append(CardLine.Run(words, .quiet))
    }
    return runs.isEmpty ? [] : [CardLine(runs).truncated(to: columns)]
  }

  private func address(_ columns: Int) -> [CardLine] {
    link.map { [CardLine([.init($0.text.truncated(to: columns), .link, link: $0)])] } ?? []
  }

  private var positions: SafeText { gutter.singleLine.trimmed() }

  private static let separator = CardLine.Run(" · ", .quiet)

  /// Returns the first lines of a text that are not blank; the last one ends in an ellipsis if there are more.
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
  /// Whether the text only consists of spaces.
  fileprivate var isBlank: Bool {
    if let first = string.utf8.first, 0x21..<0x7F ~= first { return false }
    return string.allSatisfy(\.isWhitespace)
  }

  /// Returns the text with an ellipsis after it, or instead of its end if there is no space for it.
  fileprivate func continued(within columns: Int) -> SafeText {
    TextWidth.width(of: self) < columns ? ellipsized(at: string.endIndex) : withEllipsis(within: columns)
  }
}

extension Style {
  fileprivate static let title = Style(bold: true)
  fileprivate static let mark = Style(bold: true, reversed: true)
  fileprivate static let label = Style(foreground: .accent)
  static let link = Style(dim: true, underlined: true)
}

/// The line above the cards of a section, with its title and details.
public struct SectionHeader: Hashable, Sendable {
  /// The name of the section; if empty, "(unnamed)" is shown.
  public var title: SafeText
  /// The text after the title, such as "24 items"; empty for none.
  public var detail: SafeText

  /// Makes a header.
  public init(title: SafeText, detail: SafeText = "") {
    self.title = title
    self.detail = detail
  }

  /// Returns the header as one line, no wider than `columns`; a width below 1 counts as 1.
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

public import Documents

/// An opened item: its card with the whole text, its files, and its links numbered.
///
///     let page = ItemPage(card, body: item.document).laidOut(columns: 88)
///     page.lines  // title, author, text and addresses
///     page.links  // what the numbers in brackets lead to
public struct ItemPage: Hashable, Sendable {
  /// A file that belongs to the item, such as the recording of an episode.
  public struct File: Hashable, Sendable {
    /// The title, or what the file shows.
    public var name: SafeText
    /// The kind, the size, and the playing time; empty if unknown.
    public var details: SafeText
    /// The address; nil if it is not safe to open.
    public var link: SafeLink?

    /// Makes a file.
    public init(name: SafeText, details: SafeText = "", link: SafeLink? = nil) {
      self.name = name
      self.details = details
      self.link = link
    }
  }

  /// The title, the author, the link, and the mark of an ad; the summary is not shown.
  public var card: Card
  /// Lines below the author, such as the date and the time.
  public var details: [SafeText]
  /// The text.
  public var body: Document
  /// The files.
  public var files: [File]

  /// Makes a page.
  public init(_ card: Card, details: [SafeText] = [], body: Document, files: [File] = []) {
    self.card = card
    self.details = details
    self.body = body
    self.files = files
  }

  /// The lines of a page with what their numbers in brackets lead to, from 1.
  public struct Lines: Sendable {
    /// The lines, none wider than the page.
    public let lines: [CardLine]
    /// The links by number: those of the text in its order, then the files.
    public let links: [SafeLink]

    /// Makes lines without numbers.
    public init(_ lines: [CardLine], links: [SafeLink] = []) {
      self.lines = lines
      self.links = links
    }
  }

  /// Returns the lines: the head of the card, the text, the address of the item, those of its links, and its files.
  ///
  /// - Complexity: That of ``DocumentLayout/lines(of:columns:)``.
  public func laidOut(columns: Int) -> Lines {
    let columns = max(1, columns)
    var layout = DocumentLayout()
    let head = card.head(columns: columns) + details.flatMap { Self.quiet($0, columns) }
    let text = layout.lines(of: bodyWithoutTitle, columns: columns)
    let addresses = layout.links.enumerated().flatMap { index, link in
      layout.namedLinks.contains(link) ? [] : Self.address(link, columns, number: index + 1)
    }
    let files = files.flatMap { Self.lines(of: $0, columns, &layout) }
    let parts = [head, text, card.wholeAddress(columns: columns), addresses, files].filter { !$0.isEmpty }
    return Lines(Array(parts.joined(separator: [CardLine([])])), links: layout.links)
  }

  /// The text without a heading that repeats the title.
  public var bodyWithoutTitle: Document {
    guard case .heading(_, let words)? = body.blocks.first, SafeText(words.plainText) == card.title else { return body }
    return Document(Array(body.blocks.dropFirst()))
  }

  private static func quiet(_ text: SafeText, _ columns: Int) -> [CardLine] {
    WrappedLines(text.singleLine.trimmed(), columns: columns).map { CardLine([.init($0, .quiet)]) }
  }

  private static func address(_ link: SafeLink, _ columns: Int, number: Int) -> [CardLine] {
    var text = StyledText()
    text.append("[\(number)] ", .quiet, link: link)
    text.append(link.string, .link, link: link)
    return text.lines(columns: columns)
  }

  private static func lines(of file: File, _ columns: Int, _ layout: inout DocumentLayout) -> [CardLine] {
    var text = StyledText()
    if let link = file.link { text.append("[\(layout.number(of: link))] ", .quiet, link: link) }
    text.append(file.name.string, link: file.link)
    if !file.details.isEmpty { text.append(" · \(file.details)", .quiet) }
    let address = file.link.map { link in
      WrappedLines(link.text, columns: columns).map { CardLine([.init($0, .link, link: link)]) }
    }
    return text.lines(columns: columns) + (address ?? [])
  }
}

public import Documents

/// Lays documents out in lines, and numbers the pages that their links lead to.
///
/// ```swift
/// var layout = DocumentLayout()
/// let lines = layout.lines(of: Document(html: "See <a href='https://example.org'>the boats</a>."), columns: 40)
/// lines[0].string  // "See the boats[1]."
/// layout.links[0].host  // "example.org"
/// ```
///
/// Styles distinguish headings, emphasis, code and links. What would change the meaning if it was not seen has signs as well:
/// `~~10~~ 5` for struck words, `10⁶`, quotation marks, a bar before quotations, and backticks around code.
public struct DocumentLayout {
  /// The pages that the numbers in brackets stand for, from 1; a page that several links lead to has one number.
  public private(set) var links: [SafeLink] = []
  /// Those to which no other words lead than a name such as `@owen` or `#harbour`, so that nobody needs to read their addresses.
  public private(set) var namedLinks: Set<SafeLink> = []
  private var numbers: [SafeLink: Int] = [:]
  /// The number of links that have numbers elsewhere.
  private var formerCount = 0

  /// Makes a layout without links.
  public init() {}

  /// Makes a layout whose numbers follow those of a number of links, to measure what has not been laid out yet.
  init(formerCount: Int) { self.formerCount = formerCount }

  /// Returns the lines of a document, none wider than `columns`; a width below 1 counts as 1.
  ///
  /// The numbers of its links follow those of the documents before.
  ///
  /// - Complexity: O(*n* *d*) for a text of length *n* in blocks nested *d* deep, in tables O(*n* *d*²).
  public mutating func lines(of document: Document, columns: Int) -> [CardLine] {
    lines(of: document.blocks, columns: max(1, columns))
  }

  /// Returns the number of a page.
  public mutating func number(of link: SafeLink) -> Int {
    if let number = numbers[link] { return number }
    links.append(link)
    numbers[link] = formerCount + links.count
    return formerCount + links.count
  }
}

// MARK: - Blocks

extension DocumentLayout {
  /// Returns the lines of blocks, with an empty line between them, but not before the lists of a tight list.
  mutating func lines(of blocks: [Document.Block], columns: Int, isTight: Bool = false) -> [CardLine] {
    var lines: [CardLine] = []
    for block in blocks {
      let new = self.lines(of: block, columns)
      if !lines.isEmpty, !new.isEmpty, !(isTight && block.isList) { lines.append(CardLine([])) }
      lines += new
    }
    return lines
  }

  private mutating func lines(of block: Document.Block, _ columns: Int) -> [CardLine] {
    switch block {
    case .heading(let level, let inlines):
      text(of: inlines, Style(bold: true, underlined: level <= 2)).lines(columns: columns)
    case .paragraph(let inlines): text(of: inlines).lines(columns: columns)
    case .quotation(let blocks):
      indented(behind: Self.bar, Self.bar, columns) { $0.lines(of: blocks, columns: $1) }
    case .list(let items): lines(of: items, columns)
    case .table(let table): lines(of: table, columns)
    case .preformatted(let inlines):
      indented(behind: .blank(4), .blank(4), columns) { $0.lines(ofPreformatted: inlines, columns: $1) }
    case .rule: [CardLine([.init(SafeText(String(repeating: "─", count: columns), limits: .body), .quiet)])]
    }
  }

  private static let bar = CardLine.Run("│ ", .quiet)

  private mutating func lines(of items: [Document.ListItem], _ columns: Int) -> [CardLine] {
    let isTight = items.allSatisfy { item in item.blocks.dropFirst().allSatisfy(\.isList) }
    let markers = items.map(\.marker)
    let width = markers.map(\.count).max() ?? 0
    var lines: [CardLine] = []
    for (item, marker) in zip(items, markers) {
      if !lines.isEmpty, !isTight { lines.append(CardLine([])) }
      let first = CardLine.Run(SafeText(String(repeating: " ", count: width - marker.count) + marker))
      lines += indented(behind: first, .blank(width), columns) { layout, columns in
        layout.lines(of: item.blocks, columns: columns, isTight: isTight)
      }
    }
    return lines
  }

  mutating func lines(ofPreformatted inlines: [Document.Inline], columns: Int) -> [CardLine] {
    var text = StyledText()
    append(inlines, to: &text, Look(style: .code, isPreformatted: true))
    // What goes on in the next line could be read as a line of its own.
    let mark = columns >= Self.fewestColumns ? CardLine.Run("↪ ", .quiet) : nil
    return text.lines(columns: columns, continuedBehind: mark)
  }

  /// Lays content out behind a run, which replaces another one in the first line.
  ///
  /// On a narrow screen it is not indented, and the first line has only the run unless that is blank.
  private mutating func indented(
    behind first: CardLine.Run, _ other: CardLine.Run, _ columns: Int,
    _ content: (inout DocumentLayout, _ columns: Int) -> [CardLine]
  ) -> [CardLine] {
    let width = TextWidth.width(of: first.text)
    if columns - width < Self.fewestColumns {
      let marker = first.text.trimmed().isEmpty ? [] : [CardLine([first]).truncated(to: columns)]
      return marker + content(&self, columns)
    }
    let lines = content(&self, columns - width)
    if lines.isEmpty { return [CardLine([first])] }
    return lines.enumerated().map { number, line in CardLine([number == 0 ? first : other] + line.runs) }
  }

  /// The number of columns below which nothing is indented.
  static var fewestColumns: Int { 10 }
}

extension Document.Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

extension Style {
  fileprivate static let code = Style(foreground: .named(.cyan))
}

// MARK: - Inlines

extension DocumentLayout {
  /// Returns inlines as the text of a paragraph, behind what it begins with.
  mutating func text(
    of inlines: [Document.Inline], _ style: Style = .plain, after beginning: StyledText = StyledText()
  ) -> StyledText {
    var text = beginning
    append(inlines, to: &text, Look(style: style))
    return text
  }

  /// How the words of a part are drawn, by the styles and the link around it.
  private struct Look {
    var style: Style
    var link: SafeLink?
    var isSpoken = false
    var isPreformatted = false
  }

  private mutating func append(_ inlines: [Document.Inline], to text: inout StyledText, _ look: Look) {
    for inline in inlines {
      switch inline {
      case .text(let words) where look.isPreformatted: text.append(preformatted: words, look.style, link: look.link)
      case .text(let words): text.append(words, look.style, link: look.link)
      case .lineBreak: text.appendLineBreak()
      case .picture(let alternative, let address):
        let own = look.link == nil ? address.flatMap { try? SafeLink($0) } : nil
        text.append("[\(alternative)]", look.style, link: look.link ?? own)
        if let own { text.append("[\(number(of: own))]", .quiet, link: own) }
      case .link(let address, let content): append(content, leadingTo: address, to: &text, look)
      case .styled(let style, let content): append(content, style, to: &text, look)
      }
    }
  }

  private mutating func append(
    _ content: [Document.Inline], leadingTo address: String, to text: inout StyledText, _ outer: Look
  ) {
    var look = outer
    guard let link = try? SafeLink(address) else { return append(content, to: &text, look) }
    look.style.isUnderlined = true
    look.link = link
    let words = content.plainText
    if words.allSatisfy(\.isWhitespace) {
      text.append(link.string, look.style, link: link)
    } else {
      append(content, to: &text, look)
    }
    if !Document.Inline.isName(words) {
      namedLinks.remove(link)
    } else if numbers[link] == nil {
      namedLinks.insert(link)
    }
    text.append("[\(number(of: link))]", .quiet, link: link)
  }

  private mutating func append(
    _ content: [Document.Inline], _ style: Document.Style, to text: inout StyledText, _ outer: Look
  ) {
    var look = outer
    var signs = ("", "")
    switch style {
    case .emphasis: look.style.isItalic = true
    case .strong: look.style.isBold = true
    case .inserted: look.style.isUnderlined = true
    case .code: (look.style.foreground, signs) = (Style.code.foreground, outer.isPreformatted ? signs : ("`", "`"))
    case .struck: (look.style.isDim, signs) = (true, ("~~", "~~"))
    case .speech: (look.isSpoken, signs) = (!outer.isSpoken, outer.isSpoken ? ("‘", "’") : ("“", "”"))
    case .superscript, .subscript:
      // The number of a note is above the line, too, and leads to the note.
      if content.haveLinks { break }
      return text.append([.styled(style, content)].plainText(after: text.text), look.style, link: look.link)
    }
    text.append(signs.0, look.style, link: look.link)
    append(content, to: &text, look)
    text.append(signs.1, look.style, link: look.link)
  }
}

extension [Document.Inline] {
  fileprivate var haveLinks: Bool {
    contains { inline in
      switch inline {
      case .link: true
      case .styled(_, let content): content.haveLinks
      case .text, .lineBreak, .picture: false
      }
    }
  }
}

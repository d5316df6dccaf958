public import Documents

extension Document {
  /// Reads HTML as a document; what is beyond the limit of text is replaced by "…".
  ///
  /// ```swift
  /// Document(html: "<p>Tea &amp; <a href='https://example.org/cake'>cake</a></p>").plainText()
  /// // "Tea & cake (https://example.org/cake)"
  /// ```
  ///
  /// Elements that are not closed, or in the wrong order, are read as browsers show them in the usual cases. White space
  /// is collapsed outside `pre`, references are decoded, and scripts, styles, the head and hidden elements left out. Links
  /// are kept if they have a complete address of the web or of mail, pictures if they have alternative text or such an
  /// address.
  ///
  /// - Parameters:
  ///   - html: any text.
  ///   - limit: the maximum number of bytes of text without spaces; blocks are bounded, too, and nested at most 48 deep.
  /// - Complexity: O(*n*) for any *n* bytes of HTML.
  public init(html: String, limit: Int = 1 << 20) {
    var reader = HTMLReader(Array(html.utf8), limit: limit)
    self = reader.read()
  }
}

extension FeedItem {
  /// The content as a document, made whenever it is asked for: of the HTML, or else of the text or the summary.
  ///
  /// - Complexity: O(*n*) for *n* bytes of content.
  public var document: Document {
    let item = decoded
    return item.resolvedHTML.map { Document(html: $0) } ?? Document(text: item.contentText ?? item.summary ?? "")
  }

  /// The addresses of the links in the HTML, also of those that ``document`` leaves out, but not of places within it.
  ///
  /// - Complexity: O(*n*) for *n* bytes of content.
  public var addressesOfLinks: [String] {
    guard let html = decoded.resolvedHTML else { return [] }
    var reader = HTMLReader(Array(html.utf8), limit: 1 << 20)
    _ = reader.read()
    return reader.addresses.filter { !$0.hasPrefix("#") }
  }

  /// The HTML of a decoded item with complete addresses, if possible.
  private var resolvedHTML: String? {
    // In a JSON Feed, whose items are kept as they are, relative addresses are those of the item's page.
    guard let html = contentHTML, let base = url ?? base ?? feeds.first?.url else { return contentHTML }
    var budget = AddressBudget(ofDocument: html.utf8.count)
    return MarkupRewriter.resolved(html, against: base, &budget)
  }
}

/// Reads HTML in one pass and passes what it finds to a builder.
struct HTMLReader {
  private let bytes: [UInt8]
  private var position = 0
  private var builder: DocumentBuilder
  private var isInHead = false
  /// The addresses of the links that have been read, worth showing or not.
  private(set) var addresses: [String] = []
  private var hasRubyParentheses = false
  private var isInRubyText = false
  /// The names of elements of which no end tag follows.
  private var unclosed: Set<String> = []
  /// The offsets of the tags in a title that are markup; nil for HTML that is no title.
  private let tagsOfTitle: Set<Int>?

  init(_ bytes: [UInt8], limit: Int, tagsOfTitle: Set<Int>? = nil) {
    self.bytes = bytes
    self.tagsOfTitle = tagsOfTitle
    builder = DocumentBuilder(limit: limit)
  }

  mutating func read() -> Document {
    while position < bytes.count, !builder.isFull {
      if bytes[position] == UInt8(ascii: "<"), readMarkup() { continue }
      readCharacter()
    }
    return builder.finished()
  }

  private mutating func readCharacter() {
    let byte = bytes[position]
    if isInHead {
      position += 1
    } else if byte == UInt8(ascii: "&"),
      let reference = CharacterReference(in: bytes, at: position, end: bytes.count)
    {
      position = reference.end
      append(scalarValue: reference.scalarValue)
    } else if byte.isHTMLWhitespace {
      position += 1
      builder.append(whitespace: byte)
    } else {
      readWord()
    }
  }

  /// Appends text up to the next byte that may begin a tag or a reference, or is white space.
  private mutating func readWord() {
    let start = position
    position += 1
    while position < bytes.count, !bytes[position].isMarkup { position += 1 }
    builder.append(bytes[start..<position])
  }

  private mutating func append(scalarValue: UInt32) {
    if scalarValue < 0x80, UInt8(scalarValue).isHTMLWhitespace {
      return builder.append(whitespace: UInt8(scalarValue))
    }
    var character: [UInt8] = []
    character.append(scalarValue: scalarValue)
    builder.append(character)
  }

  /// Reads a tag, a comment or a declaration; returns false if the `<` is text.
  private mutating func readMarkup() -> Bool {
    let start = position
    if let tagsOfTitle, !tagsOfTitle.contains(start) { return false }
    guard let markup = Markup(in: bytes, at: start, isXML: false) else { return false }
    position = markup.end
    switch markup.kind {
    case .startTag: begin(markup)
    case .endTag: finish(HTMLElement(name: bytes.nameOfElement(markup.name)))
    case .cdata: readCDATA(markup.content(ofCDATAAt: start))
    case .comment, .instruction, .declaration: break
    }
    return true
  }

  /// Reads a CDATA section, which XHTML from feeds may contain and in which only the end is markup.
  private mutating func readCDATA(_ content: Range<Int>) {
    for offset in content {
      let byte = bytes[offset]
      if byte.isHTMLWhitespace { builder.append(whitespace: byte) } else { builder.append(CollectionOfOne(byte)) }
    }
  }
}

extension String {
  /// Returns HTML without the elements of a class.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func withoutElements(ofClass name: String) -> String {
    let bytes = Array(utf8)
    var kept: [UInt8] = []
    var (copied, position) = (0, 0)
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      guard let markup = Markup(in: bytes, at: start, isXML: false) else { continue }
      position = markup.end
      guard markup.kind == .startTag, markup.isComplete,
        let classes = bytes.attribute("class", in: markup.attributes),
        classes.split(whereSeparator: \.isWhitespace).contains(where: { $0 == name })
      else { continue }
      kept += bytes[copied..<start]
      position = bytes.endOfElement(bytes.nameOfElement(markup.name), from: position)
      copied = position
    }
    return String(decoding: kept + bytes[copied...], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Returns the offset behind an element whose content begins at an offset, or the number of bytes.
  ///
  /// An element whose end tag may be missing also ends before what cannot be in it, as `<li>` does before `<li>` or `</ul>`.
  fileprivate func endOfElement(_ name: String, from start: Int) -> Int {
    let level = HTMLElement.level(of: name) ?? 0
    var (position, depth) = (start, 1)
    while depth > 0, position < count {
      guard self[position] == UInt8(ascii: "<"), let markup = Markup(in: self, at: position, isXML: false) else {
        position += 1
        continue
      }
      let isStart = markup.kind == .startTag
      let tag = isStart || markup.kind == .endTag ? nameOfElement(markup.name) : ""
      let other = HTMLElement.level(of: tag)
      if level > 0, depth == 1, let other {
        if tag == name, !isStart { return markup.end }
        let isParagraph = level == HTMLElement.levelOfParagraphs
        if isStart ? other <= level && (other > 0 || isParagraph) : other < level { return position }
      }
      position = markup.end
      guard level == 0 ? tag == name : other == 0 else { continue }
      depth += isStart ? (markup.isEmpty ? 0 : 1) : -1
    }
    return position
  }

  /// Returns the name of an element in lower case without a prefix, or "" if it is longer than any name in HTML.
  func nameOfElement(_ range: Range<Int>) -> String {
    guard range.count <= 32 else { return "" }
    let colon = self[range].lastIndex(of: UInt8(ascii: ":"))
    return string(in: (colon.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound).lowercased()
  }
}

extension UInt8 {
  /// Whether it may begin a tag or a reference, or is white space.
  fileprivate var isMarkup: Bool { self == UInt8(ascii: "<") || self == UInt8(ascii: "&") || isHTMLWhitespace }
}

// MARK: - Elements

extension HTMLReader {
  private mutating func begin(_ markup: Markup) {
    let name = bytes.nameOfElement(markup.name)
    let element = HTMLElement(name: name)
    switch element {
    case .head: isInHead = true
    case .headPart, .raw: break
    default: isInHead = false
    }
    if !markup.attributes.isEmpty, isHidden(markup.attributes) { return skipHidden(name, markup) }
    switch element {
    case .raw:
      let start = position
      if !markup.isEmpty { skipRaw(name) }
      appendEmbedded(name, markup.attributes, start..<position)
    case .head, .headPart, .inline: break
    case .paragraph: builder.endParagraph()
    case .lines: builder.endLine()
    case .heading(let level): builder.beginHeading(level: level)
    case .list(let isNumbered):
      let start = isNumbered ? number("start", in: markup.attributes) : nil
      let isReversed = isNumbered && bytes.attribute("reversed", in: markup.attributes) != nil
      let type = isNumbered ? bytes.attribute("type", in: markup.attributes) : nil
      let numeral = type.flatMap(Document.Numeral.init) ?? .decimal
      builder.beginList(.init(isNumbered: isNumbered, numeral: numeral, start: start, isReversed: isReversed))
    case .listItem: builder.beginItem(number: number("value", in: markup.attributes))
    case .quotation: builder.begin(DocumentBuilder.Kind.quotation)
    case .table: builder.beginTable()
    case .tablePart(let part): builder.begin(part)
    case .caption: builder.beginCaption()
    case .row: builder.beginRow()
    case .cell(let isHeader):
      let (columns, rows) = (number("colspan", in: markup.attributes), number("rowspan", in: markup.attributes))
      builder.beginCell(.init(isHeader: isHeader, columns: columns ?? 1, rows: rows ?? 1))
    case .preformatted: if !markup.isEmpty { enterPreformatted() }
    case .rule: builder.append(block: .rule)
    case .lineBreak: builder.breakLine()
    case .picture: appendPicture(markup.attributes)
    case .ruby: hasRubyParentheses = false
    case .rubyParenthesis:
      endRubyText()
      hasRubyParentheses = true
    case .rubyText:
      endRubyText()
      isInRubyText = !hasRubyParentheses
      if isInRubyText { builder.append("(".utf8) }
    case .input:
      if bytes.attribute("type", in: markup.attributes)?.lowercased() == "checkbox" {
        builder.append(checkbox: bytes.attribute("checked", in: markup.attributes) != nil)
      }
    case .formula: if !markup.isEmpty { appendFormula(markup.attributes) }
    case .link:
      builder.endLink()
      guard tagsOfTitle == nil, let address = bytes.attribute("href", in: markup.attributes) else { break }
      addresses.append(address)
      if let address = address.addressWorthShowing { builder.begin(ParagraphBuilder.Effect.link(address)) }
    case .style(let style): if !markup.isEmpty { builder.begin(ParagraphBuilder.Effect.style(style)) }
    }
  }

  private mutating func finish(_ element: HTMLElement) {
    switch element {
    case .head: isInHead = false
    case .paragraph: builder.endParagraph()
    case .lines: builder.endLine()
    case .heading: builder.endParagraph(isHeading: true)
    case .quotation: builder.end(.quotation)
    case .list: builder.end(.list)
    case .listItem: builder.end(.item)
    case .table: builder.end(.table)
    case .tablePart: builder.begin(TableBuilder.Part.body)
    case .caption: builder.end(.caption)
    case .row: builder.end(.row)
    case .cell: builder.end(.cell)
    case .preformatted: builder.end(.preformatted)
    case .lineBreak: builder.breakLine()
    case .link: builder.endLink()
    case .style(let style): builder.end(style)
    case .ruby, .rubyText: endRubyText()
    case .picture, .formula, .input, .rubyParenthesis, .rule, .raw, .headPart, .inline: break
    }
  }

  private mutating func endRubyText() {
    if isInRubyText { builder.append(")".utf8) }
    isInRubyText = false
  }

  private func number(_ name: String, in attributes: Range<Int>) -> Int? {
    attributes.isEmpty ? nil : bytes.attribute(name, in: attributes).flatMap { Int($0) }
  }

  private func isHidden(_ attributes: Range<Int>) -> Bool {
    if bytes.attribute("hidden", in: attributes) != nil { return true }
    guard let style = bytes.attribute("style", in: attributes) else { return false }
    return style.utf8.filter { !$0.isHTMLWhitespace }.map { $0 | 0x20 }.offset(behind: "display:none", from: 0) != nil
  }

  /// Moves past the end tag of an element that is not shown, or to the end.
  private mutating func skipHidden(_ name: String, _ markup: Markup) {
    if markup.isEmpty || Self.emptyElements.contains(name) { return }
    if case .raw = HTMLElement(name: name) { return skipRaw(name) }
    position = bytes.endOfElement(name, from: position)
  }

  private static let emptyElements: Set<String> = [
    "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr",
  ]

  /// Begins preformatted text; a line end right after `<pre>` is not part of it.
  private mutating func enterPreformatted() {
    builder.begin(DocumentBuilder.Kind.preformatted)
    if bytes.hasBytes("\r\n", at: position) {
      position += 2
    } else if bytes.hasBytes("\n", at: position) {
      position += 1
    }
  }

  /// Moves past the end tag of an element whose content is not read; if there is none, only code extends to the end.
  private mutating func skipRaw(_ name: String) {
    if unclosed.contains(name) { return }
    var offset = position
    while let behind = bytes.offset(behind: "</", from: offset) {
      offset = behind
      if bytes.nameOfElement(bytes.nameOfTag(from: behind, atMost: 32)) == name {
        position = bytes.offset(behind: ">", from: behind) ?? bytes.count
        return
      }
    }
    if ["script", "style", "template"].contains(name) { position = bytes.count }
    unclosed.insert(name)
  }

  /// Appends a line with the address of what a page shows within itself: its own, or that of its first source.
  private mutating func appendEmbedded(_ name: String, _ attributes: Range<Int>, _ content: Range<Int>) {
    guard tagsOfTitle == nil, let words = Self.embedded[name] else { return }
    var address = bytes.attribute("src", in: attributes)
    var rest = content
    while address == nil,
      let start = bytes.firstOffset(of: UInt8(ascii: "<"), from: rest.lowerBound, to: rest.upperBound)
    {
      rest = start + 1..<rest.upperBound
      guard bytes.hasBytes("<source", at: start) else { continue }
      guard let markup = Markup(in: bytes, at: start, isXML: false), markup.end < rest.upperBound else { break }
      address = bytes.attribute("src", in: markup.attributes)
      rest = markup.end..<rest.upperBound
    }
    guard let address = address?.addressWorthShowing else { return }
    builder.endLink()
    builder.endParagraph()
    builder.append(words.utf8)
    builder.begin(ParagraphBuilder.Effect.link(address))
    builder.append(address.utf8)
    builder.endLink()
    builder.endParagraph()
  }

  private static let embedded = ["audio": "Audio: ", "iframe": "Embedded page: ", "video": "Video: "]

  /// Appends a formula, or its alternative text if it is empty.
  private mutating func appendFormula(_ attributes: Range<Int>) {
    let isBlock = bytes.attribute("display", in: attributes) == "block"
    if isBlock { builder.endLine() }
    let inlines = MathElement(in: bytes, at: &position).inlines
    let alternative = inlines.isEmpty ? bytes.attribute("alttext", in: attributes)?.nonEmpty : nil
    builder.append(inlines: alternative.map { [.text($0)] } ?? inlines)
    if isBlock { builder.endLine() }
  }

  /// Appends the alternative text of a picture; a single character, such as an emoji, is text.
  ///
  /// A picture without that text is an image; one whose text is empty means nothing, and a point is there to count readers.
  private mutating func appendPicture(_ attributes: Range<Int>) {
    let source = tagsOfTitle == nil ? bytes.attribute("src", in: attributes) : nil
    let address = source?.addressWorthShowing
    let isPoint = ["width", "height"].contains { number($0, in: attributes).map { $0 < 2 } ?? false }
    let unnamed = address == nil || isPoint ? "" : "image"
    guard let words = (bytes.attribute("alt", in: attributes) ?? unnamed).nonEmpty else { return }
    if words.count == 1, !words.utf8.allSatisfy({ $0 < 0x80 }) { return builder.append(words.utf8) }
    builder.append(picture: words, at: address)
  }
}

extension String {
  /// An address as browsers read it: without line breaks and tabs, with its spaces percent-encoded, and `//host` with a scheme.
  ///
  /// It is nil if it is no complete one of the web or of mail, or longer than those that are drawn as links.
  fileprivate var addressWorthShowing: String? {
    var address = self
    address.unicodeScalars.removeAll { "\t\n\r".unicodeScalars.contains($0) }
    address = address.replacing(" ", with: "%20")
    if address.hasPrefix("//") { address = "https:" + address }
    let leadsOut = WebAddress.isWebAddress(address) || address.prefix { $0 != ":" }.lowercased() == "mailto"
    return leadsOut && address.utf8.count <= 2083 && !address.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? address : nil
  }
}

/// Reads RSS and Atom documents item by item.
struct XMLFeedReader {
  var scanner: XMLScanner
  var document = FeedDocument(format: .rss)
  private let source: SourceText
  private let options: FeedReader.Options
  private var isFull = false

  static func read(_ source: SourceText, _ options: FeedReader.Options) throws(FeedError) -> FeedDocument {
    var reader = XMLFeedReader(source, options)
    reader.noteInvalidBytes()
    let root = try reader.findRoot()
    do throws(XMLTruncation) {
      try reader.readRoot(root)
      try reader.readTrailingBytes()
    } catch {
      guard options.partial else { throw reader.truncated(error) }
      let end = source.bytes.count
      reader.scanner.findings.add(at: end, .restLeftOut, "the document ends too early, within \(error.within)")
    }
    return try reader.finished()
  }

  private init(_ source: SourceText, _ options: FeedReader.Options) {
    self.source = source
    self.options = options
    scanner = XMLScanner(source, at: 0, maxDepth: options.maxDepth)
  }

  private func truncated(_ end: XMLTruncation) -> FeedError { .truncated(source.map.end, within: end.within) }

  private mutating func noteInvalidBytes() {
    var offset = 0
    var count = 0
    while count < FindingLog.limit, let invalid = UTF8Check.firstInvalid(in: source.bytes, from: offset) {
      scanner.findings.add(at: invalid, .replaced, "invalid UTF-8")
      count += 1
      offset = invalid + 1
    }
  }

  private mutating func findRoot() throws(FeedError) -> XMLScanner.Tag {
    var root: XMLScanner.Tag?
    do throws(XMLTruncation) {
      while root == nil {
        switch try scanner.next() {
        case .start(let tag): root = tag
        case .finish: throw XMLTruncation(within: "the part before the first element")
        case .end, .text: continue
        }
      }
    } catch {
      throw truncated(error)
    }
    guard let root else { throw .empty }
    document.format = try format(of: root)
    scanner.boundary = XMLItemBoundary(of: document.format)
    return root
  }

  private mutating func format(of root: XMLScanner.Tag) throws(FeedError) -> FeedFormat {
    let found: FeedFormat
    switch scanner.name(of: root) {
    case (.rss, "rss"), (.rdf, "RDF"): found = .rss
    case (.atom, "feed"): found = .atom
    case (.other, "rss"):
      scanner.namespaces.readDefault(as: .rss)
      found = .rss
    case (.rss, "feed"), (.other, "feed"):
      scanner.namespaces.readDefault(as: .atom)
      found = .atom
    default:
      let name = scanner.bytes.string(in: root.name).quotedForMessage
      throw .unrecognised(source.map.position(at: root.start), content: "an XML document of \(name)")
    }
    guard let asked = options.format, asked != found else { return found }
    throw .otherFormat(source.map.position(at: root.start), asked: asked, found: found)
  }

  private mutating func readRoot(_ root: XMLScanner.Tag) throws(XMLTruncation) {
    if document.format == .atom { return try readAtomFeed(root) }
    try readRSSLevel(isRoot: true)
  }

  /// Reads what follows the root element: comments, white space and the like are allowed, other content is a finding.
  private mutating func readTrailingBytes() throws(XMLTruncation) {
    while true {
      switch try scanner.next() {
      case .finish: return
      case .text(let range, _) where scanner.bytes[range].allSatisfy { $0.isWhitespace || $0 == 0 }: continue
      case .end: continue
      case .start, .text:
        return scanner.findings.add(at: scanner.eventStart, .restLeftOut, "content after the document")
      }
    }
  }

  private func finished() throws(FeedError) -> FeedDocument {
    if let offset = scanner.firstTooDeep { throw .tooDeep(source.map.position(at: offset), limit: options.maxDepth) }
    var document = document
    document.findings = scanner.findings.ordered
    return document
  }
}

// MARK: - Items

/// Reading of what RSS items and Atom entries have in common.
extension XMLFeedReader {
  /// Reads the item whose start tag was just read, and appends it unless there are too many or it is nested too deep.
  mutating func takeItem(
    _ tag: XMLScanner.Tag, _ read: (inout Self, inout XMLItem) throws(XMLTruncation) -> Void
  ) throws(XMLTruncation) {
    guard document.items.count < options.maxItems else { return try passOver(tag) }
    let outside = scanner.firstTooDeep
    scanner.firstTooDeep = nil
    defer { scanner.firstTooDeep = outside }
    var item = XMLItem()
    scanner.boundary?.isInItem = true
    defer { scanner.boundary?.isInItem = false }
    try read(&self, &item)
    if let offset = scanner.firstTooDeep {
      return scanner.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    }
    let finished = item.finished(at: source.map.position(at: tag.start))
    if finished.id == nil { scanner.findings.add(at: tag.start, .kept, "an item has neither an id nor a link") }
    document.items.append(finished)
  }

  private mutating func passOver(_ tag: XMLScanner.Tag) throws(XMLTruncation) {
    if !isFull { scanner.findings.add(at: tag.start, .restLeftOut, "more than \(options.maxItems) items") }
    isFull = true
    scanner.boundary?.isInItem = true
    defer { scanner.boundary?.isInItem = false }
    let outside = scanner.firstTooDeep
    defer { scanner.firstTooDeep = outside }
    try scanner.skipElement()
  }

  /// Reads the date in the element that was just opened; returns nil if it is blank or, with a finding, if it is
  /// invalid.
  mutating func readDate(_ name: String) throws(XMLTruncation) -> Int64? {
    let content = try scanner.readContent()
    guard let text = content.text.trimmed.nonEmpty else { return nil }
    if let seconds = FeedTime.seconds(of: text) { return seconds }
    scanner.findings.add(at: content.start, .valueLeftOut, "\(name) is not a valid date: \(text.quotedForMessage)")
    return nil
  }

  /// Reads the text of the element that was just opened; returns nil if it is blank.
  mutating func readText() throws(XMLTruncation) -> String? { try scanner.readContent().text.trimmed.nonEmpty }

  /// Returns content as HTML if it contains markup, otherwise as text.
  func body(_ content: XMLContent) -> XMLItem.Body? {
    if let markup = content.markup { return .html(scanner.bytes.string(in: markup)) }
    return body(ofText: content.text)
  }

  /// Returns text as HTML if it contains `<` or `&`, otherwise as plain text; nil if it is blank.
  func body(ofText text: String) -> XMLItem.Body? { XMLItem.Body(ofText: text) }

  /// Returns a title as plain text on one line, without markup and with references decoded.
  func title(_ content: XMLContent) -> String? { body(content)?.line.nonEmpty }
}

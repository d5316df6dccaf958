/// Reads RSS and Atom documents item by item.
struct XMLFeedReader {
  var scanner: XMLScanner
  var document = FeedDocument(format: .rss)
  /// Values of the feed that are used if there are no better ones.
  var other = OtherValues()
  var budget: AddressBudget
  /// The offset of the last tag with an unusable base, which is reported once.
  var lastBadBase: Int?
  private var identifiers = IdentifierLog()
  /// The items whose relative addresses wait for the address of the feed.
  private var unresolved: [Int] = []
  let source: SourceText
  let options: FeedReader.Options
  private var isFull = false
  /// Whether all of the document has been read, so that it will name no better base.
  private(set) var isComplete = false
  /// Whether an item is only checked, so that nothing is made of its texts; it is read again when it is used.
  private(set) var isChecking = false
  /// What the last checked items share.
  var surroundings: XMLItemSurroundings?
  /// The budget of all checked items, of whose addresses only an upper bound is known.
  var checkedBudget: AddressBudget
  /// The length of the longest base of the item that is being read.
  var longestBase = 0

  struct OtherValues {
    var title, summary: String?
    /// The addresses of pictures from other elements than RSS's or Atom's own.
    var icon: String?
    var editors: [FeedAuthor] = []
    var podcastAuthors: [FeedAuthor] = []
    var podcastOwners: [FeedAuthor] = []
  }

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

  init(_ source: SourceText, _ options: FeedReader.Options) {
    self.source = source
    self.options = options
    scanner = XMLScanner(source, at: 0, maxDepth: options.maxDepth)
    budget = AddressBudget(ofDocument: source.bytes.count)
    checkedBudget = budget
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
    let (vocabulary, name) = scanner.lowercasedName(of: root)
    switch (vocabulary, name) {
    case (.rss, "rss"), (.rdf, "rdf"): found = .rss
    case (.atom, "feed"): found = .atom
    case (_, "rss"):
      scanner.namespaces.readDefault(as: .rss)
      found = .rss
    case (_, "feed"):
      scanner.namespaces.readDefault(as: .atom)
      found = .atom
    default:
      let name = scanner.bytes.string(in: root.name)
      if scanner.isOPML(root) { throw .listOfFeeds(source.map.position(at: root.start), count: try countOfFeeds()) }
      let content = name.lowercased() == "html" ? "a web page" : "an XML document of \(name.quotedForMessage)"
      throw .unrecognised(source.map.position(at: root.start), content: content)
    }
    guard let asked = options.format, asked != found else { return found }
    throw .otherFormat(source.map.position(at: root.start), asked: asked, found: found)
  }

  /// Returns the number of feeds in an OPML document, as far as it can be read.
  private func countOfFeeds() throws(FeedError) -> Int {
    var options = options
    options.partial = true
    return try OPMLReader.read(source, options).feeds.count
  }

  private mutating func readRoot(_ root: XMLScanner.Tag) throws(XMLTruncation) {
    if document.format == .atom { return try readAtomFeed(root) }
    try readRSSLevel(root, base: nil, isRoot: true)
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

  private mutating func finished() throws(FeedError) -> FeedDocument {
    if let offset = scanner.firstTooDeep { throw .tooDeep(source.map.position(at: offset), limit: options.maxDepth) }
    isComplete = true
    document.feedURL = document.feedURL.map { resolve($0, against: options.address) }
    document.homePage = document.homePage.map { resolve($0, against: document.feedURL ?? options.address) }
    document.title = document.title ?? other.title
    document.summary = document.summary ?? other.summary
    document.icon = (document.icon ?? other.icon).map { resolve($0, against: documentBase) }
    if document.authors.isEmpty {
      let authors = [other.editors, other.podcastAuthors, other.podcastOwners]
      document.authors = authors.first { !$0.isEmpty } ?? []
    }
    for place in unresolved {
      var item = document.items[place]
      resolveAddresses(of: &item)
      document.items[place] = item
    }
    if budget.isExceeded {
      scanner.findings.add(at: 0, .kept, "resolved addresses would make the document too large; some are relative")
    }
    document.findings = scanner.findings.ordered
    return document
  }
}

// MARK: - Items

/// Reading of what RSS items and Atom entries have in common.
extension XMLFeedReader {
  /// Reads the item whose start tag was just read, and appends it unless there are too many or it is nested too deep.
  ///
  /// - Parameter base: the base that is in effect around it.
  mutating func takeItem(_ tag: XMLScanner.Tag, base: String?) throws(XMLTruncation) {
    guard document.items.count < options.maxItems else { return try passOver(tag) }
    let outside = scanner.firstTooDeep
    scanner.firstTooDeep = nil
    defer { scanner.firstTooDeep = outside }
    var item = XMLItem()
    let surroundings = self.surroundings(of: tag, base: base)
    isChecking = surroundings != nil
    defer { isChecking = false }
    try readItem(tag, base: base, &item)
    if let offset = scanner.firstTooDeep {
      return scanner.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    }
    if let id = item.identifier {
      if identifiers.isFirstRepetition(of: id) {
        scanner.findings.add(at: tag.start, .kept, "the id \(id.quotedForMessage) is that of an earlier item")
      }
    } else {
      scanner.findings.add(at: tag.start, .kept, "an item has neither an id nor a link")
    }
    if let surroundings {
      longestBase = max(longestBase, item.page?.utf8.count ?? 0)
      takeBudget(ofItem: tag.start..<scanner.position)
      return document.items.append(FeedItem(EncodedXMLItem(at: tag.start, in: surroundings)))
    }
    var finished = item.finished(at: source.map.position(at: tag.start))
    if documentBase == nil {
      unresolved.append(document.items.count)
    } else {
      resolveAddresses(of: &finished)
    }
    document.items.append(finished)
  }

  mutating func readItem(
    _ tag: XMLScanner.Tag, base: String?, _ item: inout XMLItem
  ) throws(XMLTruncation) {
    scanner.boundary?.isInItem = true
    defer { scanner.boundary?.isInItem = false }
    if document.format == .atom {
      try readAtomEntry(tag, base: base, &item)
    } else {
      try readRSSItem(tag, base: base, &item)
    }
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
    if let seconds = FeedTime.date(of: text) { return seconds }
    scanner.findings.add(at: content.start, .valueLeftOut, "\(name) is not a valid date: \(text.quotedForMessage)")
    return nil
  }

  /// Reads the text of the element that was just opened; returns nil if it is blank.
  mutating func readText() throws(XMLTruncation) -> String? { try scanner.readContent().text.trimmed.nonEmpty }

  /// Reads the element that was just opened as HTML if it contains markup, otherwise as text.
  mutating func readBody(_ tag: XMLScanner.Tag, base outer: String?) throws(XMLTruncation) -> XMLItem.Body? {
    let base = self.base(of: tag, within: outer)
    let content = try scanner.readContent()
    // The addresses of markup are counted while they are resolved.
    return isChecking && content.markup == nil ? nil : body(content, base: base)
  }

  /// Returns content as HTML if it contains markup, otherwise as text; addresses are resolved if there is a base.
  mutating func body(_ content: XMLContent, base: String?) -> XMLItem.Body? {
    guard let markup = content.markup else { return body(ofText: content.text, base: base) }
    let html = MarkupRewriter.html(of: markup, within: nil, of: scanner, base: base, &budget)
    return html.trimmed.nonEmpty.map { .html($0) }
  }

  /// Returns text as HTML if it contains `<` or `&`, otherwise as plain text; nil if it is blank.
  mutating func body(ofText text: String, base: String?) -> XMLItem.Body? {
    let body = XMLItem.Body(ofText: text)
    guard case .html(let html) = body, let base else { return body }
    return .html(MarkupRewriter.resolved(html, against: base, &budget))
  }

  /// Reads what a feed is about, as plain text.
  mutating func readSummary() throws(XMLTruncation) -> String? {
    body(try scanner.readContent(), base: nil)?.plainText.trimmed.nonEmpty
  }

  /// Reads a title as plain text on one line, without markup and with references decoded.
  mutating func readTitle() throws(XMLTruncation) -> String? {
    let content = try scanner.readContent()
    return isChecking ? nil : body(content, base: nil)?.line.nonEmpty
  }
}

/// Reads RSS and Atom documents item by item.
struct XMLFeedReader {
  var scanner: XMLScanner
  var document = FeedDocument(format: .rss)
  let source: SourceText
  let options: FeedReader.Options
  var isFull = false

  static func read(_ source: SourceText, _ options: FeedReader.Options) throws(FeedError) -> FeedDocument {
    var reader = XMLFeedReader(source, options)
    reader.noteInvalidBytes()
    let root = try reader.findRoot()
    do throws(XMLEnd) {
      try reader.readRoot(root)
      try reader.readBehind()
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

  private func truncated(_ end: XMLEnd) -> FeedError { .truncated(source.map.end, within: end.within) }

  private mutating func noteInvalidBytes() {
    var offset = 0
    var count = 0
    while count < FindingLog.limit, let invalid = UTF8Check.firstInvalid(in: source.bytes, from: offset) {
      scanner.findings.add(at: invalid, .replaced, "bytes that are no UTF-8")
      count += 1
      offset = invalid + 1
    }
  }

  private mutating func findRoot() throws(FeedError) -> XMLScanner.Tag {
    var root: XMLScanner.Tag?
    do throws(XMLEnd) {
      while root == nil {
        switch try scanner.next() {
        case .start(let tag): root = tag
        case .finish: throw XMLEnd(within: "what comes before the first element")
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

  private mutating func readRoot(_ root: XMLScanner.Tag) throws(XMLEnd) {
    if document.format == .atom { return try readAtomFeed(root) }
    try readRSSLevel(isRoot: true)
  }

  /// Behind the root may stand comments and the like, but no second document.
  private mutating func readBehind() throws(XMLEnd) {
    while true {
      switch try scanner.next() {
      case .finish: return
      case .text(let range, _) where scanner.bytes[range].allSatisfy { $0.isWhitespace || $0 == 0 }: continue
      case .end: continue
      case .start, .text:
        return scanner.findings.add(at: scanner.eventStart, .restLeftOut, "content behind the document")
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

/// Reads a JSON Feed document: its items one by one, its other members verbatim.
struct JSONFeedReader {
  private let source: SourceText
  private let start: Int
  private let options: FeedReader.Options
  private var sequence: JSONItemSequence
  private var document = FeedDocument(format: .jsonFeed)
  private var hasItems = false
  /// The headings of a merged feed.
  private var headings: [String] = []

  static func read(
    _ source: SourceText, at start: Int, _ options: FeedReader.Options
  ) throws(FeedError) -> FeedDocument {
    var reader = JSONFeedReader(source, at: start, options)
    try reader.readToTheEnd()
    return try reader.finished()
  }

  private init(_ source: SourceText, at start: Int, _ options: FeedReader.Options) {
    self.source = source
    self.start = start
    self.options = options
    sequence = JSONItemSequence(source, at: start, options)
  }

  private mutating func readToTheEnd() throws(FeedError) {
    do throws(JSONFault) { try readObject() } catch {
      guard hasItems else { throw error.error(source.map) }
      return try sequence.end(at: error, source.map)
    }
    guard hasItems else { return }
    try checkForFurtherDocument()
    do throws(JSONFault) { try sequence.skipToEnd(of: "document", within: "the document") } catch {
      try sequence.end(at: error, source.map)
    }
  }

  private mutating func readObject() throws(JSONFault) {
    guard sequence.scanner.openObject() else { return }
    repeat { try readMember() } while try sequence.scanner.skipToNextMember()
  }

  private mutating func readMember() throws(JSONFault) {
    let rawName = try sequence.scanner.skipName()
    let name = JSONValue.decodeString(in: source.bytes, rawName)
    if name == "items", sequence.scanner.next == UInt8(ascii: "["), !hasItems {
      hasItems = true
      return try sequence.readArray(outerDepth: 1)
    }
    let valueStart = sequence.scanner.position
    try sequence.scanner.skipValue()
    guard name != "items" else { return reportInvalidItems(at: rawName.lowerBound) }
    document.members.append(
      FeedDocument.Member(
        name: name, rawName: source.bytes[rawName], rawValue: source.bytes[valueStart..<sequence.scanner.position]))
  }

  private mutating func reportInvalidItems(at offset: Int) {
    let problem = hasItems ? "duplicate items; the first one is used" : "items is not an array"
    sequence.reader.findings.add(at: offset, .valueLeftOut, problem)
  }

  /// Rejects documents that each have a line, of which there are two kinds, each read by a command of its own.
  private func checkForFurtherDocument() throws(FeedError) {
    let end = sequence.scanner.position
    let next = source.firstOffset(from: end) { !$0.isWhitespace }
    guard source.bytes.hasBytes("{", at: next), source.bytes[end..<next].contains(UInt8(ascii: "\n")) else { return }
    let content: FeedError.LineContent = versionIsKnown ? .documents : .mergeRequests
    throw .notOneDocument(source.map.position(at: start), content)
  }

  private mutating func finished() throws(FeedError) -> FeedDocument {
    try checkFormat()
    try sequence.checkSurroundings(source.map)
    readMetadata()
    (document.items, document.hasAds) = (sequence.items, sequence.hasAds)
    document.sections = sequence.sections.finished(headings: headings, itemCount: document.items.count)
    resolveAddresses()
    if sequence.scanner.flaws.needRepair { document.members = document.members.map(\.repaired) }
    document.findings = sequence.reader.findings.ordered
    return document
  }

  private mutating func resolveAddresses() {
    let address = options.address
    document.feedURL = document.feedURL.map { WebAddress.resolve($0, against: address) }
    document.homePage = document.homePage.map { WebAddress.resolve($0, against: document.feedURL ?? address) }
    guard let base = document.homePage ?? document.feedURL ?? address else { return }
    sequence.encodedItems?.base = base
    for row in document.items.indices where !document.items[row].isEncoded {
      document.items[row] = document.items[row].within(feedAt: base)
    }
  }

  private func checkFormat() throws(FeedError) {
    let position = source.map.position(at: start)
    guard hasItems || versionIsKnown else {
      throw .unrecognised(position, content: "a JSON object without items")
    }
    if let asked = options.format, asked != .jsonFeed {
      throw .otherFormat(position, asked: asked, found: .jsonFeed)
    }
  }

  private var versionIsKnown: Bool {
    document.members.contains { $0.name == "version" && Self.versions.contains(value(of: $0).string ?? "") }
  }

  /// The values of `version` in all versions of JSON Feed.
  static let versions = ["1", "1.0", "1.1"].flatMap { number in
    ["https", "http"].map { "\($0)://jsonfeed.org/version/\(number)" }
  }

  private mutating func readMetadata() {
    if !versionIsKnown {
      sequence.reader.findings.add(at: start, .kept, "the document has no known JSON Feed version; read as 1.1")
    }
    if !hasItems { sequence.reader.findings.add(at: start, .kept, "the document has no items") }
    for member in document.members { readMetadata(value(of: member), named: member.name) }
  }

  private mutating func readMetadata(_ value: JSONValue, named name: String) {
    switch name {
    case "title": document.title = sequence.reader.string(value, name) ?? document.title
    case "home_page_url": document.homePage = sequence.reader.string(value, name) ?? document.homePage
    case "feed_url": document.feedURL = sequence.reader.string(value, name) ?? document.feedURL
    case "description": document.summary = sequence.reader.string(value, name) ?? document.summary
    case "icon": document.icon = sequence.reader.string(value, name) ?? document.icon
    case "favicon": document.icon = document.icon ?? sequence.reader.string(value, name)
    case "language": document.language = sequence.reader.string(value, name) ?? document.language
    case "author": if document.authors.isEmpty { document.authors = sequence.reader.authors([value]) }
    case "authors": document.authors = sequence.reader.authors(value)
    case MergedPlace.name:
      let head: MergedHead? = sequence.reader.extensionRecord(value)
      headings = head?.headings ?? []
    default: return
    }
  }

  private func value(of member: FeedDocument.Member) -> JSONValue {
    JSONValue(bytes: source.bytes, range: member.rawValue.startIndex..<member.rawValue.endIndex)
  }
}

/// The value of a small JSON file, such as rules or a weaving plan, that has been validated completely.
struct JSONFile {
  /// Maps offsets in the value to positions in the file.
  let map: SourceMap
  /// The value of the file.
  let value: JSONValue

  /// Validates a file.
  ///
  /// - Parameters:
  ///   - name: What messages call the content, such as `plan`.
  ///   - fault: Makes the error from a position and a description of the problem.
  /// - Complexity: O(*n*) in the number of bytes.
  init<Fault: Error>(
    _ bytes: [UInt8], maxBytes: Int, maxDepth: Int, holding name: String, fault: (SourcePosition, String) -> Fault
  ) throws(Fault) {
    guard bytes.count <= maxBytes else { throw fault(.start, "the file has more than \(maxBytes) bytes") }
    let source: SourceText
    do throws(FeedError) { source = try SourceText(bytes) } catch {
      throw fault(error.position, error.problem)
    }
    map = source.map
    if let place = source.firstGuessedOffset { throw fault(map.position(at: place), "invalid UTF-8") }
    var scanner = JSONScanner(source.bytes, maxDepth: maxDepth)
    do throws(JSONFault) { value = try scanner.onlyValue(within: name) } catch {
      throw fault(map.position(at: error.offset), error.words(ofWhole: "file"))
    }
    let flaws = [
      (scanner.flaws.firstInvalid, "invalid UTF-8"),
      (scanner.flaws.firstTooDeep, "nested deeper than \(maxDepth)"),
    ]
    for case (let offset?, let problem) in flaws { throw fault(map.position(at: offset), problem) }
  }
}

extension JSONScanner {
  /// Reads the value of a text that contains nothing else except white space.
  mutating func onlyValue(within name: String) throws(JSONFault) -> JSONValue {
    skipWhitespace()
    let start = position
    try skipValue()
    let end = position
    skipWhitespace()
    if next != nil { throw fault("the end of the \(name)", within: "") }
    return JSONValue(bytes: bytes, range: start..<end)
  }
}

/// Reads a JSON Feed document: its items one by one, its other members as they stand.
struct JSONFeedReader {
  private let source: SourceText
  private let start: Int
  private let options: FeedReader.Options
  private var sequence: JSONItemSequence
  private var document = FeedDocument(format: .jsonFeed)
  private var hasItems = false

  static func read(
    _ source: SourceText, at start: Int, _ options: FeedReader.Options
  ) throws(FeedError) -> FeedDocument {
    var reader = JSONFeedReader(source, at: start, options)
    try reader.readToTheEnd()
    return try reader.finished()
  }

  /// What an array at the top level is: of the formats that are known, only a Mastodon timeline begins so.
  static func errorForArray(in source: SourceText, at start: Int) -> FeedError {
    var scanner = JSONScanner(source.bytes, at: start + 1)
    scanner.skipWhitespace()
    let first = scanner.position
    let position = source.map.position(at: start)
    if scanner.next == UInt8(ascii: "]") { return .unrecognised(position, content: "an empty JSON array") }
    do throws(JSONFault) { try scanner.skipValue() } catch { return error.error(source.map) }
    let element = JSONValue(bytes: source.bytes, range: first..<scanner.position)
    if element.hasMember("account") { return .formatNotRead(position, name: "a Mastodon timeline") }
    return .unrecognised(position, content: "a JSON array")
  }

  private init(_ source: SourceText, at start: Int, _ options: FeedReader.Options) {
    self.source = source
    self.start = start
    self.options = options
    sequence = JSONItemSequence(source, at: start, options)
  }

  private mutating func readToTheEnd() throws(FeedError) {
    do throws(JSONFault) {
      try readObject()
      try readBehind()
    } catch {
      guard options.partial, hasItems else { throw error.error(source.map) }
      sequence.reader.findings.add(at: error.offset, .restLeftOut, error.words())
    }
  }

  private mutating func readObject() throws(JSONFault) {
    sequence.scanner.outerDepth = 1
    sequence.scanner.position = start + 1
    sequence.scanner.skipWhitespace()
    guard sequence.scanner.next != UInt8(ascii: "}") else {
      sequence.scanner.position += 1
      return
    }
    repeat { try readMember() } while try sequence.scanner.skipComma(orClosing: UInt8(ascii: "}"))
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
    guard name != "items" else { return complainOfItems(at: rawName.lowerBound) }
    document.members.append(
      FeedDocument.Member(
        name: name, rawName: source.bytes[rawName], rawValue: source.bytes[valueStart..<sequence.scanner.position]))
  }

  private mutating func complainOfItems(at offset: Int) {
    let problem = hasItems ? "items stands twice, and the first one counts" : "items is no array"
    sequence.reader.findings.add(at: offset, .valueLeftOut, problem)
  }

  /// Nothing but white space may follow; an object that follows one without items is the second line of NDJSON.
  private mutating func readBehind() throws(JSONFault) {
    sequence.scanner.skipWhitespace()
    guard sequence.scanner.next != nil, hasItems else { return }
    throw sequence.scanner.fault("nothing behind the document", within: "the document")
  }

  private mutating func finished() throws(FeedError) -> FeedDocument {
    try checkFormat()
    if let offset = sequence.scanner.flaws.firstInvalid { throw .notUTF8(source.map.position(at: offset)) }
    if let offset = sequence.scanner.flaws.firstTooDeep {
      throw .tooDeep(source.map.position(at: offset), limit: options.maxDepth)
    }
    readMetadata()
    sequence.noteRepairs(of: sequence.scanner.flaws)
    document.items = sequence.items.map(resolved)
    if sequence.scanner.flaws.wantRepair { document.members = document.members.map(\.repaired) }
    document.findings = sequence.reader.findings.ordered
    return document
  }

  /// The item with its addresses resolved against the feed's page, or else its own address; its raw bytes stay.
  private func resolved(_ item: FeedItem) -> FeedItem {
    guard let base = document.homePage ?? document.feedURL else { return item }
    var item = item
    item.url = item.url.map { WebAddress.resolve($0, against: base) }
    item.externalURL = item.externalURL.map { WebAddress.resolve($0, against: base) }
    item.image = item.image.map { WebAddress.resolve($0, against: base) }
    return item
  }

  private func checkFormat() throws(FeedError) {
    let position = source.map.position(at: start)
    guard hasItems || versionIsKnown else { throw errorForOtherObject(at: position) }
    if let asked = options.format, asked != .jsonFeed {
      throw .otherFormat(position, asked: asked, found: .jsonFeed)
    }
  }

  private func errorForOtherObject(at position: SourcePosition) -> FeedError {
    if sequence.scanner.next == UInt8(ascii: "{") { return .formatNotRead(position, name: "NDJSON") }
    guard let feed = document.members.first(where: { $0.name == "feed" }), let first = value(of: feed).elements.first,
      first.hasMember("post")
    else { return .unrecognised(position, content: "a JSON object without items") }
    return .formatNotRead(position, name: "a Bluesky timeline")
  }

  private var versionIsKnown: Bool {
    document.members.contains { $0.name == "version" && Self.versions.contains(value(of: $0).string ?? "") }
  }

  private static let versions = ["1", "1.0", "1.1"].flatMap { number in
    ["https", "http"].map { "\($0)://jsonfeed.org/version/\(number)" }
  }

  private mutating func readMetadata() {
    if !versionIsKnown {
      sequence.reader.findings.add(at: start, .kept, "the document has no version of JSON Feed, and is read as 1.1")
    }
    if !hasItems { sequence.reader.findings.add(at: start, .kept, "the document has no items") }
    for member in document.members { readMetadata(value(of: member), named: member.name) }
  }

  private mutating func readMetadata(_ value: JSONValue, named name: String) {
    switch name {
    case "title": document.title = sequence.reader.string(value, name) ?? document.title
    case "home_page_url": document.homePage = sequence.reader.string(value, name) ?? document.homePage
    case "feed_url": document.feedURL = sequence.reader.string(value, name) ?? document.feedURL
    case "language": document.language = sequence.reader.string(value, name) ?? document.language
    case "author": if document.authors.isEmpty { document.authors = sequence.reader.authors([value]) }
    case "authors": document.authors = sequence.reader.authors(value.elements)
    default: return
    }
  }

  private func value(of member: FeedDocument.Member) -> JSONValue {
    JSONValue(bytes: source.bytes, range: member.rawValue.startIndex..<member.rawValue.endIndex)
  }
}

/// Reads a JSON Feed document: its items one by one, its other members verbatim.
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

  /// Returns the error for a top-level array; among the known formats, only a Mastodon timeline begins with one.
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
      try readTrailingBytes()
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
    guard name != "items" else { return reportInvalidItems(at: rawName.lowerBound) }
    document.members.append(
      FeedDocument.Member(
        name: name, rawName: source.bytes[rawName], rawValue: source.bytes[valueStart..<sequence.scanner.position]))
  }

  private mutating func reportInvalidItems(at offset: Int) {
    let problem = hasItems ? "duplicate items; the first one is used" : "items is not an array"
    sequence.reader.findings.add(at: offset, .valueLeftOut, problem)
  }

  /// Checks that only white space follows; another object after one without items is later reported as NDJSON.
  private mutating func readTrailingBytes() throws(JSONFault) {
    sequence.scanner.skipWhitespace()
    guard sequence.scanner.next != nil, hasItems else { return }
    throw sequence.scanner.fault("the end of the document", within: "the document")
  }

  private mutating func finished() throws(FeedError) -> FeedDocument {
    try checkFormat()
    if let offset = sequence.scanner.flaws.firstInvalid { throw .notUTF8(source.map.position(at: offset)) }
    if let offset = sequence.scanner.flaws.firstTooDeep {
      throw .tooDeep(source.map.position(at: offset), limit: options.maxDepth)
    }
    readMetadata()
    sequence.reportRepairs(of: sequence.scanner.flaws)
    document.items = sequence.items.map(resolved)
    if sequence.scanner.flaws.needRepair { document.members = document.members.map(\.repaired) }
    document.findings = sequence.reader.findings.ordered
    return document
  }

  /// Returns an item with its addresses resolved against the feed's home page or address; its raw bytes do not change.
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

/// Reads items from JSON text one by one, omitting invalid ones with a finding.
struct JSONItemSequence {
  var scanner: JSONScanner
  var reader: JSONItemReader
  private(set) var items: [FeedItem] = []
  private let options: FeedReader.Options
  private var isFull = false

  init(_ source: SourceText, at start: Int, _ options: FeedReader.Options) {
    scanner = JSONScanner(source.bytes, at: start, maxDepth: options.maxDepth)
    scanner.allowsFlaws = true
    reader = JSONItemReader(source)
    self.options = options
  }

  /// Reads the array of items at the current position.
  mutating func readArray(outerDepth: Int) throws(JSONFault) {
    scanner.outerDepth = outerDepth + 1
    defer { scanner.outerDepth = outerDepth }
    scanner.position += 1
    scanner.skipWhitespace()
    guard scanner.next != UInt8(ascii: "]") else {
      scanner.position += 1
      return
    }
    repeat { try readItem() } while try scanner.skipComma(orClosing: UInt8(ascii: "]"))
  }

  /// Reads the item at the current position.
  mutating func readItem() throws(JSONFault) { take(try scanItem()) }

  /// A value where an item is expected, with the flaws found in it.
  struct Candidate {
    fileprivate let range: Range<Int>
    fileprivate let flaws: JSONScanner.Flaws
  }

  /// Moves past the value at the current position and returns it with the flaws found within it.
  mutating func scanItem() throws(JSONFault) -> Candidate {
    let start = scanner.position
    let outside = scanner.flaws
    scanner.flaws = JSONScanner.Flaws()
    defer { scanner.flaws = outside }
    try scanner.skipValue()
    return Candidate(range: start..<scanner.position, flaws: scanner.flaws)
  }

  /// Appends the item of a value, or omits it with a finding.
  mutating func take(_ candidate: Candidate) {
    if items.count >= options.maxItems {
      reportItemLimit(at: candidate.range.lowerBound)
    } else if let offset = candidate.flaws.firstTooDeep {
      reader.findings.add(at: offset, .itemLeftOut, "nested deeper than \(options.maxDepth)")
    } else if let offset = candidate.flaws.firstInvalid {
      reader.findings.add(at: offset, .itemLeftOut, "invalid UTF-8")
    } else if var item = reader.item(JSONValue(bytes: scanner.bytes, range: candidate.range)) {
      reportRepairs(of: candidate.flaws)
      if candidate.flaws.needRepair { item.raw = item.raw.map(JSONRepair.repaired) }
      items.append(item)
    }
  }

  /// Adds findings for flaws in the JSON that were repaired.
  fileprivate mutating func reportRepairs(of flaws: JSONScanner.Flaws) {
    if let offset = flaws.firstControlCharacter {
      reader.findings.add(at: offset, .kept, "an unescaped control character in a string")
    }
    if let offset = flaws.firstTrailingComma {
      reader.findings.add(at: offset, .kept, "a comma before a closing bracket")
    }
  }

  private mutating func reportItemLimit(at start: Int) {
    guard !isFull else { return }
    isFull = true
    reader.findings.add(at: start, .restLeftOut, "more than \(options.maxItems) items")
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
  fileprivate mutating func onlyValue(within name: String) throws(JSONFault) -> JSONValue {
    skipWhitespace()
    let start = position
    try skipValue()
    let end = position
    skipWhitespace()
    if next != nil { throw fault("the end of the \(name)", within: "") }
    return JSONValue(bytes: bytes, range: start..<end)
  }
}

/// Reads ads from a JSON Feed document, an array of items, or NDJSON with one item per line.
///
/// An ad is an item like any other: its members have the same meaning, and its problems are reported in the same way.
public struct AdReader: Sendable {
  /// The limits for reading; the format option is ignored.
  public let options: FeedReader.Options

  /// Creates a reader.
  public init(options: FeedReader.Options = FeedReader.Options()) { self.options = options }

  /// Reads ads from the bytes of a file.
  ///
  /// - Throws: `FeedError`, with a position, if nothing can be read.
  /// - Complexity: O(*n*) for *n* bytes.
  public func read(_ bytes: [UInt8]) throws(FeedError) -> AdDocument {
    guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
    let source = try SourceText(bytes)
    let start = source.start
    switch source.bytes[start] {
    case UInt8(ascii: "["): return try readItems(source, at: start, .array(.jsonFeed))
    case UInt8(ascii: "{"): return try readObjects(source, at: start)
    case UInt8(ascii: "<"): throw .adsNotJSON(source.map.position(at: start))
    default:
      throw .unrecognised(source.map.position(at: start), content: "text that begins with \(source.excerpt(at: start))")
    }
  }

  /// Reads a document, one ad, or NDJSON; an incomplete object is read as NDJSON if the next line begins another
  /// object.
  private func readObjects(_ source: SourceText, at start: Int) throws(FeedError) -> AdDocument {
    var scanner = JSONScanner(source.bytes, at: start)
    do throws(JSONFault) { try scanner.skipValue() } catch {
      return try isFirstOfLines(source, at: start)
        ? readItems(source, at: start, .lines(.jsonFeed)) : readFeed(source, at: start)
    }
    let first = JSONValue(bytes: source.bytes, range: start..<scanner.position)
    if first.hasMember("items") || first.hasMember("version") { return try readFeed(source, at: start) }
    let isAlone = source.firstOffset(from: scanner.position) { !$0.isWhitespace } == source.bytes.count
    return try readItems(source, at: start, isAlone ? .single(.jsonFeed) : .lines(.jsonFeed))
  }

  /// Whether an incomplete object is a bad line of NDJSON: it has no `items`, and the next line begins another object.
  private func isFirstOfLines(_ source: SourceText, at start: Int) -> Bool {
    let lineEnd = source.firstOffset(from: start) { $0 == UInt8(ascii: "\n") }
    let items = source.bytes.offset(behind: "\"items\"", from: start) ?? .max
    return items > lineEnd && source.bytes.hasBytes("\n{", at: lineEnd)
  }

  private func readFeed(_ source: SourceText, at start: Int) throws(FeedError) -> AdDocument {
    var options = options
    options.format = .jsonFeed
    let document = try JSONFeedReader.read(source, at: start, options)
    return AdDocument(items: document.items, findings: document.findings)
  }

  private func readItems(
    _ source: SourceText, at start: Int, _ layout: JSONLayout
  ) throws(FeedError) -> AdDocument {
    let document = try JSONListReader.read(source, at: start, layout, options)
    return AdDocument(items: document.items, findings: document.findings)
  }
}

/// Ads, with the findings from reading them.
public struct AdDocument: Sendable, Hashable {
  /// The ads in the order of the source, each with its raw JSON.
  public var items: [FeedItem]

  /// The problems that were found and how they were handled, in source order.
  public var findings: [Finding]

  /// Creates a document of ads.
  public init(items: [FeedItem] = [], findings: [Finding] = []) {
    self.items = items
    self.findings = findings
  }
}

/// Reads ads from a JSON Feed document, an array of items, NDJSON with one item per line, or a bid response of OpenRTB.
///
/// Which of these a file is, is found by its content. An ad is an item like any other: its members have the same meaning,
/// and its problems are reported in the same way. The authors of a document of ads are those of each ad that names none.
/// Bids are read as ``BidReader`` reads them if their request is not known; bids without anything to show are left out.
public struct AdReader: Sendable {
  /// The limits for reading; the format option is ignored.
  public let options: FeedReader.Options

  /// Creates a reader.
  public init(options: FeedReader.Options = FeedReader.Options()) { self.options = options }

  /// Reads ads from the bytes of a file; an empty one has none.
  ///
  /// - Throws: `FeedError`, with a position, if nothing can be read.
  /// - Complexity: O(*n*) for *n* bytes.
  public func read(_ bytes: [UInt8]) throws(FeedError) -> AdDocument {
    guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
    if bytes.isBlank { return AdDocument() }
    let source = try SourceText(bytes)
    let start = source.start
    switch source.bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try readValues(source, at: start)
    case UInt8(ascii: "<"): throw .adsNotJSON(source.map.position(at: start))
    default: return try readItems(source, at: start, JSONLayout(of: source, at: start, asked: .itemLines))
    }
  }

  /// Reads a bid response, a document, an array of ads, or ads one after another, on a line each or not.
  private func readValues(_ source: SourceText, at start: Int) throws(FeedError) -> AdDocument {
    if BidReader.isResponse(source, at: start) {
      return AdDocument(try BidReader(options: options).read(source, at: start))
    }
    var scanner = JSONScanner(source.bytes, at: start)
    let isArray = source.bytes[start] == UInt8(ascii: "[")
    do throws(JSONFault) { try scanner.skipValue() } catch {
      let isOnLines = LineSample(source, at: start, kindOfOthers: .jsonFeed).kindOfItems != nil
      if isOnLines || isArray {
        return try readItems(source, at: start, isOnLines ? .lines(.jsonFeed) : .array(.jsonFeed))
      }
      return try readFeed(source, at: start)
    }
    if isArray { return try readItems(source, at: start, .array(.jsonFeed)) }
    let first = JSONValue(bytes: source.bytes, range: start..<scanner.position)
    if first.hasMember("items") || first.hasMember("version") { return try readFeed(source, at: start) }
    return try readItems(source, at: start, .lines(.jsonFeed))
  }

  /// Reads the ads of a bid response that is valid JSON; returns nil for any other object.
  static func bids(_ object: [UInt8]) -> AdDocument? {
    let source = SourceText(line: object, at: .start)
    return BidReader.isResponse(source, at: 0) ? try? AdDocument(BidReader().read(source, at: 0)) : nil
  }

  private func readFeed(_ source: SourceText, at start: Int) throws(FeedError) -> AdDocument {
    var options = options
    options.format = .jsonFeed
    let document = try JSONFeedReader.read(source, at: start, options)
    return AdDocument(items: document.itemsWithAuthors, findings: document.findings)
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

extension FeedDocument {
  /// The items, with the authors of the document if they name none.
  fileprivate var itemsWithAuthors: [FeedItem] {
    if authors.isEmpty { return items }
    return items.map { item in
      var item = item.decoded
      if item.authors.isEmpty { item.authors = authors }
      return item
    }
  }
}

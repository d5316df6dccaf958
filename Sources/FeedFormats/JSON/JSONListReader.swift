/// Reads items that have no feed around them: an array, what a service returns, an item per line, or one item.
struct JSONListReader {
  private let source: SourceText
  private let start: Int
  private var sequence: JSONItemSequence

  /// Reads a text of a known arrangement, which is neither a feed nor a channel.
  static func read(
    _ source: SourceText, at start: Int, _ layout: JSONLayout, _ options: FeedReader.Options
  ) throws(FeedError) -> FeedDocument {
    let kind: JSONItemKind =
      switch layout {
      case .array(let kind), .members(let kind), .single(let kind), .lines(let kind): kind
      case .feed: .jsonFeed
      case .rss: .rss
      }
    let sequence = JSONItemSequence(source, at: start, of: kind, options)
    var reader = JSONListReader(source: source, start: start, sequence: sequence)
    do throws(JSONFault) { try reader.readItems(layout) } catch { try reader.sequence.end(at: error, source.map) }
    try reader.sequence.checkSurroundings(source.map)
    var document = FeedDocument(format: options.format ?? layout.formats[0])
    (document.items, document.hasAds) = (reader.sequence.items, reader.sequence.hasAds)
    document.sections = reader.sequence.sections.finished(headings: [], itemCount: document.items.count)
    document.findings = reader.sequence.reader.findings.ordered
    return document
  }

  private mutating func readItems(_ layout: JSONLayout) throws(JSONFault) {
    switch layout {
    case .array:
      try sequence.readArray(outerDepth: 0)
      try sequence.skipToEnd(of: "array")
    case .lines: try sequence.readLines()
    case .members(let kind):
      try readMembers(kind.arrayNames)
      try sequence.skipToEnd(of: "document")
    case .feed, .rss, .single:
      try sequence.readItem()
      try sequence.skipToEnd(of: "document")
    }
  }

  /// Reads the arrays with these names in the object at the current position; its other members are not needed.
  private mutating func readMembers(_ arrayNames: [String]) throws(JSONFault) {
    guard sequence.scanner.openObject() else { return }
    repeat {
      let name = JSONValue.decodeString(in: source.bytes, try sequence.scanner.skipName())
      if arrayNames.contains(name), sequence.scanner.next == UInt8(ascii: "[") {
        try sequence.readArray(outerDepth: 1)
      } else {
        try sequence.scanner.skipValue()
      }
    } while try sequence.scanner.skipToNextMember()
  }
}

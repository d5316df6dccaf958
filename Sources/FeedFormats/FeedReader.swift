/// Reads a feed of any supported format from bytes, as far as it is readable.
///
/// ```swift
/// let document = try FeedReader().read(Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"a"}]}"#.utf8))
/// document.items[0].id  // "a"
/// ```
///
/// The format is detected from the content. A bad item is a finding, never an error; a document that ends too early is
/// an error, unless ``Options/partial`` is set. Nothing outside the given bytes is ever read: no external entity, no
/// DTD, no address. A list of feeds is an error that says so; ``SubscriptionList`` reads it. Reading takes linear time for
/// any bytes, and the depth of recursion does not depend on them.
public struct FeedReader: Sendable {
  /// The format and the limits for reading.
  public struct Options: Sendable, Hashable {
    /// The only format to accept, or nil to accept every supported format.
    public var format: FeedFormat?

    /// The maximum size of a file in bytes; a larger file is an error.
    public var maxBytes = 256 << 20

    /// The maximum number of items to read; further items are omitted with a finding.
    public var maxItems = 1_000_000

    /// The maximum nesting depth of values or elements, where the outermost is 1; a deeper item is omitted with a
    /// finding.
    public var maxDepth = 512

    /// Whether to return the items before the position where a document ends too early or becomes unreadable.
    public var partial = false

    /// The http or https address that the bytes came from, or nil if it is not known.
    ///
    /// Relative addresses are resolved against it where the feed says no better base: its own address, or its page.
    public var address: String?

    /// Whether items of JSON Feed, RSS and Atom are kept as bytes of the file, and decoded whenever a property is asked for.
    ///
    /// A large file then takes little more memory than its bytes. All items are checked when they are read, so findings
    /// are the same. Use ``FeedItem/decoded`` before several properties of an item are used.
    public var keepsItemsEncoded = false

    /// Creates the default options.
    public init() {}
  }

  /// The format and the limits for reading.
  public let options: Options

  /// Creates a reader.
  public init(options: Options = Options()) { self.options = options }

  /// Reads a document.
  ///
  /// - Throws: `FeedError`, with a position, if nothing can be read; only of NDJSON that is asked for can there be nothing.
  /// - Complexity: O(*n*) for *n* bytes.
  public func read(_ bytes: [UInt8]) throws(FeedError) -> FeedDocument {
    guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
    if options.format == .itemLines, bytes.isBlank { return FeedDocument(format: .itemLines) }
    let source = try SourceText(bytes)
    let start = source.start
    let isXML = source.bytes[start] == UInt8(ascii: "<")
    return isXML ? try XMLFeedReader.read(source, options) : try readJSON(source, at: start)
  }

  private func readJSON(_ source: SourceText, at start: Int) throws(FeedError) -> FeedDocument {
    let layout = try JSONLayout(of: source, at: start, asked: options.format)
    if let asked = options.format, !layout.formats.contains(asked), layout != .feed {
      throw .otherFormat(source.map.position(at: start), asked: asked, found: layout.formats[0])
    }
    switch layout {
    case .feed: return try JSONFeedReader.read(source, at: start, options)
    case .rss: return try RSSInJSONReader.read(source, at: start, options)
    case .array, .members, .single, .lines:
      return try JSONListReader.read(source, at: start, layout, options)
    }
  }
}

extension SourceText {
  /// Returns the first characters at an offset, for a message.
  func excerpt(at start: Int) -> String {
    let line = firstOffset(from: start) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return bytes.string(in: start..<min(line, start + 24)).quotedForMessage
  }
}

/// The supported formats of feeds.
public enum FeedFormat: String, Sendable, CaseIterable {
  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "jsonfeed"

  /// RSS 2.0, 0.9x, and 1.0 (RDF), with the usual extensions.
  case rss

  /// Atom 1.0, and the elements of 0.3 that correspond to it.
  case atom

  /// A timeline, a thread, search results or a status of Mastodon, as its API returns them.
  case mastodon

  /// A timeline, an author's feed, search results or a post of Bluesky, as its API returns them.
  case bluesky

  /// NDJSON: an item of JSON Feed, a status of Mastodon or a post of Bluesky per line.
  case itemLines = "ndjson"

  /// RSS 2.0 as JSON: a channel in a member `rss`.
  case rssInJSON = "rssjson"

  /// The name that messages use.
  public var title: String {
    switch self {
    case .jsonFeed: "JSON Feed"
    case .rss: "RSS"
    case .atom: "Atom"
    case .mastodon: "a Mastodon timeline"
    case .bluesky: "a Bluesky timeline"
    case .itemLines: "NDJSON"
    case .rssInJSON: "RSS as JSON"
    }
  }
}

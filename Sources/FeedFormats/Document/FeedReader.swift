/// Reads a feed from bytes, whatever its format, as far as it can be read.
///
/// ```swift
/// let document = try FeedReader().read(Array(#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"a"}]}"#.utf8))
/// document.items[0].id  // "a"
/// ```
///
/// The format is found by content. One bad item is a finding, never a failure; a document that ends too early is an
/// error, unless ``Options/partial`` asks for what there is. Nothing outside the given bytes is ever read: no external
/// entity, no DTD, no address. Reading is linear in the number of bytes for any bytes, and recursion does not depend on them.
public struct FeedReader: Sendable {
  /// What is read and how much of it.
  public struct Options: Sendable, Hashable {
    /// The only format to accept, or nil to accept every format that is read.
    public var format: FeedFormat?

    /// The most bytes that a file may have; a longer one is an error.
    public var maxBytes = 256 << 20

    /// The most items that are read; the others are left out with a finding.
    public var maxItems = 1_000_000

    /// The deepest nesting of values or elements, the outermost being 1; a deeper item is left out with a finding.
    public var maxDepth = 512

    /// Whether a document that ends too early, or cannot be read from some point on, gives the items before it.
    public var partial = false

    /// The defaults.
    public init() {}
  }

  /// What is read and how much of it.
  public let options: Options

  /// Makes a reader.
  public init(options: Options = Options()) { self.options = options }

  /// Reads a document.
  ///
  /// - Throws: `FeedError` when there is nothing that could be read, with the place.
  /// - Complexity: O(*n*) for *n* bytes.
  public func read(_ bytes: [UInt8]) throws(FeedError) -> FeedDocument {
    guard bytes.count <= options.maxBytes else { throw .tooManyBytes(limit: options.maxBytes) }
    let source = try SourceText(bytes)
    let start = source.firstOffset { !$0.isWhitespace }
    switch source.bytes[start] {
    case UInt8(ascii: "<"): return try XMLFeedReader.read(source, options)
    case UInt8(ascii: "{"): return try JSONFeedReader.read(source, at: start, options)
    case UInt8(ascii: "["): throw JSONFeedReader.errorForArray(in: source, at: start)
    default:
      throw .unrecognised(source.map.position(at: start), content: "text that begins with \(source.excerpt(at: start))")
    }
  }
}

extension SourceText {
  /// The first characters from an offset on, for a message.
  func excerpt(at start: Int) -> String {
    let line = firstOffset(from: start) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return bytes.string(in: start..<min(line, start + 24)).quotedForMessage
  }
}

/// The formats that feeds are read from.
public enum FeedFormat: String, Sendable, CaseIterable {
  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "jsonfeed"

  /// RSS 2.0, 0.9x, and 1.0 (RDF).
  case rss

  /// Atom 1.0, and 0.3 as far as it is the same.
  case atom

  /// The name that messages use.
  public var title: String {
    switch self {
    case .jsonFeed: "JSON Feed"
    case .rss: "RSS"
    case .atom: "Atom"
    }
  }
}

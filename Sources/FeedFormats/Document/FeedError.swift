/// The reason why a document could not be read; a problem of a single item is a `Finding` instead.
public enum FeedError: Error, Sendable, Equatable {
  /// The file is empty or contains only white space.
  case empty

  /// The format is unknown; `content` describes what was found.
  case unrecognised(SourcePosition, content: String)

  /// Each line is a document of its own; another command reads them.
  case notOneDocument(SourcePosition, LineContent)

  /// The content is a list of feeds, which ``SubscriptionList`` reads.
  case listOfFeeds(SourcePosition, count: Int)

  /// Ads are given as XML.
  case adsNotJSON(SourcePosition)

  /// The format is not the requested one.
  case otherFormat(SourcePosition, asked: FeedFormat, found: FeedFormat)

  /// The document ends too early.
  case truncated(SourcePosition, within: String)

  /// A syntax error makes the rest of the document unreliable.
  case malformed(SourcePosition, problem: String)

  /// There are bytes outside all items that are not UTF-8.
  case notUTF8(SourcePosition)

  /// The declared encoding is not supported.
  case unsupportedEncoding(String)

  /// The file has more bytes than allowed.
  case tooManyBytes(limit: Int)

  /// Values or elements outside all items are nested deeper than allowed.
  case tooDeep(SourcePosition, limit: Int)

  /// The documents that a file may have on its lines.
  public enum LineContent: Sendable, Hashable {
    /// Feeds, such as the versions of one feed.
    case documents
    /// Requests to merge feeds and ads.
    case mergeRequests
  }

  /// The position of the error; an error that concerns the whole file is at its first byte.
  public var position: SourcePosition {
    switch self {
    case .empty, .unsupportedEncoding, .tooManyBytes: .start
    case .unrecognised(let position, _), .adsNotJSON(let position), .notOneDocument(let position, _),
      .listOfFeeds(let position, _),
      .otherFormat(let position, _, _),
      .truncated(let position, _), .malformed(let position, _), .notUTF8(let position), .tooDeep(let position, _):
      position
    }
  }

  /// A description of the error, without its position.
  public var problem: String {
    switch self {
    case .empty: "the document is empty"
    case .unrecognised(_, let content): "\(content) is not a known feed format"
    case .listOfFeeds(_, let count): "this is a list of \(count) feeds (OPML), not a feed"
    case .notOneDocument(_, .documents): "each line is a feed of its own; 'feedweave replay' reads them"
    case .notOneDocument(_, .mergeRequests): "each line is a merge request; 'feedweave merge' reads them"
    case .adsNotJSON: "ads must be JSON, not XML: a JSON Feed, an array of items, one item per line, or bids"
    case .otherFormat(_, let asked, let found): "this is \(found.title), not \(asked.title)"
    case .truncated(_, let within): "the document ends too early, within \(within)"
    case .malformed(_, let problem): problem
    case .notUTF8: "invalid UTF-8"
    case .unsupportedEncoding(let name): "the encoding \(name.quotedForMessage) is not supported"
    case .tooManyBytes(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(_, let limit): "nested deeper than \(limit)"
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// The message that programs print after the file's name, `LINE:COLUMN: what is wrong; what was done`.
  public var description: String { "\(position): \(problem); nothing was read" }
}

// MARK: - Message

extension String {
  /// A short, printable copy in quotes, so that messages can show parts of an untrusted file.
  var quotedForMessage: String {
    var copy = "\""
    for scalar in unicodeScalars.prefix(40) {
      copy += scalar.isPlainInMessages ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return copy + (unicodeScalars.dropFirst(40).isEmpty ? "\"" : "…\"")
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, mark, digit, punctuation, symbol or space, which cannot move a cursor or reverse a line.
  fileprivate var isPlainInMessages: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}

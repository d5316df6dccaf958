/// Why a document could not be read at all; what is wrong with single items is a `Finding`.
public enum FeedError: Error, Sendable, Equatable {
  /// The file holds nothing but white space.
  case empty

  /// The content is none of the formats that are read; the text says what it looks like.
  case unrecognised(SourcePosition, content: String)

  /// The content is a known format that this version does not read.
  case formatNotRead(SourcePosition, name: String)

  /// Ads are given as XML.
  case adsNotJSON(SourcePosition)

  /// The content is another format than the one asked for.
  case otherFormat(SourcePosition, asked: FeedFormat, found: FeedFormat)

  /// The document ends too early.
  case truncated(SourcePosition, within: String)

  /// The document breaks the grammar where nothing behind can be relied on.
  case malformed(SourcePosition, problem: String)

  /// Outside of any item stand bytes that are no UTF-8.
  case notUTF8(SourcePosition)

  /// The declared encoding is not read by this version.
  case unsupportedEncoding(String)

  /// The file has more bytes than allowed.
  case tooManyBytes(limit: Int)

  /// Outside of any item values or elements are nested deeper than allowed.
  case tooDeep(SourcePosition, limit: Int)

  /// Where the reading ended; what concerns a whole file is said of its first byte.
  public var position: SourcePosition {
    switch self {
    case .empty, .unsupportedEncoding, .tooManyBytes: .start
    case .unrecognised(let position, _), .adsNotJSON(let position), .formatNotRead(let position, _),
      .otherFormat(let position, _, _),
      .truncated(let position, _), .malformed(let position, _), .notUTF8(let position), .tooDeep(let position, _):
      position
    }
  }

  /// What is wrong, in words, without the place.
  public var problem: String {
    switch self {
    case .empty: "the document is empty"
    case .unrecognised(_, let content): "\(content) is no feed that is known here"
    case .formatNotRead(_, let name): "this is \(name), a format that this version does not read"
    case .adsNotJSON: "this is XML, and ads are read from JSON: a JSON Feed, an array of items, or an item a line"
    case .otherFormat(_, let asked, let found): "this is \(found.title), not \(asked.title)"
    case .truncated(_, let within): "the document ends too early, within \(within)"
    case .malformed(_, let problem): problem
    case .notUTF8: "bytes that are no UTF-8"
    case .unsupportedEncoding(let name): "the encoding \(name.quotedForMessage) is not read by this version"
    case .tooManyBytes(let limit): "the document has more than \(limit) bytes"
    case .tooDeep(_, let limit): "nested deeper than \(limit)"
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// The message as programs print it after the file's name, `LINE:COLUMN: what is wrong; what was done`.
  public var description: String { "\(position): \(problem); nothing was read" }
}

// MARK: - Message

extension String {
  /// A short printable copy in quotes: a piece of an untrusted file as it may stand in a message.
  var quotedForMessage: String {
    var copy = "\""
    for scalar in unicodeScalars.prefix(40) {
      copy += scalar.isPlainInMessages ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return copy + (unicodeScalars.dropFirst(40).isEmpty ? "\"" : "…\"")
  }
}

extension Unicode.Scalar {
  /// Letters, marks, digits, punctuation, symbols and the space; nothing that moves a cursor or turns a line round.
  fileprivate var isPlainInMessages: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: self == " "
    default: true
    }
  }
}

/// A pull scanner for XML that tolerates errors, takes linear time, and reads nothing outside the document.
///
/// It reads no DTD and no entities other than characters, and knows the namespaces that feeds use. Where XML has the
/// errors that are common in feeds (a bare `&` or `<`, an unclosed element), it continues as a reader would expect and
/// records a finding. Open elements are kept on an explicit stack, so that no input can overflow the call stack.
struct XMLScanner {
  /// A start tag.
  struct Tag {
    /// The name as written, with its prefix.
    let name: Range<Int>
    /// The range between the name and the end of the tag.
    let attributes: Range<Int>
    /// The offset of its `<`.
    let start: Int
  }

  enum Event {
    case start(Tag)
    /// The end of the innermost open element, explicit or inferred.
    case end
    /// Character data; in a CDATA section, `&` has no special meaning.
    case text(Range<Int>, isCDATA: Bool)
    /// The end of the document.
    case finish
  }

  let bytes: [UInt8]
  private let maxDepth: Int

  /// The offset of the next byte to read.
  var position: Int

  /// The offset at which the last returned event begins.
  private(set) var eventStart = 0

  /// The offset of the first element nested too deep since this was last set to nil.
  var firstTooDeep: Int?

  var findings: FindingLog
  var namespaces = XMLNamespaces()

  /// Detects items that close elements left open; nil until the format is known.
  var boundary: XMLItemBoundary?

  /// The names of the open elements.
  private(set) var open: [Range<Int>] = []

  /// The number of elements to close before more is read.
  private var pendingEndCount = 0

  init(_ source: SourceText, at position: Int, maxDepth: Int) {
    bytes = source.bytes
    self.position = position
    self.maxDepth = maxDepth
    findings = FindingLog(source)
  }

  /// The number of open elements.
  var depth: Int { open.count }

  /// Returns the next event of the document.
  ///
  /// - Throws: `XMLTruncation` if the document ends within a tag, a comment or the like.
  /// - Complexity: O(*n*) in total for a document of *n* bytes.
  mutating func next() throws(XMLTruncation) -> Event {
    while true {
      if pendingEndCount > 0 { return closeInnermost() }
      eventStart = position
      guard position < bytes.count else { return .finish }
      guard isMarkup(at: position) else { return .text(skipText(), isCDATA: false) }
      if let event = try markup() { return event }
    }
  }

  private mutating func closeInnermost() -> Event {
    pendingEndCount -= 1
    namespaces.leave(depth: open.count)
    open.removeLast()
    return .end
  }

  /// Reads the markup at the current position; returns nil if it has no event, such as a comment.
  private mutating func markup() throws(XMLTruncation) -> Event? {
    guard position + 1 < bytes.count else { throw XMLTruncation(within: "a tag") }
    switch bytes[position + 1] {
    case UInt8(ascii: "/"): return try endTag()
    case UInt8(ascii: "?"): try skip(behind: "?>", within: "a processing instruction")
    case UInt8(ascii: "!"):
      if bytes.hasBytes("<![CDATA[", at: position) { return try cdata() }
      if bytes.hasBytes("<!--", at: position) {
        position += 4
        try skip(behind: "-->", within: "a comment")
      } else {
        try skipDeclaration()
      }
    default: return try startTag()
    }
    return nil
  }

  /// Reads a start tag; if it begins an item within elements left open, closes these first and reads the tag again.
  private mutating func startTag() throws(XMLTruncation) -> Event {
    let start = position
    position += 1
    while position < bytes.count, !endsName(bytes[position]) { position += 1 }
    let name = start + 1..<position
    if let level = boundary?.level, beginsItemInOpenElement(name) {
      let innermost = open.last.map { bytes.string(in: $0).quotedForMessage } ?? ""
      findings.add(at: start, .kept, "\(innermost) is not closed before the next item begins")
      position = start
      pendingEndCount = open.count - level
      return closeInnermost()
    }
    let attributes = try skipAttributes()
    if open.count >= maxDepth, firstTooDeep == nil { firstTooDeep = start }
    open.append(name)
    if !attributes.isEmpty { namespaces.enter(attributes, of: bytes, depth: open.count) }
    if attributes.upperBound < position - 1 {
      pendingEndCount = 1
      eventStart = position
    }
    return .start(Tag(name: name, attributes: attributes, start: start))
  }

  /// Moves past the `>` of a tag, skipping quoted values, and returns the range of the attributes without a final `/`.
  private mutating func skipAttributes() throws(XMLTruncation) -> Range<Int> {
    let start = position
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        let isEmpty = position - 2 >= start && bytes[position - 2] == UInt8(ascii: "/")
        return start..<(isEmpty ? position - 2 : position - 1)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), follows(UInt8(ascii: "="), from: start) {
        quote = byte
      }
    }
    throw XMLTruncation(within: "a tag")
  }

  /// Whether the quote just read follows an equals sign and thus opens a value.
  private func follows(_ sign: UInt8, from start: Int) -> Bool {
    var offset = position - 2
    // At most eight spaces are skipped: more than anyone writes, and few enough to keep the scan linear.
    while offset >= start, position - offset < 10, bytes[offset].isWhitespace { offset -= 1 }
    return offset >= start && bytes[offset] == sign
  }

  private mutating func endTag() throws(XMLTruncation) -> Event? {
    let start = position
    position += 2
    while position < bytes.count, !endsName(bytes[position]) { position += 1 }
    let name = start + 2..<position
    try skip(behind: ">", within: "a tag")
    guard let level = levelClosed(by: name) else {
      findings.add(at: start, .cut, "the end tag \(bytes.string(in: name).quotedForMessage) has no start tag")
      return nil
    }
    pendingEndCount = open.count - level
    if pendingEndCount > 1, let innermost = open.last {
      let inner = bytes.string(in: innermost).quotedForMessage
      findings.add(at: start, .kept, "\(inner) is not closed before \(bytes.string(in: name).quotedForMessage) is")
    }
    return closeInnermost()
  }

  /// Returns the level of the element that an end tag closes, searching only the 32 innermost and 4 outermost ones.
  private func levelClosed(by name: Range<Int>) -> Int? {
    let innermost = max(0, open.count - 32)
    for level in (innermost..<open.count).reversed() where isSame(open[level], name) { return level }
    for level in (0..<min(4, innermost)).reversed() where isSame(open[level], name) { return level }
    return nil
  }

  private func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    first.count == second.count && bytes[first] == bytes[second]
  }
}

// MARK: - Decoding

/// Decoding of character data: resolves references and converts line ends to line feeds.
extension XMLScanner {
  mutating func decode(_ range: Range<Int>, isCDATA: Bool, into decoded: inout [UInt8]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "&") where !isCDATA: offset = decodeReference(at: offset, end: range.upperBound, into: &decoded)
      case UInt8(ascii: "\r"):
        if offset + 1 == range.upperBound || bytes[offset + 1] != UInt8(ascii: "\n") { decoded.append(0x0A) }
        offset += 1
      default:
        let start = offset
        offset += 1
        while offset < range.upperBound, bytes[offset] != UInt8(ascii: "&"), bytes[offset] != UInt8(ascii: "\r") {
          offset += 1
        }
        decoded += bytes[start..<offset]
      }
    }
  }

  private mutating func decodeReference(at ampersand: Int, end: Int, into decoded: inout [UInt8]) -> Int {
    guard let reference = CharacterReference(in: bytes, at: ampersand, end: end), reference.hasSemicolon else {
      findings.add(at: ampersand, .takenAsText, "\"&\" does not begin a known reference")
      decoded.append(UInt8(ascii: "&"))
      return ampersand + 1
    }
    if !reference.isKnownToXML {
      let name = bytes.string(in: ampersand..<reference.end).quotedForMessage
      findings.add(at: ampersand, .kept, "\(name) is not declared; read as in HTML")
    }
    decoded.append(scalarValue: reference.scalarValue)
    return reference.end
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmed: String {
    let trimmed = utf8.drop { $0.isWhitespace }
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(Substring(trimmed[...last]))
  }

  /// The string, or nil when it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}

// MARK: - Skipping

/// Skipping of text and of markup without content.
extension XMLScanner {
  /// Moves past the next occurrence of a text.
  mutating func skip(behind text: String, within: String) throws(XMLTruncation) {
    guard let end = bytes.offset(behind: text, from: position) else { throw XMLTruncation(within: within) }
    position = end
  }

  func endsName(_ byte: UInt8) -> Bool { byte.isWhitespace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") }

  /// Whether markup begins at an offset; any other `<` is text.
  func isMarkup(at offset: Int) -> Bool {
    guard bytes[offset] == UInt8(ascii: "<") else { return false }
    // A `<` at the end of the document is more likely a truncated tag than text.
    guard offset + 1 < bytes.count else { return true }
    let next = bytes[offset + 1]
    return next.isASCIILetter || next >= 0x80 || "/!?_:".utf8.contains(next)
  }

  /// Moves to the next markup and returns the range of the text before it.
  private mutating func skipText() -> Range<Int> {
    let start = position
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        if isMarkup(at: position) { break }
        findings.add(at: position, .takenAsText, "\"<\" does not begin a tag")
      }
      position += 1
    }
    return start..<position
  }

  private mutating func cdata() throws(XMLTruncation) -> Event {
    position += 9
    let start = position
    try skip(behind: "]]>", within: "a CDATA section")
    return .text(start..<position - 3, isCDATA: true)
  }

  /// Moves past a document type declaration, ignoring its internal subset.
  private mutating func skipDeclaration() throws(XMLTruncation) {
    let start = position
    var isInSubset = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = String(Unicode.Scalar(byte))
        try skip(behind: quote, within: "a document type declaration")
      case UInt8(ascii: "["):
        isInSubset = true
        findings.add(at: start, .cut, "the document type has an internal subset")
      case UInt8(ascii: "]"): isInSubset = false
      case UInt8(ascii: "<") where bytes.hasBytes("!--", at: position):
        try skip(behind: "-->", within: "a document type declaration")
      case UInt8(ascii: ">") where !isInSubset: return
      default: continue
      }
    }
    throw XMLTruncation(within: "a document type declaration")
  }
}

/// An error that the document ends too early.
struct XMLTruncation: Error {
  /// The construct in which it ends, in words.
  let within: String
}

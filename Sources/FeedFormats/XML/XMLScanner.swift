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
  var open: [Range<Int>] = []

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

  /// Undoes that the start tag of the innermost element was read, so that it can be read again at its offset.
  mutating func stepOut() {
    pendingEndCount = 0
    namespaces.leave(depth: open.count)
    open.removeLast()
  }

  private mutating func closeInnermost() -> Event {
    pendingEndCount -= 1
    namespaces.leave(depth: open.count)
    open.removeLast()
    return .end
  }

  /// Reads the markup at the current position; returns nil if it has no event, such as a comment.
  private mutating func markup() throws(XMLTruncation) -> Event? {
    let start = position
    guard let markup = Markup(in: bytes, at: start, isXML: true) else { throw XMLTruncation(within: "a tag") }
    if markup.kind == .declaration {
      try skipDeclaration()
      return nil
    }
    if markup.kind == .startTag, let end = endBeforeItem(markup.name) { return end }
    guard markup.isComplete else { throw XMLTruncation(within: markup.words) }
    position = markup.end
    switch markup.kind {
    case .startTag: return startTag(markup, at: start)
    case .endTag: return endTag(markup.name, at: start)
    case .cdata: return .text(markup.content(ofCDATAAt: start), isCDATA: true)
    case .comment, .instruction, .declaration: return nil
    }
  }

  /// Closes elements left open if an item begins within them, so that its tag is read again.
  private mutating func endBeforeItem(_ name: Range<Int>) -> Event? {
    guard let level = boundary?.level, beginsItemInOpenElement(name) else { return nil }
    let innermost = open.last.map { bytes.string(in: $0).quotedForMessage } ?? ""
    findings.add(at: position, .kept, "\(innermost) is not closed before the next item begins")
    pendingEndCount = open.count - level
    return closeInnermost()
  }

  private mutating func startTag(_ markup: Markup, at start: Int) -> Event {
    if open.count >= maxDepth, firstTooDeep == nil { firstTooDeep = start }
    open.append(markup.name)
    if !markup.attributes.isEmpty { namespaces.enter(markup.attributes, of: bytes, depth: open.count) }
    if markup.isEmpty {
      pendingEndCount = 1
      eventStart = position
    }
    return .start(Tag(name: markup.name, attributes: markup.attributes, start: start))
  }

  private mutating func endTag(_ name: Range<Int>, at start: Int) -> Event? {
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
    if decoded.isEmpty { decoded.reserveCapacity(range.count) }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = range.upperBound
      let reference = isCDATA ? end : bytes.firstOffset(of: UInt8(ascii: "&"), from: offset, to: end) ?? end
      appendLines(offset..<reference, to: &decoded, upTo: end)
      offset = reference < end ? decodeReference(at: reference, end: end, into: &decoded) : end
    }
  }

  /// Appends text without references, in a range that ends at an offset.
  private func appendLines(_ range: Range<Int>, to decoded: inout [UInt8], upTo end: Int) {
    var start = range.lowerBound
    while let lineEnd = bytes.firstOffset(of: UInt8(ascii: "\r"), from: start, to: range.upperBound) {
      decoded += bytes[start..<lineEnd]
      if lineEnd + 1 == end || bytes[lineEnd + 1] != UInt8(ascii: "\n") { decoded.append(0x0A) }
      start = lineEnd + 1
    }
    decoded += bytes[start..<range.upperBound]
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
    guard let first = utf8.first, let last = utf8.last, first.isWhitespace || last.isWhitespace else { return self }
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
  private mutating func skip(behind text: String, within: String) throws(XMLTruncation) {
    guard let end = bytes.offset(behind: text, from: position) else { throw XMLTruncation(within: within) }
    position = end
  }

  /// Whether markup begins at an offset; at the end of the document, a `<` is more likely a truncated tag than text.
  func isMarkup(at offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "<")
      && (offset + 1 == bytes.count || Markup.kind(in: bytes, at: offset, isXML: true) != nil)
  }

  /// Moves to the next markup and returns the range of the text before it.
  private mutating func skipText() -> Range<Int> {
    let start = position
    while let next = bytes.firstOffset(of: UInt8(ascii: "<"), from: position) {
      position = next
      if isMarkup(at: next) { return start..<next }
      findings.add(at: next, .takenAsText, "\"<\" does not begin a tag")
      position += 1
    }
    position = bytes.count
    return start..<position
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

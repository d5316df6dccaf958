/// A tag, a comment or other markup in XML or HTML, which begins at a `<`.
struct Markup {
  enum Kind {
    case startTag, endTag, comment, cdata, instruction
    /// A document type, or what HTML takes for a comment.
    case declaration
  }

  let kind: Kind

  /// The name in a tag as it is written.
  private(set) var name: Range<Int>

  /// The range between the name of a tag and its end; in XML without a final `/`, which in HTML may belong to a value.
  private(set) var attributes: Range<Int>

  /// Whether a start tag ends with `/`.
  private(set) var isEmpty = false

  /// The offset after it, or the number of bytes if its end is missing.
  let end: Int

  /// Whether it has an end.
  let isComplete: Bool

  /// Reads the markup at a `<`; returns nil if that is text.
  ///
  /// - Complexity: O(*n*) for markup of *n* bytes, and for all bytes if its end is missing.
  init?(in bytes: [UInt8], at start: Int, isXML: Bool) {
    guard let kind = Self.kind(in: bytes, at: start, isXML: isXML) else { return nil }
    self.kind = kind
    name = start..<start
    attributes = name
    let end: Int?
    switch kind {
    case .startTag, .endTag:
      name = bytes.nameOfTag(from: start + (kind == .endTag ? 2 : 1))
      let close = bytes.endOfTag(from: name.upperBound)
      isEmpty = close > name.upperBound && bytes[close - 1] == UInt8(ascii: "/")
      attributes = name.upperBound..<(isEmpty && isXML ? close - 1 : close)
      end = close < bytes.count ? close + 1 : nil
    case .comment: end = bytes.offset(behind: "-->", from: start + 4)
    case .cdata: end = bytes.offset(behind: "]]>", from: start + 9)
    case .instruction: end = bytes.offset(behind: isXML ? "?>" : ">", from: start + 2)
    case .declaration: end = bytes.offset(behind: ">", from: start + 2)
    }
    self.end = end ?? bytes.count
    isComplete = end != nil
  }

  /// Returns what begins at a `<`, or nil if that is text.
  static func kind(in bytes: [UInt8], at start: Int, isXML: Bool) -> Kind? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case let next where beginsName(next, isXML: isXML): return .startTag
    case UInt8(ascii: "/"):
      let isName = start + 2 < bytes.count && beginsName(bytes[start + 2], isXML: isXML)
      return isName || isXML ? .endTag : .declaration
    case UInt8(ascii: "?"): return .instruction
    case UInt8(ascii: "!"):
      if bytes.hasBytes("--", at: start + 2) { return .comment }
      return bytes.hasBytes("[CDATA[", at: start + 2) ? .cdata : .declaration
    default: return nil
    }
  }

  private static func beginsName(_ byte: UInt8, isXML: Bool) -> Bool {
    byte.isASCIILetter || isXML && (byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":"))
  }

  /// The text in a CDATA section that begins at an offset.
  func content(ofCDATAAt start: Int) -> Range<Int> { start + 9..<(isComplete ? end - 3 : end) }

  /// What a document ends in if the end is missing.
  var words: String {
    switch kind {
    case .startTag, .endTag: "a tag"
    case .comment: "a comment"
    case .cdata: "a CDATA section"
    case .instruction: "a processing instruction"
    case .declaration: "a document type declaration"
    }
  }
}

extension [UInt8] {
  /// Returns the range of the name at an offset behind `<` or `</`, or one byte more of it than the maximum length.
  func nameOfTag(from start: Int, atMost length: Int = .max - 1) -> Range<Int> {
    var end = start
    while end < count, end - start <= length, !self[end].endsName { end += 1 }
    return start..<end
  }

  /// Returns the offset of the `>` that ends a tag, skipping quoted values, or the end of the text.
  fileprivate func endOfTag(from start: Int) -> Int {
    var quote: UInt8?
    var isBeforeValue = false
    for offset in start..<count {
      let byte = self[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return offset
      } else if isBeforeValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if !byte.isHTMLWhitespace { isBeforeValue = byte == UInt8(ascii: "=") && quote == nil }
    }
    return count
  }
}

extension UInt8 {
  /// Whether it ends the name in a tag.
  fileprivate var endsName: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: ">") || isHTMLWhitespace }
}

/// What is passed over, and where text ends.
extension XMLScanner {
  /// Moves behind the next occurrence of a text.
  mutating func skip(behind text: String, within: String) throws(XMLEnd) {
    guard let end = bytes.offset(behind: text, from: position) else { throw XMLEnd(within: within) }
    position = end
  }

  func endsName(_ byte: UInt8) -> Bool { byte.isWhitespace || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") }

  /// Whether a `<` that markup can begin with stands here; any other `<` is text.
  func isMarkup(at offset: Int) -> Bool {
    guard bytes[offset] == UInt8(ascii: "<") else { return false }
    // At the very end nothing tells them apart, and a tag that was cut is likelier.
    guard offset + 1 < bytes.count else { return true }
    let next = bytes[offset + 1]
    return next.isASCIILetter || next >= 0x80 || "/!?_:".utf8.contains(next)
  }

  /// Moves to the next markup.
  mutating func skipText() -> Range<Int> {
    let start = position
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        if isMarkup(at: position) { break }
        findings.add(at: position, .takenAsText, "\"<\" begins no tag")
      }
      position += 1
    }
    return start..<position
  }

  mutating func cdata() throws(XMLEnd) -> Event {
    position += 9
    let start = position
    try skip(behind: "]]>", within: "a CDATA section")
    return .text(start..<position - 3, isCDATA: true)
  }

  /// Moves behind a document type declaration, whose internal subset is cut unread.
  mutating func skipDeclaration() throws(XMLEnd) {
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
    throw XMLEnd(within: "a document type declaration")
  }
}

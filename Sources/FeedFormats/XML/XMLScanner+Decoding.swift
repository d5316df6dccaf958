/// Character data with its references resolved and its line ends made one.
extension XMLScanner {
  mutating func decode(_ range: Range<Int>, isCDATA: Bool, into decoded: inout [UInt8]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: "&") where !isCDATA: offset = decodeReference(at: offset, end: range.upperBound, into: &decoded)
      case UInt8(ascii: "\r"):
        if offset + 1 == range.upperBound || bytes[offset + 1] != UInt8(ascii: "\n") { decoded.append(0x0A) }
        offset += 1
      case let byte:
        decoded.append(byte)
        offset += 1
      }
    }
  }

  private mutating func decodeReference(at ampersand: Int, end: Int, into decoded: inout [UInt8]) -> Int {
    guard let reference = CharacterReference(in: bytes, at: ampersand, end: end), reference.hasSemicolon else {
      findings.add(at: ampersand, .takenAsText, "\"&\" begins no reference that is known")
      decoded.append(UInt8(ascii: "&"))
      return ampersand + 1
    }
    if !reference.isKnownToXML {
      let name = bytes.string(in: ampersand..<reference.end).quotedForMessage
      findings.add(at: ampersand, .kept, "\(name) is not declared, and is read as HTML's")
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

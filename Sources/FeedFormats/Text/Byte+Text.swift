extension UInt8 {
  /// Whether it is white space in JSON and XML: a space, tab, line feed or carriage return.
  var isWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether HTML collapses it: the white space of JSON and XML, and the form feed.
  var isHTMLWhitespace: Bool { isWhitespace || self == 0x0C }

  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// The value of a hexadecimal digit; nil for other bytes.
  var hexadecimalValue: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self) - 0x30
    case 0x41...0x46: UInt32(self) - 0x37
    case 0x61...0x66: UInt32(self) - 0x57
    default: nil
    }
  }
}

extension [UInt8] {
  /// Appends a scalar as UTF-8, or U+FFFD if the value is not a Unicode scalar.
  mutating func append(scalarValue: UInt32) {
    append(contentsOf: UTF8.encode(Unicode.Scalar(scalarValue) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }

  /// Whether the bytes at an offset begin with a text.
  func hasBytes(_ text: String, at offset: Int) -> Bool {
    var place = offset
    for byte in text.utf8 {
      guard place < count, self[place] == byte else { return false }
      place += 1
    }
    return true
  }

  /// Returns the offset after the next occurrence of a text, or nil if there is none.
  ///
  /// - Complexity: O(*n*).
  func offset(behind text: String, from start: Int) -> Int? {
    let first = text.utf8.first
    var offset = start
    while offset < count {
      if self[offset] == first, hasBytes(text, at: offset) { return offset + text.utf8.count }
      offset += 1
    }
    return nil
  }

  /// Returns a range as a string, with U+FFFD for bytes that are not UTF-8.
  func string(in range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}

/// Reads the attributes of a tag one by one; values may be unquoted.
struct XMLAttributes {
  struct Attribute {
    let name: Range<Int>
    /// The value without its quotes.
    let value: Range<Int>
    /// The range from the name to the end of the value, with its quotes.
    let whole: Range<Int>
  }

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next attribute, or nil after the last one.
  mutating func next() -> Attribute? {
    skip { $0.isWhitespace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") }
    guard position < end else { return nil }
    let name = skip { !$0.isWhitespace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
    let behindName = position
    skip { $0.isWhitespace }
    guard position < end, bytes[position] == UInt8(ascii: "=") else {
      position = behindName
      return Attribute(name: name, value: name.upperBound..<name.upperBound, whole: name)
    }
    position += 1
    skip { $0.isWhitespace }
    let value = value()
    return Attribute(name: name, value: value, whole: name.lowerBound..<position)
  }

  private mutating func value() -> Range<Int> {
    guard position < end, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      return skip { !$0.isWhitespace }
    }
    let quote = bytes[position]
    position += 1
    let value = skip { $0 != quote }
    position = min(position + 1, end)
    return value
  }

  @discardableResult
  private mutating func skip(while matches: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while position < end, matches(bytes[position]) { position += 1 }
    return start..<position
  }
}

extension [UInt8] {
  /// Returns the value of an attribute of an HTML tag, named in lower case, with references decoded; nil if it has none.
  func attribute(_ name: String, in attributes: Range<Int>) -> String? {
    var reader = XMLAttributes(self, attributes)
    while let attribute = reader.next() {
      guard attribute.name.count == name.utf8.count, string(in: attribute.name).lowercased() == name else { continue }
      return decodedHTML(in: attribute.value)
    }
    return nil
  }

  /// Returns a range without white space at its ends, with references decoded as in HTML.
  func decodedHTML(in range: Range<Int>) -> String {
    var decoded: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      if self[offset] == UInt8(ascii: "&"),
        let reference = CharacterReference(in: self, at: offset, end: range.upperBound)
      {
        decoded.append(scalarValue: reference.scalarValue)
        offset = reference.end
      } else {
        decoded.append(self[offset])
        offset += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self).trimmed
  }
}

/// Reads the attributes of a tag one by one; values may be unquoted.
struct XMLAttributes {
  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
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
      return Attribute(name: name, value: name.upperBound..<name.upperBound)
    }
    position += 1
    skip { $0.isWhitespace }
    return Attribute(name: name, value: value())
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

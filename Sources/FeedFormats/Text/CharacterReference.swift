/// A reference such as `&amp;` or `&#8217;` in XML or HTML text.
struct CharacterReference {
  /// What the reference stands for.
  let scalarValue: UInt32

  /// The offset behind it.
  let end: Int

  /// Whether the name is one of the five that XML knows without a declaration, or the reference is a number.
  let isKnownToXML: Bool

  /// Whether it ends with a semicolon.
  let hasSemicolon: Bool

  /// Reads the reference at an ampersand, or gives nil when none stands there that is known.
  ///
  /// Names are looked up for as many bytes as the longest known name has, so that the cost is bounded.
  init?(in bytes: [UInt8], at ampersand: Int, end: Int) {
    guard ampersand + 1 < end else { return nil }
    if bytes[ampersand + 1] == UInt8(ascii: "#") {
      self.init(numberIn: bytes, at: ampersand + 2, end: end)
    } else {
      self.init(nameIn: bytes, at: ampersand + 1, end: end)
    }
  }

  private init?(numberIn bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    let isHexadecimal = offset < end && bytes[offset] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { offset += 1 }
    let firstDigit = offset
    var value: UInt32 = 0
    while offset < end, let digit = bytes[offset].hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
      offset += 1
    }
    guard offset > firstDigit else { return nil }
    hasSemicolon = offset < end && bytes[offset] == UInt8(ascii: ";")
    self.end = hasSemicolon ? offset + 1 : offset
    scalarValue = Self.meaning(of: value)
    isKnownToXML = true
  }

  private init?(nameIn bytes: [UInt8], at start: Int, end: Int) {
    var offset = start
    let limit = min(end, start + EntityTable.longestName)
    while offset < limit, bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit { offset += 1 }
    let name = bytes.string(in: start..<offset)
    hasSemicolon = offset < end && bytes[offset] == UInt8(ascii: ";")
    // HTML takes its oldest names without a semicolon too, but not where an address would go on: "?a=1&copy=2".
    let standsAlone =
      offset == end
      || !(bytes[offset].isASCIILetter || bytes[offset].isASCIIDigit || bytes[offset] == UInt8(ascii: "="))
    guard let value = EntityTable.names[name], hasSemicolon || (standsAlone && EntityTable.needsNoSemicolon(value))
    else { return nil }
    scalarValue = value
    self.end = hasSemicolon ? offset + 1 : offset
    isKnownToXML = ["amp", "lt", "gt", "quot", "apos"].contains(name)
  }

  /// HTML's reading of a number: windows-1252 for what would be a control, U+FFFD for what is no character.
  private static func meaning(of number: UInt32) -> UInt32 {
    switch number {
    case 0: 0xFFFD
    case 0x80...0x9F: SingleByteTable.windows1252.scalarValue(of: UInt8(number))
    default: Unicode.Scalar(number) == nil ? 0xFFFD : number
    }
  }
}

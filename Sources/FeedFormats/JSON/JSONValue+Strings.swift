extension JSONValue {
  /// Decodes a validated string with its quotes; half a surrogate pair becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func decodeString(in bytes: [UInt8], _ range: Range<Int>) -> String {
    let inner = range.lowerBound + 1..<range.upperBound - 1
    guard bytes[inner].contains(UInt8(ascii: "\\")) else { return bytes.string(in: inner) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(inner.count)
    var offset = inner.lowerBound
    while offset < inner.upperBound {
      if bytes[offset] == UInt8(ascii: "\\") {
        offset = decodeEscape(in: bytes, at: offset, into: &decoded)
      } else {
        decoded.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func decodeEscape(in bytes: [UInt8], at backslash: Int, into decoded: inout [UInt8]) -> Int {
    switch bytes[backslash + 1] {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"): return decodeUnits(in: bytes, at: backslash, into: &decoded)
    case let itself: decoded.append(itself)
    }
    return backslash + 2
  }

  private static func decodeUnits(in bytes: [UInt8], at backslash: Int, into decoded: inout [UInt8]) -> Int {
    let unit = codeUnit(in: bytes, at: backslash + 2)
    if unit & 0xFC00 == 0xD800, bytes.hasBytes("\\u", at: backslash + 6) {
      let low = codeUnit(in: bytes, at: backslash + 8)
      if low & 0xFC00 == 0xDC00 {
        decoded.append(scalarValue: 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
        return backslash + 12
      }
    }
    decoded.append(scalarValue: unit)
    return backslash + 6
  }

  private static func codeUnit(in bytes: [UInt8], at start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
  }
}

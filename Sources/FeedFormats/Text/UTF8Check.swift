/// Well-formed UTF-8 as Unicode's table 3-7 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Check {
  /// The length of the well-formed sequence at an offset, or 0 when there is none.
  static func sequenceLength(in bytes: [UInt8], at offset: Int, end: Int) -> Int {
    let lead = bytes[offset]
    if lead < 0x80 { return 1 }
    guard let (length, second) = expectation(after: lead), end - offset >= length, second.contains(bytes[offset + 1])
    else { return 0 }
    for place in offset + 2..<max(offset + length, offset + 2) where bytes[place] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// The offset of the first byte that starts no well-formed sequence, or nil when all do.
  ///
  /// - Complexity: O(*n*).
  static func firstInvalid(in bytes: [UInt8], from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
        continue
      }
      let length = sequenceLength(in: bytes, at: offset, end: bytes.count)
      if length == 0 { return offset }
      offset += length
    }
    return nil
  }

  private static func expectation(after lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}

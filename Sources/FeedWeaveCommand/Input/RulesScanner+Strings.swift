extension RulesScanner {
  /// Scans a string with its quotes, and decodes it.
  mutating func scanString() throws(RulesFault) -> String {
    let start = offset
    try expect("\"", "a string")
    var decoded: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw fault("a control character stands unescaped in a string") }
      skip(1)
      if byte == UInt8(ascii: "\\") { decoded += String(try scanEscape()).utf8 } else { decoded.append(byte) }
    }
    try expect("\"", "the end of a string")
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw RulesFault(offset: start, "bytes that are no UTF-8")
    }
    return text
  }

  private mutating func scanEscape() throws(RulesFault) -> Unicode.Scalar {
    let start = offset - 1
    guard let byte = next else { throw fault("expected an escape") }
    skip(1)
    if let plain = Self.escapes[byte] { return plain }
    guard byte == UInt8(ascii: "u"), let unit = scanUnit() else { throw RulesFault(offset: start, "no escape of JSON") }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Half of a pair of surrogates; the other half must follow.
    guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u"), let trail = scanUnit(), UTF16.isTrailSurrogate(trail)
    else {
      throw RulesFault(offset: start, "half of a surrogate pair")
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func scanUnit() -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
      skip(1)
    }
    return unit
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    skip(1)
    return true
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]
}

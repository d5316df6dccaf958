/// A decoder for base 64 as RFC 4648 defines it, which allows the white space that XML adds.
///
/// The platform's decoder is part of Foundation, which would make every start of the program slower.
enum Base64 {
  /// Returns the decoded text, or nil if the input is not base 64 or does not decode to UTF-8.
  ///
  /// - Complexity: O(*n*).
  static func text(of encoded: String) -> String? {
    guard let bytes = decode(encoded.utf8), UTF8Check.firstInvalid(in: bytes, from: 0) == nil else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decode(_ encoded: some Sequence<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in encoded where !byte.isWhitespace {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(of: byte) else { return nil }
      bits = bits << 6 | digit
      digits += 1
      if digits % 4 != 1 { decoded.append(UInt8(truncatingIfNeeded: bits >> [0, 0, 4, 2][digits % 4])) }
    }
    // The last group may be short, but a single digit encodes no byte.
    guard digits % 4 != 1, padding <= 2 else { return nil }
    return decoded
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// Bytes as text that is safe in URLs: base64url of RFC 4648, section 5, without padding.
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The value of each character; 64 for a byte that is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Returns the text of bytes.
  package static func text(of bytes: [UInt8]) -> String {
    let alphabet = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (bits, count) = (0 as UInt32, 0 as UInt32)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 0x3F)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil if no bytes have this text.
  package static func bytes(of text: String) -> [UInt8]? {
    let values = values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var (bits, count) = (0 as UInt32, 0 as UInt32)
    for character in text.utf8 {
      let value = UInt32(values[Int(character)])
      if value == 64 { return nil }
      bits = bits << 6 | value
      count += 6
      if count < 8 { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // A last character that adds no byte, or bits that belong to none, would be another text of the same bytes.
    return count < 6 && bits & (1 << count - 1) == 0 ? bytes : nil
  }
}

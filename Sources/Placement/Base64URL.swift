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
    // An array is read faster than the text itself, in groups of four characters, which are three bytes.
    let characters = Array(text.utf8)
    let rest = characters.count % 4
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var unknown: UInt32 = 0
    func bits(of range: Range<Int>) -> UInt32 {
      var bits: UInt32 = 0
      for index in range {
        let value = UInt32(values[Int(characters[index])])
        unknown |= value & 64
        bits = bits << 6 | value
      }
      return bits
    }
    for start in stride(from: 0, to: characters.count - rest, by: 4) {
      let bits = bits(of: start..<start + 4)
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
    }
    var last = bits(of: characters.count - rest..<characters.count)
    // A last character that adds no byte, or bits that belong to none, would be another text of the same bytes.
    let spare = UInt32(rest * 6 % 8)
    if unknown != 0 || rest == 1 || last & (1 << spare - 1) != 0 { return nil }
    last >>= spare
    if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: last >> 8)) }
    if rest > 1 { bytes.append(UInt8(truncatingIfNeeded: last)) }
    return bytes
  }
}

/// Builds JSON in a buffer of bytes, escaping strings and adding the commas between members.
package struct JSONText {
  /// The bytes built so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty buffer.
  package init() {}

  /// Removes all bytes but keeps the capacity.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends JSON verbatim.
  package mutating func append(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  /// Appends JSON verbatim.
  package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string in quotes, escaping what JSON requires and what a terminal would obey or a reader could not see.
  ///
  /// The latter are DEL, the C1 controls and the characters that change the direction of text.
  ///
  /// - Complexity: O(*n*).
  package mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20: appendEscape(of: UInt32(byte))
      case 0x7F: appendEscape(of: 0x7F)
      case 0x80...0xBF:
        bytes.append(byte)
        escapeLastCharacterIfHarmful()
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes the last character, of two or three bytes, if it is a C1 control or changes the direction of text.
  private mutating func escapeLastCharacterIfHarmful() {
    let last = bytes[bytes.count - 1]
    let lead = bytes[bytes.count - 2]
    if lead == 0xC2, last < 0xA0 {
      replaceLast(2, by: UInt32(last))
    } else if lead == 0xD8, last == 0x9C {
      replaceLast(2, by: 0x61C)
    } else if bytes.count > 2, bytes[bytes.count - 3] == 0xE2 {
      let value = 0x2000 + UInt32(lead & 0x3F) << 6 + UInt32(last & 0x3F)
      if [0x200E, 0x200F].contains(value) || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value {
        replaceLast(3, by: value)
      }
    }
  }

  private mutating func replaceLast(_ count: Int, by value: UInt32) {
    bytes.removeLast(count)
    appendEscape(of: value)
  }

  private mutating func appendEscape(of value: UInt32) {
    let digits = String(value, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }

  /// Appends a member with a string value, if there is one, with a comma before it unless it is the first member.
  package mutating func append(member name: String, _ value: String?) {
    guard let value else { return }
    appendName(name)
    append(string: value)
  }

  /// Appends a member with a value that is JSON, if there is one, with a comma before it unless it is the first member.
  mutating func append(member name: String, raw value: String?) {
    guard let value else { return }
    appendName(name)
    append(raw: value)
  }

  /// Appends a member with an array value, with a comma before it unless it is the first member.
  ///
  /// - Parameter append: appends an element.
  package mutating func append<Element>(
    list name: String, _ elements: some Sequence<Element>, _ append: (inout JSONText, Element) -> Void
  ) {
    appendName(name)
    bytes.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends a member's name and its colon, with a comma before it unless it is the first member.
  package mutating func appendName(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    append(string: name)
    bytes.append(UInt8(ascii: ":"))
  }
}

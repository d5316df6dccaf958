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
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    if let first = bytes[start...].firstIndex(where: { $0.mayNeedEscape }) { escape(from: first) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Escapes what must be from a place to the end.
  private mutating func escape(from first: Int) {
    let text = Array(bytes[first...])
    bytes.removeSubrange(first...)
    var (copied, place) = (0, 0)
    while place < text.count {
      guard text[place].mayNeedEscape, let (escape, length) = Self.escape(at: place, in: text) else {
        place += 1
        continue
      }
      bytes += text[copied..<place]
      bytes += escape.utf8
      place += length
      copied = place
    }
    bytes += text[copied...]
  }

  /// Returns how a character is escaped, and its length in UTF-8; nil if it is written as it is.
  private static func escape(at place: Int, in text: [UInt8]) -> (escape: String, length: Int)? {
    switch text[place] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case 0x0A: return ("\\n", 1)
    case 0x0D: return ("\\r", 1)
    case 0x09: return ("\\t", 1)
    case 0..<0x20, 0x7F: return (escape(of: UInt32(text[place])), 1)
    case 0xC2 where text[place + 1] < 0xA0: return (escape(of: UInt32(text[place + 1])), 2)
    case 0xD8 where text[place + 1] == 0x9C: return (escape(of: 0x61C), 2)
    case 0xE2:
      let value = 0x2000 + UInt32(text[place + 1] & 0x3F) << 6 + UInt32(text[place + 2] & 0x3F)
      let turnsText = 0x200E...0x200F ~= value || 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
      return turnsText ? (escape(of: value), 3) : nil
    default: return nil
    }
  }

  private static func escape(of value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
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

extension UInt8 {
  /// Whether it is, or begins, a character that may have to be escaped.
  @inline(__always)
  fileprivate var mayNeedEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self == 0x7F || self == 0xC2
      || self == 0xD8
      || self == 0xE2
  }
}

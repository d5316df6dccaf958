/// Builds JSON in a buffer of bytes; whatever is appended, what comes out is JSON.
package struct JSONText {
  /// What has been built.
  package private(set) var bytes: [UInt8] = []

  /// Begins with nothing.
  package init() {}

  /// Forgets what was built and keeps the room.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends what is JSON already.
  package mutating func append(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  /// Appends what is JSON already.
  package mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a string in quotes, escaping only what must be.
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
      case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "1")\(String(byte & 0xF, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a member whose value is a string, with a comma before it unless it is the first.
  package mutating func append(member name: String, _ value: String?) {
    guard let value else { return }
    appendName(name)
    append(string: value)
  }

  /// Appends a member whose value is an array, with a comma before it unless it is the first.
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

  /// Appends a member's name and its colon, with a comma before it unless it is the first.
  package mutating func appendName(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    append(string: name)
    bytes.append(UInt8(ascii: ":"))
  }
}

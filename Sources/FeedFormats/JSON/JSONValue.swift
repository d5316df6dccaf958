/// A value in JSON text that was validated before; looked into only when asked.
struct JSONValue {
  /// What a value is, by its first byte.
  enum Kind: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case boolean = "true or false"
    case null = "null"
  }

  struct Member {
    let name: Range<Int>
    let value: JSONValue
  }

  let bytes: [UInt8]
  let range: Range<Int>

  var raw: ArraySlice<UInt8> { bytes[range] }

  var kind: Kind {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// The decoded string, or nil for other kinds.
  var string: String? { kind == .string ? Self.decodeString(in: bytes, range) : nil }

  /// The members of an object in their order, also those that stand twice; empty for other kinds.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var members: [Member] {
    guard kind == .object else { return [] }
    var members: [Member] = []
    walk(closing: UInt8(ascii: "}")) { scanner throws(JSONFault) in
      let name = try scanner.skipName()
      let start = scanner.position
      try scanner.skipValue()
      members.append(Member(name: name, value: JSONValue(bytes: bytes, range: start..<scanner.position)))
    }
    return members
  }

  /// The elements of an array; empty for other kinds.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var elements: [JSONValue] = []
    walk(closing: UInt8(ascii: "]")) { scanner throws(JSONFault) in
      let start = scanner.position
      try scanner.skipValue()
      elements.append(JSONValue(bytes: bytes, range: start..<scanner.position))
    }
    return elements
  }

  /// The decoded name of a member.
  func name(of member: Member) -> String { Self.decodeString(in: bytes, member.name) }

  /// Whether the object has a member of that name, without decoding any other value.
  func hasMember(_ name: String) -> Bool { members.contains { self.name(of: $0) == name } }

  /// Steps through a container; a fault cannot occur in validated text and would end the walk.
  private func walk(closing: UInt8, _ step: (inout JSONScanner) throws(JSONFault) -> Void) {
    var scanner = JSONScanner(bytes, at: range.lowerBound + 1)
    // What was found when the text was validated is not told again.
    scanner.allowsFlaws = true
    scanner.skipWhitespace()
    guard scanner.next != closing else { return }
    do throws(JSONFault) {
      repeat { try step(&scanner) } while try scanner.skipComma(orClosing: closing)
    } catch {
      assertionFailure("looked into JSON that was not validated: \(error)")
    }
  }
}

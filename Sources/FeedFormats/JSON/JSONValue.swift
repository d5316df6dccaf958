/// A value in validated JSON text, which is decoded on demand.
struct JSONValue {
  /// The kind of a value, determined by its first byte.
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

  /// The value for a message, truncated if it is long; of an array or an object, its kind.
  var words: String {
    switch kind {
    case .array, .object: kind.rawValue
    case .string: string?.quotedForMessage ?? ""
    case .number, .boolean, .null: String(decoding: raw.prefix(40), as: UTF8.self) + (raw.count > 40 ? "…" : "")
    }
  }

  /// The members of an object in source order, including duplicates; empty for other kinds.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var members: [Member] {
    guard kind == .object else { return [] }
    var members: [Member] = []
    members.reserveCapacity(8)
    bytes.withPlace(at: range.lowerBound, end: range.upperBound) { start in
      JSONMembers.walk(start) { name, nameEnd, value, end in
        members.append(
          Member(name: offset(name, start)..<offset(nameEnd, start), value: self.value(from: value, to: end, start)))
      }
    }
    return members
  }

  /// The elements of an array; empty for other kinds.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var elements: [JSONValue] {
    guard kind == .array else { return [] }
    var elements: [JSONValue] = []
    bytes.withPlace(at: range.lowerBound, end: range.upperBound) { start in
      var skipper = JSONSkipper<BoundedPlace>(.repairing, maxDepth: .max)
      var element = JSONSkipper.afterSpace(start + 1)
      while element.byte != UInt8(ascii: "]"), let end = skipper.skipValue(element, depth: 1) {
        elements.append(value(from: element, to: end, start))
        let comma = JSONSkipper.afterSpace(end)
        if comma.byte != UInt8(ascii: ",") { break }
        element = JSONSkipper.afterSpace(comma + 1)
      }
    }
    return elements
  }

  private func offset(_ place: BoundedPlace, _ start: BoundedPlace) -> Int { range.lowerBound + (place - start) }

  private func value(from place: BoundedPlace, to end: BoundedPlace, _ start: BoundedPlace) -> JSONValue {
    JSONValue(bytes: bytes, range: offset(place, start)..<offset(end, start))
  }

  /// Returns the decoded name of a member.
  func name(of member: Member) -> String { Self.decodeString(in: bytes, member.name) }

  /// Whether the object has a member with this name; no values are decoded.
  func hasMember(_ name: String) -> Bool { members.contains { self.name(of: $0) == name } }
}

/// The members of an object that has been validated, apart from flaws that were reported.
enum JSONMembers {
  /// Calls `body` for each member: with the place of its name, after its name, of its value, and after its value.
  @inline(__always)
  static func walk(
    _ start: BoundedPlace,
    _ body: (_ name: BoundedPlace, _ nameEnd: BoundedPlace, _ value: BoundedPlace, _ end: BoundedPlace) -> Void
  ) {
    var skipper = JSONSkipper<BoundedPlace>(.repairing, maxDepth: .max)
    var name = JSONSkipper.afterSpace(start + 1)
    while name.byte == UInt8(ascii: "\""), let nameEnd = skipper.skipString(name),
      let value = skipper.skipColon(nameEnd), let end = skipper.skipValue(value, depth: 1)
    {
      body(name, nameEnd, value, end)
      let comma = JSONSkipper.afterSpace(end)
      if comma.byte != UInt8(ascii: ",") { break }
      name = JSONSkipper.afterSpace(comma + 1)
    }
  }
}

// MARK: - Strings

extension JSONValue {
  /// Decodes a validated string with its quotes; an unpaired surrogate becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func decodeString(in bytes: [UInt8], _ range: Range<Int>) -> String {
    let inner = range.lowerBound + 1..<range.upperBound - 1
    guard bytes[inner].contains(UInt8(ascii: "\\")) else { return bytes.string(in: inner) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(inner.count)
    decodeEscapes(in: bytes, inner, into: &decoded)
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Appends bytes with their escape sequences decoded; those that are not valid become some other text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func decodeEscapes(in bytes: [UInt8], _ range: Range<Int>, into decoded: inout [UInt8]) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        offset = decodeEscape(in: bytes, at: offset, into: &decoded)
      } else {
        decoded.append(bytes[offset])
        offset += 1
      }
    }
  }

  /// Appends what an escape sequence stands for, and returns the offset after it.
  static func decodeEscape(in bytes: [UInt8], at backslash: Int, into decoded: inout [UInt8]) -> Int {
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
    bytes[min(start, bytes.count)..<min(start + 4, bytes.count)].reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
  }
}

/// A syntax error in JSON, with its offset.
struct JSONFault: Error, Equatable {
  enum Problem: Equatable {
    case endOfInput(within: String)
    case expected(String)
    case controlCharacterInString
    case badEscape
    case badNumber
  }

  let offset: Int
  let problem: Problem

  /// Returns a description of the problem; `whole` names the text, such as a document or a line.
  func words(ofWhole whole: String = "document") -> String {
    switch problem {
    case .endOfInput(let within): "the \(whole) ends too early, within \(within)"
    case .expected(let what): "expected \(what)"
    case .controlCharacterInString: "an unescaped control character in a string"
    case .badEscape: "invalid escape sequence"
    case .badNumber: "invalid number"
    }
  }

  /// Returns the fault as an error of the whole document.
  func error(_ map: SourceMap) -> FeedError {
    if case .endOfInput(let within) = problem { return .truncated(map.position(at: offset), within: within) }
    return .malformed(map.position(at: offset), problem: words())
  }
}

/// The members of a JSON object by name, read once; a member whose value is null counts as absent.
struct JSONObject {
  /// The object itself.
  let value: JSONValue
  private let values: [String: JSONValue]

  /// Returns the value of a member, of the last one if there are several.
  subscript(_ name: String) -> JSONValue? { values[name] }

  fileprivate init(_ value: JSONValue, _ values: [String: JSONValue]) {
    self.value = value
    self.values = values
  }
}

/// Reading of objects whose members are in no certain order. All functions return nil, or no elements, if a member is
/// absent, and do so with a finding if its value is of the wrong kind.
extension JSONItemReader {
  /// Returns the members of an object; duplicates are findings.
  ///
  /// - Complexity: O(*n*) for *n* bytes; read each object only once.
  mutating func object(_ value: JSONValue?, _ name: String) -> JSONObject? {
    guard let value else { return nil }
    guard value.kind == .object else {
      complain(of: value, name, instead: .object)
      return nil
    }
    var values: [String: JSONValue] = [:]
    for member in value.members {
      let name = value.name(of: member)
      let isDuplicate = values.updateValue(member.value, forKey: name) != nil
      guard isDuplicate else { continue }
      findings.add(
        at: member.name.lowerBound, .kept, "duplicate \(name.quotedForMessage) in an object; the last one is used")
    }
    return JSONObject(value, values.filter { $0.value.kind != .null })
  }

  /// Returns a string that is not empty.
  mutating func text(_ object: JSONObject?, _ name: String) -> String? {
    guard let value = object?[name] else { return nil }
    return string(value, name)?.nonEmpty
  }

  /// Returns the elements of an array.
  mutating func list(_ object: JSONObject?, _ name: String) -> [JSONValue] {
    guard let value = object?[name] else { return [] }
    return elements(value, name)
  }

  /// Returns the objects in an array.
  mutating func objects(_ object: JSONObject?, _ name: String) -> [JSONObject] {
    list(object, name).compactMap { self.object($0, "an element of \(name)") }
  }

  /// Returns the seconds since 1970 of a date.
  mutating func date(_ object: JSONObject?, _ name: String) -> Int64? {
    guard let value = object?[name] else { return nil }
    return date(value, name)
  }

  /// Returns whether a member is true.
  mutating func flag(_ object: JSONObject?, _ name: String) -> Bool {
    guard let value = object?[name] else { return false }
    if value.kind != .boolean { complain(of: value, name, instead: .boolean) }
    return value.bytes[value.range.lowerBound] == UInt8(ascii: "t")
  }
}

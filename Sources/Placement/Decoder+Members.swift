extension Decoder {
  /// Throws if the object has a member that is not known; names the one that sorts first.
  package func checkMembers<Known: CodingKey & CaseIterable>(
    _ known: Known.Type, unknown error: (String) -> some Error
  ) throws {
    let names = Set(known.allCases.map(\.stringValue))
    let members = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
    if let member = members.filter({ !names.contains($0) }).min() { throw error(member) }
  }
}

/// A key for any member name, which also finds unknown members.
private struct AnyMember: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
  /// Decodes the value of a member; returns nil if it is missing, but throws if it is `null` or has another type.
  package func decodeUnlessMissing<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}

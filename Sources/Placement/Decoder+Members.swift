extension Decoder {
  /// Refuses an object that has a member which is none of the known ones; of several, the one that sorts first.
  package func checkMembers<Known: CodingKey & CaseIterable>(
    _ known: Known.Type, unknown error: (String) -> some Error
  ) throws {
    let names = Set(known.allCases.map(\.stringValue))
    let members = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
    if let member = members.filter({ !names.contains($0) }).min() { throw error(member) }
  }
}

/// Any member's name, to see those that nobody knows.
private struct AnyMember: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
  /// The value of a member; nil where the member is missing, while `null` is an error as any other wrong value is.
  package func decodeUnlessMissing<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}

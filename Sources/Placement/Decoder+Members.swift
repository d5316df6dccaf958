extension DecodingError {
  /// Makes the error for a value that cannot be used, with the reason as its underlying error and its words.
  package static func refused(_ reason: any Error, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: "\(reason)", underlyingError: reason))
  }
}

extension Decoder {
  /// Runs a check of the decoded value; an error that it throws becomes a `DecodingError` with the value's path.
  package func checking<Value>(_ check: () throws -> Value) throws -> Value {
    do {
      return try check()
    } catch let error as DecodingError {
      throw error
    } catch {
      throw DecodingError.refused(error, at: codingPath)
    }
  }

  /// Throws if the object has a member that is not known; names the one that sorts first.
  package func checkMembers<Known: CodingKey & CaseIterable>(
    _ known: Known.Type, unknown error: (String) -> some Error
  ) throws {
    let names = Set(known.allCases.map(\.stringValue))
    let members = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
    if let member = members.filter({ !names.contains($0) }).min() {
      throw DecodingError.refused(error(member), at: codingPath + [AnyMember(stringValue: member)])
    }
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

  /// Makes the error for a member that cannot be used.
  package func refusal(of key: Key, _ reason: any Error) -> DecodingError {
    .refused(reason, at: codingPath + [key])
  }
}

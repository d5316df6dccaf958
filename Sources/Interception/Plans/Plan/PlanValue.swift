/// A value of a plan as it is written, before it is known what it means.
///
/// Whatever reads plans makes these, so that what is allowed in a plan is said once, and errors name the same places.
package enum PlanValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([PlanValue])
  case object([String: PlanValue])
}

extension PlanValue: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      let members = try object.allKeys.map { ($0.stringValue, try object.decode(PlanValue.self, forKey: $0)) }
      self = .object(Dictionary(members) { first, _ in first })
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [PlanValue] = []
      while !array.isAtEnd { elements.append(try array.decode(PlanValue.self)) }
      self = .array(elements)
    } else {
      self = try PlanValue(scalarIn: decoder.singleValueContainer())
    }
  }

  private init(scalarIn container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}

extension WeavingPlan: Decodable {
  /// Decodes a plan with any decoder, such as `JSONDecoder`.
  ///
  /// - Throws: ``WeavingError`` with the location in the plan if it has unknown members, missing members, values of
  ///   wrong types, or two groups with the same name; otherwise the decoder's error.
  public init(from decoder: any Decoder) throws {
    try self.init(PlanValue(from: decoder))
  }

  package init(_ value: PlanValue) throws(WeavingError) {
    let members = try PlanMembers(value, at: Place(), known: ["groups"])
    groups = try members.elements("groups") { value, index throws(WeavingError) in
      try Group(value, at: Place(group: index))
    }
    try checkGroupNames()
  }

  /// Throws if two groups have the same name.
  func checkGroupNames() throws(WeavingError) {
    var names: Set<String> = []
    for (index, group) in groups.enumerated() where !names.insert(group.name).inserted {
      throw .duplicateGroup(Place(group: index, member: "name"), name: group.name)
    }
  }
}

extension WeavingPlan.Group {
  fileprivate init(_ value: PlanValue, at place: WeavingPlan.Place) throws(WeavingError) {
    let members = try PlanMembers(value, at: place, known: ["name", "enabled", "aspects"])
    self.init(
      try members.string("name") ?? "default", isEnabled: try members.boolean("enabled") ?? true,
      aspects: try members.elements("aspects") { value, index throws(WeavingError) in
        try WeavingPlan.PlannedAspect(value, at: WeavingPlan.Place(group: place.group, aspect: index))
      })
  }
}

extension WeavingPlan.PlannedAspect {
  private static let memberNames = [
    "pointcut", "position", "advice", "event", "once", "priority", "exclusive", "result",
  ]

  fileprivate init(_ value: PlanValue, at place: WeavingPlan.Place) throws(WeavingError) {
    let members = try PlanMembers(value, at: place, known: Self.memberNames)
    let words = try members.required("pointcut")
    guard let pointcut = Pointcut(words) else {
      throw .invalidValue(place.appending("pointcut"), problem: "'\(words)' is not of the form Class.selector")
    }
    self.init(
      pointcut, advice: try members.required("advice"),
      position: try Self.position(members.string("position"), at: place.appending("position")),
      event: try members.string("event"), isAutomaticallyRemoved: try members.boolean("once") ?? false,
      priority: try members.scalar("priority", "a whole number") ?? 0,
      policy: try members.boolean("exclusive") ?? false ? .exclusive : .layered,
      result: try members.scalar("result", "a string, a number, true or false"))
  }

  private static func position(
    _ word: String?, at place: WeavingPlan.Place
  ) throws(WeavingError) -> AdvicePosition? {
    guard let word else { return nil }
    if let position = AdvicePosition(rawValue: word) { return position }
    let words = AdvicePosition.allCases.map(\.rawValue)
    let meant = NameSuggestion.near(word, in: words).first.map { "did you mean '\($0)'?" }
    throw .invalidValue(
      place, problem: "'\(word)' is no position; \(meant ?? "there are \(words.joined(separator: ", "))")")
  }
}

// MARK: - Encodable

extension WeavingPlan: Encodable {
  /// Encodes the plan without the members that have their default values.
  public func encode(to encoder: any Encoder) throws {
    try PlanValue.object(["groups": .array(groups.map(\.value))]).encode(to: encoder)
  }
}

extension WeavingPlan.Group {
  fileprivate var value: PlanValue {
    var members: [String: PlanValue] = ["name": .scalar(.string(name)), "aspects": .array(aspects.map(\.value))]
    if !isEnabled { members["enabled"] = .scalar(.boolean(false)) }
    return .object(members)
  }
}

extension WeavingPlan.PlannedAspect {
  fileprivate var value: PlanValue {
    var members: [String: WeavingPlan.Scalar] = ["pointcut": .string(pointcut.text), "advice": .string(advice)]
    members["position"] = position.map { .string($0.rawValue) }
    members["event"] = event.map { .string($0) }
    members["result"] = result
    if isAutomaticallyRemoved { members["once"] = .boolean(true) }
    if priority != 0 { members["priority"] = .integer(priority) }
    if policy == .exclusive { members["exclusive"] = .boolean(true) }
    return .object(members.mapValues(PlanValue.scalar))
  }
}

/// The members of an object in a plan, read one by one with their required types.
private struct PlanMembers {
  private let members: [String: PlanValue]
  private let place: WeavingPlan.Place

  /// Reads an object; throws if it has other members than the given ones.
  init(_ value: PlanValue, at place: WeavingPlan.Place, known: [String]) throws(WeavingError) {
    guard case .object(let members) = value else {
      throw .invalidValue(place, problem: "expected an object, not \(value)")
    }
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      throw .unknownMember(place.appending(unknown), suggestion: NameSuggestion.near(unknown, in: known).first)
    }
    self.members = members
    self.place = place
  }

  /// Returns a member of a type, which an error names; nil if there is no such member.
  func scalar<Value>(_ name: String, _ typeName: String) throws(WeavingError) -> Value? {
    guard let member = members[name] else { return nil }
    if case .scalar(let scalar) = member, let value = scalar as? Value ?? scalar.value as? Value { return value }
    throw .invalidValue(place.appending(name), problem: "expected \(typeName), not \(member)")
  }

  func string(_ name: String) throws(WeavingError) -> String? { try scalar(name, "a string") }

  func boolean(_ name: String) throws(WeavingError) -> Bool? { try scalar(name, "true or false") }

  func required(_ name: String) throws(WeavingError) -> String {
    guard let string = try string(name) else { throw .missingMember(place.appending(name)) }
    return string
  }

  /// Returns the converted elements of an array; empty if there is no such member.
  func elements<Element>(
    _ name: String, _ make: (_ value: PlanValue, _ index: Int) throws(WeavingError) -> Element
  ) throws(WeavingError) -> [Element] {
    guard let value = members[name] else { return [] }
    guard case .array(let array) = value else {
      throw .invalidValue(place.appending(name), problem: "expected an array, not \(value)")
    }
    return try array.enumerated().map { index, value throws(WeavingError) in try make(value, index) }
  }
}

/// A parsed but uninterpreted value of a plan.
///
/// All plan readers produce these values, so that the rules for plans are defined once, and errors have the same
/// locations.
package enum PlanValue: Sendable, Hashable {
  case null
  case scalar(WeavingPlan.Scalar)
  case array([PlanValue])
  case object([String: PlanValue])
}

extension PlanValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .scalar(.boolean(boolean))
    } else if let integer = try? container.decode(Int.self) {
      self = .scalar(.integer(integer))
    } else if let number = try? container.decode(Double.self) {
      self = .scalar(.number(number))
    } else if let string = try? container.decode(String.self) {
      self = .scalar(.string(string))
    } else if let array = try? container.decode([PlanValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: PlanValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .scalar(let scalar): try container.encode(scalar.value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension PlanValue: CustomStringConvertible {
  /// The value as an error words it, without what it contains: `"high"` with its quotation marks, `3`, `an array`.
  package var description: String {
    switch self {
    case .null: "null"
    case .scalar(.string(let string)): string.debugDescription
    case .scalar(let scalar): "\(scalar.value)"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension WeavingPlan.Scalar {
  /// The value without its case.
  fileprivate var value: any Encodable {
    switch self {
    case .boolean(let boolean): boolean
    case .integer(let integer): integer
    case .number(let number): number
    case .string(let string): string
    }
  }
}

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
    let words = try members.requiredString("pointcut")
    guard let pointcut = Pointcut(words) else {
      throw .invalidValue(place.appending("pointcut"), problem: "'\(words)' is not of the form Class.selector")
    }
    self.init(
      pointcut, advice: try members.requiredString("advice"),
      position: try Self.position(members.string("position"), at: place.appending("position")),
      event: try members.string("event"), isAutomaticallyRemoved: try members.boolean("once") ?? false,
      priority: try members.integer("priority") ?? 0,
      policy: try members.boolean("exclusive") ?? false ? .exclusive : .layered, result: try members.scalar("result"))
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
    var members: [String: PlanValue] = ["name": .string(name), "aspects": .array(aspects.map(\.value))]
    if !isEnabled { members["enabled"] = .boolean(false) }
    return .object(members)
  }
}

extension WeavingPlan.PlannedAspect {
  fileprivate var value: PlanValue {
    var members: [String: PlanValue] = ["pointcut": .string(pointcut.text), "advice": .string(advice)]
    members["position"] = position.map { .string($0.rawValue) }
    members["event"] = event.map { .string($0) }
    members["result"] = result.map(\.value)
    if isAutomaticallyRemoved { members["once"] = .boolean(true) }
    if priority != 0 { members["priority"] = .integer(priority) }
    if policy == .exclusive { members["exclusive"] = .boolean(true) }
    return .object(members)
  }
}

extension WeavingPlan.Scalar {
  fileprivate var value: PlanValue {
    switch self {
    case .boolean(let boolean): .boolean(boolean)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    }
  }
}

/// The members of an object in a plan, read one by one with their required types.
struct PlanMembers {
  private let members: [String: PlanValue]
  private let place: WeavingPlan.Place

  /// Reads an object; throws if it has other members than the given ones.
  init(_ value: PlanValue, at place: WeavingPlan.Place, known: [String]) throws(WeavingError) {
    guard case .object(let members) = value else { throw .invalidValue(place, problem: "expected an object") }
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      throw .unknownMember(place.appending(unknown), suggestion: NameSuggestion.near(unknown, in: known).first)
    }
    self.members = members
    self.place = place
  }

  func string(_ name: String) throws(WeavingError) -> String? {
    guard let value = members[name] else { return nil }
    guard case .string(let string) = value else { throw expected("a string", name) }
    return string
  }

  fileprivate func requiredString(_ name: String) throws(WeavingError) -> String {
    guard let string = try string(name) else { throw .missingMember(place.appending(name)) }
    return string
  }

  func boolean(_ name: String) throws(WeavingError) -> Bool? {
    guard let value = members[name] else { return nil }
    guard case .boolean(let boolean) = value else { throw expected("true or false", name) }
    return boolean
  }

  func integer(_ name: String) throws(WeavingError) -> Int? {
    guard let value = members[name] else { return nil }
    guard case .integer(let integer) = value else { throw expected("a whole number", name) }
    return integer
  }

  func scalar(_ name: String) throws(WeavingError) -> WeavingPlan.Scalar? {
    switch members[name] {
    case nil: return nil
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .string(let string): return .string(string)
    case .null, .array, .object: throw expected("a string, a number, true or false", name)
    }
  }

  /// Returns the converted elements of an array; empty if there is no such member.
  func elements<Element>(
    _ name: String, _ make: (_ value: PlanValue, _ index: Int) throws(WeavingError) -> Element
  ) throws(WeavingError) -> [Element] {
    guard let value = members[name] else { return [] }
    guard case .array(let array) = value else { throw expected("an array", name) }
    var elements: [Element] = []
    for (index, value) in array.enumerated() { elements.append(try make(value, index)) }
    return elements
  }

  private func expected(_ what: String, _ name: String) -> WeavingError {
    .invalidValue(place.appending(name), problem: "expected \(what)")
  }
}

/// A parsed but uninterpreted value of a plan.
///
/// All plan readers produce these values, so that the rules for plans are defined once, and errors have the same
/// locations.
package enum PlanValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([PlanValue])
  case object([String: PlanValue])
}

extension PlanValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
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
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

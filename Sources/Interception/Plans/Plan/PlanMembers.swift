/// The members of an object in a plan, taken out one by one with the types that they must have.
struct PlanMembers {
  private let members: [String: PlanValue]
  private let place: WeavingPlan.Place

  /// Looks into an object that may have these members and no others.
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

  func requiredString(_ name: String) throws(WeavingError) -> String {
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

  /// The elements of an array, each made into what it stands for; none where there is no such member.
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

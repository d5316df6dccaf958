extension WeavingPlan: Decodable {
  /// Reads a plan with any decoder, such as JSON's.
  ///
  /// - Throws: ``WeavingError`` with the place in the plan, where it has members that no plan has, lacks those that each has,
  ///   has values of another type, or two groups of one name; else what the decoder throws.
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

  /// A name stands for one group.
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

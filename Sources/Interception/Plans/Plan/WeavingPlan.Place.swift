extension WeavingPlan {
  /// A place in a plan, as errors name it: `groups[0].aspects[2].position`.
  public struct Place: Sendable, Hashable {
    /// The group, counted from 0; nil where the plan itself is meant.
    public var group: Int?
    /// The aspect within the group, counted from 0; nil where the group itself is meant.
    public var aspect: Int?
    /// The member of the object; nil where the object itself is meant.
    public var member: String?

    /// Names a place.
    public init(group: Int? = nil, aspect: Int? = nil, member: String? = nil) {
      self.group = group
      self.aspect = aspect
      self.member = member
    }

    func appending(_ member: String) -> Place { Place(group: group, aspect: aspect, member: member) }
  }
}

extension WeavingPlan.Place: CustomStringConvertible {
  /// The members and indices on the way to the place; "the plan" for the plan itself.
  public var description: String {
    var steps: [String] = []
    if let group { steps.append("groups[\(group)]") }
    if let aspect { steps.append("aspects[\(aspect)]") }
    if let member { steps.append(member) }
    return steps.isEmpty ? "the plan" : steps.joined(separator: ".")
  }
}

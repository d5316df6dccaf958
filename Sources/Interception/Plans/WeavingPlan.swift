/// Which aspects are woven where: groups of them, as configuration says it.
///
/// A plan is a value that names classes, messages and advice by words; nothing is looked up before it is woven:
///
/// ```swift
/// let plan = try JSONDecoder().decode(WeavingPlan.self, from: data)
/// let weaving = try plan.weave(with: .standard(output: { print($0) }), classes: [Account.self])
/// weaving.revert()
/// ```
///
/// As JSON, where every member has a default but `pointcut` and `advice`:
///
/// ```json
/// {"groups": [{"name": "logging", "enabled": true, "aspects": [
///   {"pointcut": "ListView.insert*", "position": "after", "advice": "log", "event": "rows inserted",
///    "once": false, "priority": 0}]}]}
/// ```
public struct WeavingPlan: Sendable, Hashable {
  /// The groups, in the order in which they are woven.
  public var groups: [Group]

  /// Makes a plan of groups.
  public init(groups: [Group] = []) {
    self.groups = groups
  }
}

extension WeavingPlan {
  /// Aspects that are installed, disabled and reverted together.
  public struct Group: Sendable, Hashable {
    /// The name by which the group is enabled, disabled and reverted; no two groups of a plan share one.
    public var name: String
    /// Whether weaving installs the group; one that is not enabled is checked all the same.
    public var isEnabled: Bool
    /// The aspects, in the order of their registration.
    public var aspects: [PlannedAspect]

    /// Makes a group.
    public init(_ name: String = "default", isEnabled: Bool = true, aspects: [PlannedAspect] = []) {
      self.name = name
      self.isEnabled = isEnabled
      self.aspects = aspects
    }
  }
}

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

extension WeavingPlan {
  /// One advice at one pointcut.
  public struct PlannedAspect: Sendable, Hashable {
    /// The messages whose calls it runs in.
    public var pointcut: Pointcut
    /// The name under which a registry has the advice.
    public var advice: String
    /// Where it stands in a call; nil for where the advice stands if nobody says otherwise.
    public var position: AdvicePosition?
    /// What the event is called; nil for the selector's name.
    public var event: String?
    /// Whether each message runs it in at most one call.
    public var isAutomaticallyRemoved: Bool
    /// The order at one level: higher priority runs earlier, and outside.
    public var priority: Int
    /// What the classes above and below may have hooked.
    public var policy: HierarchyPolicy
    /// What the advice gives as the call's result, where it takes the place of the implementation.
    public var result: Scalar?

    /// Makes an aspect.
    public init(
      _ pointcut: Pointcut, advice: String, position: AdvicePosition? = nil, event: String? = nil,
      isAutomaticallyRemoved: Bool = false, priority: Int = 0, policy: HierarchyPolicy = .layered,
      result: Scalar? = nil
    ) {
      self.pointcut = pointcut
      self.advice = advice
      self.position = position
      self.event = event
      self.isAutomaticallyRemoved = isAutomaticallyRemoved
      self.priority = priority
      self.policy = policy
      self.result = result
    }
  }
}

extension WeavingPlan {
  /// A value that a plan can spell.
  public enum Scalar: Sendable, Hashable {
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one too large for a whole one.
    case number(Double)
    /// A string.
    case string(String)
  }
}

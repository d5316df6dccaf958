/// A configuration of aspects to weave, organized in groups.
///
/// A plan is a value that refers to classes, messages and advice by name; the names are resolved when it is woven:
///
/// ```swift
/// let plan = try JSONDecoder().decode(WeavingPlan.self, from: data)
/// let weaving = try plan.weave(with: .standard(output: { print($0) }), classes: [Account.self])
/// weaving.revert()
/// ```
///
/// The same as JSON, where all members except `pointcut` and `advice` have defaults:
///
/// ```json
/// {"groups": [{"name": "logging", "enabled": true, "aspects": [
///   {"pointcut": "ListView.insert*", "position": "after", "advice": "log", "event": "rows inserted",
///    "once": false, "priority": 0}]}]}
/// ```
public struct WeavingPlan: Sendable, Hashable {
  /// The groups, in the order in which they are woven.
  public var groups: [Group]

  /// Creates a plan from groups.
  public init(groups: [Group] = []) {
    self.groups = groups
  }
}

extension WeavingPlan {
  /// Aspects that are installed, disabled and reverted together.
  public struct Group: Sendable, Hashable {
    /// The group's name, unique in the plan, by which it is enabled, disabled and reverted.
    public var name: String
    /// Whether weaving installs the group; a disabled group is only checked.
    public var isEnabled: Bool
    /// The aspects, in the order of their registration.
    public var aspects: [PlannedAspect]

    /// Creates a group.
    public init(_ name: String = "default", isEnabled: Bool = true, aspects: [PlannedAspect] = []) {
      self.name = name
      self.isEnabled = isEnabled
      self.aspects = aspects
    }
  }
}

extension WeavingPlan {
  /// A location in a plan, used in errors: `groups[0].aspects[2].position`.
  public struct Place: Sendable, Hashable {
    /// The group's index; nil for the plan itself.
    public var group: Int?
    /// The aspect's index in the group; nil for the group itself.
    public var aspect: Int?
    /// The member of the object; nil for the object itself.
    public var member: String?

    /// Creates a location.
    public init(group: Int? = nil, aspect: Int? = nil, member: String? = nil) {
      self.group = group
      self.aspect = aspect
      self.member = member
    }

    func appending(_ member: String) -> Place { Place(group: group, aspect: aspect, member: member) }
  }
}

extension WeavingPlan.Place: CustomStringConvertible {
  /// The path of members and indices; "the plan" for the plan itself.
  public var description: String {
    var steps: [String] = []
    if let group { steps.append("groups[\(group)]") }
    if let aspect { steps.append("aspects[\(aspect)]") }
    if let member { steps.append(member) }
    return steps.isEmpty ? "the plan" : steps.joined(separator: ".")
  }
}

extension WeavingPlan {
  /// An advice to install at a pointcut.
  public struct PlannedAspect: Sendable, Hashable {
    /// The messages to hook.
    public var pointcut: Pointcut
    /// The advice's name in the registry.
    public var advice: String
    /// The position in a call; nil for the advice's default position.
    public var position: AdvicePosition?
    /// The event's name; nil for the selector's name.
    public var event: String?
    /// Whether the aspect is removed after its first call, separately for each message.
    public var isAutomaticallyRemoved: Bool
    /// How far outside the aspect is, compared with others of its position; see ``AspectOptions/priority``.
    public var priority: Int
    /// Whether superclasses and subclasses may hook the same message.
    public var policy: HierarchyPolicy
    /// The result that instead advice returns.
    public var result: Scalar?

    /// Creates an aspect.
    public init(
      _ pointcut: Pointcut, advice: String, position: AdvicePosition? = nil, event: String? = nil,
      isAutomaticallyRemoved: Bool = false, priority: Int = 0, policy: HierarchyPolicy = .layered,
      result: Scalar? = nil
    ) {
      (self.pointcut, self.advice, self.position) = (pointcut, advice, position)
      (self.event, self.isAutomaticallyRemoved) = (event, isAutomaticallyRemoved)
      (self.priority, self.policy, self.result) = (priority, policy, result)
    }
  }
}

extension WeavingPlan {
  /// A value that can be written in a plan.
  public enum Scalar: Sendable, Hashable {
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one too large for `Int`.
    case number(Double)
    /// A string.
    case string(String)
  }
}

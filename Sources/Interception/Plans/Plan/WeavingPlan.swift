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

/// A plan that has been woven: what it has installed, group by group, and the way to take it away again.
///
/// Losing it leaves the advice in place, as losing a token does. Any thread may change it at any time.
///
/// ```swift
/// let weaving = try plan.weave(with: .standard(output: { print($0) }))
/// try weaving.disable("logging")
/// try weaving.enable("logging")
/// weaving.revert()
/// ```
public final class Weaving: @unchecked Sendable {
  /// A group that has not been reverted.
  struct Group {
    let name: String
    var isEnabled: Bool
    var hooks: [WovenHook]
  }

  let plan: WeavingPlan
  // Read and written with the registry of classes in hand only.
  var woven: [Group]

  /// Finds the hooks of a plan, of which none is installed yet.
  init(_ plan: WeavingPlan, with registry: AdviceRegistry, in classes: KnownClasses) throws(WeavingError) {
    try plan.checkGroupNames()
    self.plan = plan
    woven = []
    for (index, group) in plan.groups.enumerated() {
      let hooks = try group.hooks(at: index, registry, in: classes) { _ in false }
      woven.append(Group(name: group.name, isEnabled: group.isEnabled, hooks: hooks))
    }
  }

  /// Checks what is enabled as a whole, and each group that is not by itself.
  func check() throws(WeavingError) {
    try Registry.locked { _ throws(WeavingError) in try checkGroups() }
  }

  /// Installs what is enabled: all of it or nothing.
  func install() throws(WeavingError) {
    try Registry.locked { registry throws(WeavingError) in
      try checkGroups()
      for group in woven where group.isEnabled { group.install(in: &registry) }
    }
  }

  private func checkGroups() throws(WeavingError) {
    try WovenHook.check(woven.filter(\.isEnabled).flatMap(\.hooks))
    for group in woven where !group.isEnabled { try WovenHook.check(group.hooks) }
  }
}

/// What is woven.
extension Weaving {
  /// The names of the groups that have not been reverted, in the order of the plan.
  public var groups: [String] { Registry.locked { _ in woven.map(\.name) } }

  /// Whether a group is enabled; false where there is none of the name, or no more.
  public func isEnabled(_ group: String) -> Bool {
    Registry.locked { _ in woven.contains { $0.name == group && $0.isEnabled } }
  }

  /// What the enabled groups have installed, in the order of the plan.
  public var hooks: [PlannedHook] {
    Registry.locked { _ in woven.filter(\.isEnabled).flatMap(\.hooks).map(\.planned) }
  }
}

extension Weaving.Group {
  func install(in registry: inout Registry) {
    for hook in hooks { hook.install(in: &registry) }
  }

  func remove(in registry: inout Registry) {
    var removal = AspectRemoval()
    for hook in hooks { hook.remove(in: &removal, &registry) }
    removal.finish(in: &registry)
  }
}

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

// MARK: - Weave

extension WeavingPlan {
  /// Weaves the plan: checks all of it, and then installs the groups that are enabled.
  ///
  /// A pointcut means messages that classes list, of the classes that are registered now; a class that comes later is woven by
  /// ``Weaving/rematch(with:)``, unless it inherits what is woven. Weaving a plan twice installs it twice.
  ///
  /// - Parameters:
  ///   - registry: the advice that the plan may name.
  ///   - classes: classes to be registered first, of which there may be no object yet.
  /// - Throws: ``WeavingError`` with the place in the plan; nothing is changed then.
  public func weave(
    with registry: AdviceRegistry, classes: [InterceptableObject.Type] = []
  ) throws(WeavingError) -> Weaving {
    let weaving = try Weaving(self, with: registry, in: KnownClasses(registering: classes))
    try weaving.install()
    return weaving
  }

  /// Checks the plan as weaving it would, and lists what would be installed, in order, without touching anything.
  ///
  /// - Throws: ``WeavingError`` with the place in the plan.
  public func dryRun(
    with registry: AdviceRegistry, classes: [InterceptableObject.Type] = []
  ) throws(WeavingError) -> [PlannedHook] {
    let weaving = try Weaving(self, with: registry, in: KnownClasses(registering: classes))
    try weaving.check()
    return weaving.hooks
  }
}

// MARK: - Groups

/// Groups that come and go.
extension Weaving {
  /// Installs a group again; answers whether it was disabled.
  ///
  /// Its aspects are registered anew, behind those of the same priority that are there. One that was to run in one call, and has,
  /// stays away.
  ///
  /// - Throws: ``WeavingError`` where there is no such group, or where the runtime refuses one of its hooks; nothing is
  ///   changed then.
  @discardableResult
  public func enable(_ group: String) throws(WeavingError) -> Bool {
    try Registry.locked { registry throws(WeavingError) in
      let index = try index(of: group)
      guard !woven[index].isEnabled else { return false }
      try WovenHook.check(woven[index].hooks)
      woven[index].install(in: &registry)
      woven[index].isEnabled = true
      return true
    }
  }

  /// Takes the aspects of a group away, to be enabled again; answers whether it was enabled.
  ///
  /// - Throws: ``WeavingError`` where there is no such group.
  @discardableResult
  public func disable(_ group: String) throws(WeavingError) -> Bool {
    try Registry.locked { registry throws(WeavingError) in
      let index = try index(of: group)
      guard woven[index].isEnabled else { return false }
      woven[index].remove(in: &registry)
      woven[index].isEnabled = false
      return true
    }
  }

  /// Takes a group away for good, and frees its advice; answers true once and false ever after.
  @discardableResult
  public func revert(_ group: String) -> Bool {
    Registry.locked { registry in revert(in: &registry) { $0.name == group } }
  }

  /// Takes all groups away for good, and frees their advice; answers true once and false ever after.
  @discardableResult
  public func revert() -> Bool {
    Registry.locked { registry in revert(in: &registry) { _ in true } }
  }

  private func revert(in registry: inout Registry, _ isMeant: (Group) -> Bool) -> Bool {
    let meant = woven.filter(isMeant)
    woven.removeAll(where: isMeant)
    for group in meant {
      group.remove(in: &registry)
      registry.garbage += group.hooks
    }
    return !meant.isEmpty
  }

  private func index(of name: String) throws(WeavingError) -> Int {
    if let index = woven.firstIndex(where: { $0.name == name }) { return index }
    throw .unknownGroup(name: name, suggestion: NameSuggestion.near(name, in: woven.map(\.name)).first)
  }
}

// MARK: - Rematch

/// Classes that are registered after the weaving.
extension Weaving {
  /// Looks for classes that have been registered since, and hooks what the plan means of them: all of it or nothing.
  ///
  /// - Parameter registry: the advice that the plan may name, which the weaving has not kept.
  /// - Returns: what has come to the weaving, that of disabled groups included.
  /// - Throws: ``WeavingError``; nothing is changed then.
  @discardableResult
  public func rematch(with registry: AdviceRegistry) throws(WeavingError) -> [PlannedHook] {
    let known = Registry.locked { _ in woven.map { ($0.name, $0.hooks.map(\.planned)) } }
    let former = Dictionary(uniqueKeysWithValues: known), classes = KnownClasses()
    var found: [String: [WovenHook]] = [:]
    for (index, group) in plan.groups.enumerated() {
      guard let hooks = former[group.name] else { continue }
      found[group.name] = try group.hooks(at: index, registry, in: classes) { hook in
        hooks.contains { $0.isSame(as: hook) }
      }
    }
    return try add(found)
  }

  private func add(_ found: [String: [WovenHook]]) throws(WeavingError) -> [PlannedHook] {
    try Registry.locked { registry throws(WeavingError) in
      let added = woven.map { group in group.missing(found[group.name] ?? []) }
      let groups = zip(woven, added)
      try WovenHook.check(groups.filter(\.0.isEnabled).flatMap(\.1))
      for (group, hooks) in groups where !group.isEnabled { try WovenHook.check(hooks) }
      for (index, hooks) in added.enumerated() {
        woven[index].hooks += hooks
        if woven[index].isEnabled { woven[index].install(in: &registry) }
      }
      return added.joined().map(\.planned)
    }
  }
}

extension Weaving.Group {
  /// Those of the hooks that the group does not have yet, since another thread may have been quicker.
  fileprivate func missing(_ found: [WovenHook]) -> [WovenHook] {
    found.filter { new in !hooks.contains { $0.planned.isSame(as: new.planned) } }
  }
}

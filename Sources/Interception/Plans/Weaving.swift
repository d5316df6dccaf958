/// A woven plan: its installed hooks by group, with operations to disable and remove them.
///
/// If it is discarded, the advice stays installed, as with a token. It may be changed from any thread.
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

  private let plan: WeavingPlan
  // Accessed with the class registry locked only.
  private var woven: [Group]

  /// Creates a weaving without hooks.
  fileprivate init(_ plan: WeavingPlan) throws(WeavingError) {
    try plan.checkGroupNames()
    self.plan = plan
    woven = plan.groups.map { Group(name: $0.name, isEnabled: $0.isEnabled, hooks: []) }
  }

  /// Adds the hooks that the groups don't have yet, and installs those of enabled groups; nothing if an error is thrown.
  ///
  /// The hooks of the enabled groups are checked together, and those of each disabled group separately.
  fileprivate func addHooks(
    with advice: AdviceRegistry, in classes: KnownClasses, isDryRun: Bool = false
  ) throws(WeavingError) -> [PlannedHook] {
    let found = try newHooks(with: advice, in: classes)
    return try Registry.locked { registry throws(WeavingError) in
      // Another thread may have added some meanwhile.
      let added = woven.map { group in (found[group.name] ?? []).filter { !group.contains($0.planned) } }
      let groups = zip(woven, added)
      try WovenHook.check(groups.filter(\.0.isEnabled).flatMap(\.1))
      for (group, hooks) in groups where !group.isEnabled { try WovenHook.check(hooks) }
      for (index, hooks) in added.enumerated() {
        woven[index].hooks += hooks
        if woven[index].isEnabled, !isDryRun { woven[index].install(in: &registry) }
      }
      return added.joined().map(\.planned)
    }
  }

  /// Returns the hooks that the groups don't have yet, by group.
  private func newHooks(
    with advice: AdviceRegistry, in classes: KnownClasses
  ) throws(WeavingError) -> [String: [WovenHook]] {
    let known = Registry.locked { _ in woven }
    var found: [String: [WovenHook]] = [:]
    for (index, planned) in plan.groups.enumerated() {
      guard let group = known.first(where: { $0.name == planned.name }) else { continue }
      found[group.name] = try planned.hooks(at: index, advice, in: classes, isKnown: group.contains)
    }
    return found
  }
}

/// Queries about a weaving.
extension Weaving {
  /// The names of the groups that have not been reverted, in the order of the plan.
  public var groups: [String] { Registry.locked { _ in woven.map(\.name) } }

  /// Returns whether a group is enabled; false if there is no such group or it was reverted.
  public func isEnabled(_ group: String) -> Bool {
    Registry.locked { _ in woven.contains { $0.name == group && $0.isEnabled } }
  }

  /// The hooks of the enabled groups, in the order of the plan.
  public var hooks: [PlannedHook] {
    Registry.locked { _ in woven.filter(\.isEnabled).flatMap(\.hooks).map(\.planned) }
  }
}

extension Weaving.Group {
  fileprivate func contains(_ hook: PlannedHook) -> Bool { hooks.contains { $0.planned.isSame(as: hook) } }

  fileprivate func install(in registry: inout Registry) {
    for hook in hooks { hook.install(in: &registry) }
  }

  fileprivate func remove(in registry: inout Registry) {
    var removal = AspectRemoval()
    for hook in hooks { hook.remove(in: &removal, &registry) }
    removal.finish(in: &registry)
  }
}

// MARK: - Weave

extension WeavingPlan {
  /// Weaves the plan: checks all of it, and then installs the enabled groups.
  ///
  /// Pointcuts match listed messages of the classes registered at this time. For classes registered later, call
  /// ``Weaving/rematch(with:)``, unless they inherit what is woven. Weaving a plan twice installs it twice.
  ///
  /// - Parameters:
  ///   - registry: the advice that the plan refers to.
  ///   - classes: classes to register first, for example because they have no objects yet.
  /// - Throws: ``WeavingError`` with the location in the plan; nothing is changed then.
  public func weave(
    with registry: AdviceRegistry, classes: [InterceptableObject.Type] = []
  ) throws(WeavingError) -> Weaving {
    let weaving = try Weaving(self)
    _ = try weaving.addHooks(with: registry, in: KnownClasses(registering: classes))
    return weaving
  }

  /// Checks the plan and returns the hooks that weaving would install, in order, without installing them.
  ///
  /// - Throws: ``WeavingError`` with the location in the plan.
  public func dryRun(
    with registry: AdviceRegistry, classes: [InterceptableObject.Type] = []
  ) throws(WeavingError) -> [PlannedHook] {
    let weaving = try Weaving(self)
    _ = try weaving.addHooks(with: registry, in: KnownClasses(registering: classes), isDryRun: true)
    return weaving.hooks
  }
}

// MARK: - Groups

/// Enabling, disabling and reverting groups.
extension Weaving {
  /// Installs a disabled group again; returns whether it was disabled.
  ///
  /// Its aspects are registered again, after the existing ones of the same priority. An automatically removed aspect
  /// that has run isn't installed again.
  ///
  /// - Throws: ``WeavingError`` if there is no such group, or if the runtime refuses one of its hooks; nothing is
  ///   changed then.
  @discardableResult
  public func enable(_ group: String) throws(WeavingError) -> Bool {
    try set(group, isEnabled: true)
  }

  /// Removes a group's aspects until it is enabled again; returns whether it was enabled.
  ///
  /// - Throws: ``WeavingError`` if there is no such group.
  @discardableResult
  public func disable(_ group: String) throws(WeavingError) -> Bool {
    try set(group, isEnabled: false)
  }

  private func set(_ name: String, isEnabled: Bool) throws(WeavingError) -> Bool {
    try Registry.locked { registry throws(WeavingError) in
      guard let index = woven.firstIndex(where: { $0.name == name }) else {
        throw .unknownGroup(name: name, suggestion: NameSuggestion.near(name, in: woven.map(\.name)).first)
      }
      guard woven[index].isEnabled != isEnabled else { return false }
      if isEnabled {
        try WovenHook.check(woven[index].hooks)
        woven[index].install(in: &registry)
      } else {
        woven[index].remove(in: &registry)
      }
      woven[index].isEnabled = isEnabled
      return true
    }
  }

  /// Permanently removes a group and frees its advice; returns true the first time, and false after that.
  @discardableResult
  public func revert(_ group: String) -> Bool {
    Registry.locked { registry in revert(in: &registry) { $0.name == group } }
  }

  /// Permanently removes all groups and frees their advice; returns true the first time, and false after that.
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
}

// MARK: - Rematch

/// Handling of classes registered after the weaving.
extension Weaving {
  /// Applies the plan to classes registered since; installs all new hooks, or nothing if an error is thrown.
  ///
  /// - Parameter registry: the advice that the plan refers to, since the weaving doesn't store it.
  /// - Returns: the new hooks, including those of disabled groups.
  /// - Throws: ``WeavingError``; nothing is changed then.
  @discardableResult
  public func rematch(with registry: AdviceRegistry) throws(WeavingError) -> [PlannedHook] {
    try addHooks(with: registry, in: KnownClasses())
  }
}

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

  let plan: WeavingPlan
  // Accessed with the class registry locked only.
  var woven: [Group]

  /// Resolves a plan's hooks without installing them.
  init(_ plan: WeavingPlan, with registry: AdviceRegistry, in classes: KnownClasses) throws(WeavingError) {
    try plan.checkGroupNames()
    self.plan = plan
    woven = []
    for (index, group) in plan.groups.enumerated() {
      let hooks = try group.hooks(at: index, registry, in: classes) { _ in false }
      woven.append(Group(name: group.name, isEnabled: group.isEnabled, hooks: hooks))
    }
  }

  /// Checks the enabled groups together, and each disabled group separately.
  func check() throws(WeavingError) {
    try Registry.locked { _ throws(WeavingError) in try checkGroups() }
  }

  /// Installs all enabled groups, or nothing if an error is thrown.
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
    let weaving = try Weaving(self, with: registry, in: KnownClasses(registering: classes))
    try weaving.install()
    return weaving
  }

  /// Checks the plan and returns the hooks that weaving would install, in order, without installing them.
  ///
  /// - Throws: ``WeavingError`` with the location in the plan.
  public func dryRun(
    with registry: AdviceRegistry, classes: [InterceptableObject.Type] = []
  ) throws(WeavingError) -> [PlannedHook] {
    let weaving = try Weaving(self, with: registry, in: KnownClasses(registering: classes))
    try weaving.check()
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
    try Registry.locked { registry throws(WeavingError) in
      let index = try index(of: group)
      guard !woven[index].isEnabled else { return false }
      try WovenHook.check(woven[index].hooks)
      woven[index].install(in: &registry)
      woven[index].isEnabled = true
      return true
    }
  }

  /// Removes a group's aspects until it is enabled again; returns whether it was enabled.
  ///
  /// - Throws: ``WeavingError`` if there is no such group.
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

  private func index(of name: String) throws(WeavingError) -> Int {
    if let index = woven.firstIndex(where: { $0.name == name }) { return index }
    throw .unknownGroup(name: name, suggestion: NameSuggestion.near(name, in: woven.map(\.name)).first)
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
  /// Returns the hooks that the group doesn't have yet, since another thread may have added some meanwhile.
  fileprivate func missing(_ found: [WovenHook]) -> [WovenHook] {
    found.filter { new in !hooks.contains { $0.planned.isSame(as: new.planned) } }
  }
}

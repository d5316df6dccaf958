/// Classes that are registered after the weaving.
extension Weaving {
  /// Looks for classes that have been registered since, and hooks what the plan means of them: all of it or nothing.
  ///
  /// - Parameter registry: the advice that the plan may name, which the weaving has not kept.
  /// - Returns: what has come to the weaving, that of disabled groups included.
  /// - Throws: ``WeavingError``; then nothing has changed.
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

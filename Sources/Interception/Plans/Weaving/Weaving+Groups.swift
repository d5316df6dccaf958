/// Groups that come and go.
extension Weaving {
  /// Installs a group again; answers whether it was disabled.
  ///
  /// Its aspects are registered anew, behind those of the same priority that are there. One that was to run in one call, and has,
  /// stays away.
  ///
  /// - Throws: ``WeavingError`` where there is no such group, or where the runtime refuses one of its hooks; then nothing has
  ///   changed.
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

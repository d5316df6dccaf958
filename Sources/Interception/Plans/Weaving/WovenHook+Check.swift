/// What the runtime would say to hooks, found out without touching anything, with the registry in hand.
extension WovenHook {
  /// Checks hooks that are to be installed in this order: each against the books, and against those before it.
  ///
  /// - Complexity: O(hooks), and O(hooks of one selector squared).
  static func check(_ hooks: [WovenHook]) throws(WeavingError) {
    var former: [Selector: [PlannedHook]] = [:]
    for hook in hooks {
      do throws(AspectError) {
        try hook.check()
        for other in former[hook.planned.selector] ?? [] { try hook.planned.check(beside: other) }
      } catch {
        throw .refused(hook.planned.place, error)
      }
      former[hook.planned.selector, default: []].append(hook.planned)
    }
  }

  /// The checks of a hook in their order.
  private func check() throws(AspectError) {
    let message = planned.message, level = planned.classObject
    try message.selector.checkHookable(at: planned.position, in: level.name)
    try level.checkResponds(to: message)
    try level.checkPolicy(message.selector, planned.options.policy)
    _ = try fittingAdvice()
    try level.checkTypes(message)
  }
}

extension PlannedHook {
  /// Checks two hooks of one selector against each other, which matter to each other where one class is above the other.
  fileprivate func check(beside former: PlannedHook) throws(AspectError) {
    guard classObject !== former.classObject, isOnOnePath(with: former) else { return }
    if [options.policy, former.options.policy].contains(.exclusive) {
      throw .alreadyHooked(class: className, selector: selector, hookedIn: former.className)
    }
    if message.chainType != former.message.chainType {
      throw .incompatibleSignature(
        class: className, selector: selector, expected: former.message.signature.description,
        given: message.signature.description)
    }
  }

  private func isOnOnePath(with other: PlannedHook) -> Bool {
    classObject.lineage.contains { $0 === other.classObject }
      || other.classObject.lineage.contains { $0 === classObject }
  }
}

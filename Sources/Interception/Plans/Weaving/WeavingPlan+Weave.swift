extension WeavingPlan {
  /// Weaves the plan: checks all of it, and then installs the groups that are enabled.
  ///
  /// A pointcut means messages that classes list, of the classes that are registered now; a class that comes later is woven by
  /// ``Weaving/rematch(with:)``, unless it inherits what is woven. Weaving a plan twice installs it twice.
  ///
  /// - Parameters:
  ///   - registry: the advice that the plan may name.
  ///   - classes: classes to be registered first, of which there may be no object yet.
  /// - Throws: ``WeavingError`` with the place in the plan; then nothing has changed.
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

extension WeavingPlan.Group {
  /// The hooks of the group with their advice, in order, those left out that are known.
  func hooks(
    at index: Int, _ registry: AdviceRegistry, in classes: KnownClasses, isKnown: (PlannedHook) -> Bool
  ) throws(WeavingError) -> [WovenHook] {
    var hooks: [WovenHook] = []
    for (number, aspect) in aspects.enumerated() {
      let place = WeavingPlan.Place(group: index, aspect: number)
      let definition = try registry.definition(aspect.advice, at: place)
      for hook in try plannedHooks(of: aspect, definition, at: place, in: classes) where !isKnown(hook) {
        hooks.append(WovenHook(hook, try definition.make(hook)))
      }
    }
    return hooks
  }

  private func plannedHooks(
    of aspect: WeavingPlan.PlannedAspect, _ definition: AdviceRegistry.Definition, at place: WeavingPlan.Place,
    in classes: KnownClasses
  ) throws(WeavingError) -> [PlannedHook] {
    let position = try definition.position(of: aspect, at: place)
    return try classes.matches(aspect.pointcut, at: place).map { classObject, message in
      PlannedHook(
        place: place, group: name, classObject: classObject, message: message, position: position,
        advice: aspect.advice, event: aspect.event ?? message.selector.name, options: aspect.options(in: name),
        result: aspect.result)
    }
  }
}

extension KnownClasses {
  /// The messages that a pointcut of a plan means, of which there must be one.
  fileprivate func matches(
    _ pointcut: Pointcut, at place: WeavingPlan.Place
  ) throws(WeavingError) -> [(ClassObject, MessageKind)] {
    let matches = matches(pointcut)
    guard matches.isEmpty else { return matches }
    if let (className, selector) = pointcut.blacklisted {
      throw .refused(place.appending("pointcut"), .selectorBlacklisted(class: className, selector: selector))
    }
    throw .nothingMatches(
      place.appending("pointcut"), pointcut: pointcut, suggestions: suggestions(for: pointcut))
  }
}

extension AdviceRegistry.Definition {
  /// Where an aspect stands: where the plan says, or else where the advice stands by itself.
  fileprivate func position(
    of aspect: WeavingPlan.PlannedAspect, at place: WeavingPlan.Place
  ) throws(WeavingError) -> AdvicePosition {
    let position = aspect.position ?? positions[0]
    guard positions.contains(position) else {
      throw .positionNotAllowed(
        place.appending("position"), advice: aspect.advice, position: position, allowed: positions)
    }
    return position
  }
}

extension WeavingPlan.PlannedAspect {
  fileprivate func options(in group: String) -> AspectOptions {
    AspectOptions(name: group, priority: priority, isAutomaticallyRemoved: isAutomaticallyRemoved, policy: policy)
  }
}

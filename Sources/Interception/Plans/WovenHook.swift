/// A hook of a plan with its advice, and the aspect that stands for it while it is installed.
///
/// What changes is read and written with the registry locked only.
final class WovenHook: @unchecked Sendable {
  let planned: PlannedHook
  private let advice: BoxedAdvice
  private var token: AspectToken?
  /// Whether it has had its one call, so that it stays away.
  private var isSpent = false

  init(_ planned: PlannedHook, _ advice: BoxedAdvice) {
    self.planned = planned
    self.advice = advice
  }

  /// The advice as one that fits the message.
  func fittingAdvice() throws(AspectError) -> ErasedAdvice {
    try advice.source.advice(for: planned.message, at: planned.position, in: planned.className)
  }

  /// Installs a hook that has been checked, unless it is installed, or has had its one call.
  func install(in registry: inout Registry) {
    guard token == nil, !isSpent else { return }
    do throws(AspectError) {
      let fitting = try fittingAdvice()
      token = try planned.message.install(
        fitting, at: planned.position, in: planned.classObject, planned.options, &registry)
    } catch {
      preconditionFailure("\(planned) was checked, and is refused: \(error)")
    }
  }

  /// Takes the hook away, if it is there, as one of several.
  func remove(in removal: inout AspectRemoval, _ registry: inout Registry) {
    guard let token else { return }
    let wasThere = removal.remove(token.aspect, from: planned.classObject, in: &registry)
    isSpent = planned.options.isAutomaticallyRemoved && !wasThere
    self.token = nil
    registry.garbage.append(token)
  }
}

// MARK: - Check

/// What the runtime would say to hooks, found out without touching anything, with the registry locked.
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

/// One advice on one message of one class, as weaving a plan installs it.
public struct PlannedHook: Sendable {
  /// The aspect of the plan that it comes from.
  public let place: WeavingPlan.Place
  /// The group of the plan.
  public let group: String
  /// The class at whose level the advice stands; it runs for the classes below too.
  public let classObject: ClassObject
  /// The message, which the class has or inherits.
  public let message: MessageKind
  /// Where the advice stands in a call.
  public let position: AdvicePosition
  /// The name of the advice in its registry.
  public let advice: String
  /// What the plan calls the event; the selector's name where it does not say.
  public let event: String
  /// How the advice is installed; its name there is that of the group.
  public let options: AspectOptions
  /// What the advice is to give as the call's result, where the plan says so.
  public let result: WeavingPlan.Scalar?

  /// The name of the class.
  public var className: String { classObject.name }

  /// The message's name.
  public var selector: Selector { message.selector }

  /// Whether two hooks are of the same aspect, on the same message of the same class.
  func isSame(as other: PlannedHook) -> Bool {
    place == other.place && classObject === other.classObject && selector == other.selector
  }
}

extension PlannedHook: CustomStringConvertible {
  /// A line of a dry run: `"logging: after ListView.insertRows(at:with:), log 'rows inserted'"`.
  public var description: String {
    var words = ["\(group): \(position.rawValue) \(className).\(selector)", "\(advice) '\(event)'"]
    if options.priority != 0 { words.append("priority \(options.priority)") }
    if options.isAutomaticallyRemoved { words.append("once") }
    if options.policy == .exclusive { words.append("exclusive") }
    return words.joined(separator: ", ")
  }
}

// MARK: - Hooks

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

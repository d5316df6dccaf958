/// A planned hook with its advice, and with its token while it is installed.
///
/// Mutable state is accessed with the registry locked only.
final class WovenHook: @unchecked Sendable {
  let planned: PlannedHook
  private let advice: BoxedAdvice
  private var token: AspectToken?
  /// Whether an automatically removed hook has run, and so isn't installed again.
  private var isSpent = false

  init(_ planned: PlannedHook, _ advice: BoxedAdvice) {
    self.planned = planned
    self.advice = advice
  }

  /// Returns the advice adapted to the message; throws if it doesn't fit.
  private func fittingAdvice() throws(AspectError) -> BoxedAdvice {
    try advice.fitting(planned.message, at: planned.position, in: planned.className)
  }

  /// Installs the checked hook, unless it is installed already or `isSpent` is true.
  func install(in registry: inout Registry) {
    guard token == nil, !isSpent else { return }
    do throws(AspectError) {
      let fitting = try fittingAdvice()
      token = try planned.classObject.install(
        planned.message.adapt(fitting, at: planned.position), at: planned.position, of: planned.message,
        options: planned.options, in: &registry)
    } catch {
      preconditionFailure("\(planned) was checked, and is refused: \(error)")
    }
  }

  /// Removes the hook, if it is installed, as part of a group removal.
  func remove(in removal: inout AspectRemoval, _ registry: inout Registry) {
    guard let token else { return }
    let wasThere = removal.remove(token.aspect, from: planned.classObject, in: &registry)
    isSpent = planned.options.isAutomaticallyRemoved && !wasThere
    self.token = nil
    registry.garbage.append(token)
  }
}

// MARK: - Check

/// Checks whether the runtime would accept hooks, without installing them; called with the registry locked.
extension WovenHook {
  /// Checks hooks to be installed in this order, each against the registry and the hooks before it.
  ///
  /// - Complexity: O(hooks), and O(hooks of one selector squared).
  static func check(_ hooks: [WovenHook]) throws(WeavingError) {
    var former: [Selector: [PlannedHook]] = [:]
    for hook in hooks {
      do throws(AspectError) {
        let message = hook.planned.message, level = hook.planned.classObject
        try message.selector.checkHookable(at: hook.planned.position, in: level.name)
        try level.checkResponds(to: message)
        try level.checkPolicy(message.selector, hook.planned.options.policy)
        _ = try hook.fittingAdvice()
        try level.checkTypes(message)
        for other in former[hook.planned.selector] ?? [] { try hook.planned.check(beside: other) }
      } catch {
        throw .refused(hook.planned.place, error)
      }
      former[hook.planned.selector, default: []].append(hook.planned)
    }
  }
}

extension PlannedHook {
  /// Checks two hooks of one selector against each other, which can conflict if one class inherits from the other.
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
    classObject.selfAndSuperclasses.contains { $0 === other.classObject }
      || other.classObject.selfAndSuperclasses.contains { $0 === classObject }
  }
}

/// A hook that a plan installs: one advice on one message of one class.
public struct PlannedHook: Sendable {
  /// The location of the hook's aspect in the plan.
  public let place: WeavingPlan.Place
  /// The group of the plan.
  public let group: String
  /// The hooked class; the advice runs for its subclasses too.
  public let classObject: ClassObject
  /// The hooked message, declared or inherited by the class.
  public let message: MessageKind
  /// The advice's position in a call.
  public let position: AdvicePosition
  /// The advice's name in the registry.
  public let advice: String
  /// The event's name in the plan; the selector's name if the plan doesn't specify one.
  public let event: String
  /// The options of the aspect, whose name is that of the group.
  public let options: AspectOptions
  /// The call's result given in the plan, if any.
  public let result: WeavingPlan.Scalar?

  /// The name of the class.
  public var className: String { classObject.name }

  /// The message's name.
  public var selector: Selector { message.selector }

  /// Returns whether two hooks come from the same aspect, and are on the same message of the same class.
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
  /// Returns the group's hooks with their advice, in order, without the known ones.
  func hooks(
    at index: Int, _ registry: AdviceRegistry, in classes: KnownClasses, isKnown: (PlannedHook) -> Bool
  ) throws(WeavingError) -> [WovenHook] {
    var hooks: [WovenHook] = []
    for (number, aspect) in aspects.enumerated() {
      let place = WeavingPlan.Place(group: index, aspect: number)
      let definition = try registry.definition(aspect.advice, at: place), allowed = definition.positions
      let position = aspect.position ?? allowed[0]
      guard allowed.contains(position) else {
        throw .positionNotAllowed(
          place.appending("position"), advice: aspect.advice, position: position, allowed: allowed)
      }
      let options = AspectOptions(
        name: name, priority: aspect.priority, isAutomaticallyRemoved: aspect.isAutomaticallyRemoved,
        policy: aspect.policy)
      for (classObject, message) in try classes.matches(aspect.pointcut, at: place) {
        let hook = PlannedHook(
          place: place, group: name, classObject: classObject, message: message, position: position,
          advice: aspect.advice, event: aspect.event ?? message.selector.name, options: options, result: aspect.result)
        if !isKnown(hook) { hooks.append(WovenHook(hook, try definition.make(hook))) }
      }
    }
    return hooks
  }
}

extension KnownClasses {
  /// Returns the messages that a plan's pointcut matches; throws if it, or one of its terms, matches none.
  fileprivate func matches(
    _ pointcut: Pointcut, at place: WeavingPlan.Place
  ) throws(WeavingError) -> [(ClassObject, MessageKind)] {
    let member = place.appending("pointcut")
    if let term = uselessTerm(of: pointcut) {
      if let (className, selector) = term.blacklisted {
        throw .refused(member, .selectorBlacklisted(class: className, selector: selector))
      }
      throw .nothingMatches(member, pointcut: Pointcut(term), suggestions: suggestions(for: term))
    }
    let matches = matches(pointcut)
    if matches.isEmpty { throw .nothingMatches(member, pointcut: pointcut, suggestions: []) }
    return matches
  }
}

/// The reason why a hook, send or removal was refused; a refused hook changes nothing.
public enum AspectError: Error, Sendable, Equatable {
  /// The message is a life-cycle message reserved for the runtime.
  case selectorBlacklisted(class: String, selector: Selector)
  /// The deallocation message accepts before advice only.
  case deallocationPosition(class: String, selector: Selector, position: AdvicePosition)
  /// The class doesn't have the message.
  case doesNotRespond(class: String, selector: Selector, near: [Selector] = [])
  /// The message is hooked in a superclass or subclass, and one of the two hooks is exclusive.
  case alreadyHooked(class: String, selector: Selector, hookedIn: String)
  /// The class, a superclass or a subclass has a message of this name with other types.
  case incompatibleSignature(class: String, selector: Selector, expected: String, given: String)
  /// The class declares two messages of this name, of whatever types; with the types and lines of both.
  case declaredTwice(class: String, selector: Selector, first: String, second: String)
  /// The message is of a ``Woven`` property whose objects, or other constants, have another name for it.
  case propertyName(class: String, selector: Selector, known: String)
  /// The hook is scoped, and the caller runs in no open scope.
  case outsideScope(class: String, selector: Selector)
  /// The name for a dynamic subclass is already used by another class.
  case classPairUnavailable(name: String)
  /// The class object is still in use, by objects or by subclasses.
  case classInUse(name: String, objects: Int, subclasses: Int)
  /// The object can't be moved to a class that isn't a dynamic subclass of its declared class.
  case notASubclass(class: String, of: String)
  /// The hooked object was deallocated, together with its hooks.
  case objectDeallocated(class: String, selector: Selector)
  /// No class of that name is registered.
  case unknownClass(name: String, near: [String])
  /// The value passed as advice isn't a function with recognizable types.
  case missingSignature(class: String, selector: Selector, given: String)
  /// The number of arguments differs from the message's.
  case argumentCount(class: String, selector: Selector, expected: Int, given: Int)
  /// The message has no argument at that index.
  case noSuchArgument(class: String, selector: Selector, index: Int, count: Int)
  /// The message takes an argument of another type.
  case argumentType(class: String, selector: Selector, index: Int, expected: String, given: String)
  /// The message has a result of another type.
  case resultType(class: String, selector: Selector, expected: String, given: String)
  /// The message can't throw an error of this type.
  case errorType(class: String, selector: Selector, expected: String, given: String)
  /// The message is asynchronous, and was not awaited.
  case isAsynchronous(class: String, selector: Selector)
  /// The advice requires the main actor, but the message may be sent from anywhere.
  case notOnMainActor(class: String, selector: Selector)
  /// A forwarded send reached an object that is already forwarding it.
  case forwardingLoop(class: String, selector: Selector)
  /// The operation isn't available to advice at this position.
  case unavailable(operation: String, class: String, selector: Selector, position: AdvicePosition)
  /// The info was used after its call had ended.
  case callEnded(class: String, selector: Selector)
}

extension AspectError: CustomStringConvertible {
  /// A description of the problem, with the class, the selector and the types.
  public var description: String {
    switch self {
    case .selectorBlacklisted(let name, let selector):
      "\(name): '\(selector)' belongs to the runtime's own life cycle, and cannot be hooked or sent by name"
    case .deallocationPosition(let name, let selector, let position):
      "\(name): '\(selector)' takes advice before it only, not \(position.rawValue)"
    case .doesNotRespond(let name, let selector, let near):
      "\(name) does not respond to '\(selector)'\(NameSuggestion.question(near))"
    case .alreadyHooked(let name, let selector, let other):
      "\(name): '\(selector)' is already hooked in \(other), on the same path to the root"
    case .incompatibleSignature(let name, let selector, let expected, let given):
      "\(name): '\(selector)' is \(expected), not \(given)"
    case .declaredTwice(let name, let selector, let first, let second):
      "\(name) declares '\(selector)' twice: \(first), and \(second)"
    case .propertyName(let name, let selector, let known):
      "\(name): '\(selector)' is of a stored property that is known as '\(known)'"
    case .outsideScope(let name, let selector):
      "\(name): '\(selector)' has a scoped hook, and no scope is open here"
    case .classPairUnavailable(let name):
      "a class named \(name) exists and is not the runtime's own"
    case .classInUse(let name, let objects, let subclasses):
      "\(name) cannot be disposed of: \(objects) objects and \(subclasses) subclasses use it"
    case .notASubclass(let name, let other):
      "\(name) is not a dynamic subclass of \(other)"
    case .objectDeallocated(let name, let selector):
      "the object of \(name) whose '\(selector)' was hooked is deallocated, and its hooks with it"
    case .unknownClass(let name, let near):
      "no class named \(name) is registered, by its first object or Runtime.register(_:)\(NameSuggestion.question(near))"
    case .missingSignature(let name, let selector, let given):
      "\(name): the advice for '\(selector)' is \(given), not a function whose types can be known"
    case .argumentCount(let name, let selector, let expected, let given):
      "\(name): '\(selector)' takes \(expected) arguments, not \(given)"
    case .noSuchArgument(let name, let selector, let index, let count):
      "\(name): '\(selector)' has no argument \(index), only \(count) from 0 on"
    case .argumentType(let name, let selector, let index, let expected, let given):
      "\(name): argument \(index) of '\(selector)' is \(expected), not \(given)"
    case .resultType(let name, let selector, let expected, let given):
      "\(name): '\(selector)' returns \(expected), not \(given)"
    case .errorType(let name, let selector, let expected, let given):
      "\(name): '\(selector)' throws \(expected), not \(given)"
    case .isAsynchronous(let name, let selector):
      "\(name): '\(selector)' is asynchronous and must be awaited"
    case .notOnMainActor(let name, let selector):
      "\(name): '\(selector)' is not a message of the main actor, and cannot take its advice"
    case .forwardingLoop(let name, let selector):
      "\(name): '\(selector)' returned to an object that is forwarding it"
    case .unavailable(let operation, let name, let selector, let position):
      "\(name): '\(operation)' is not available \(position.rawValue) '\(selector)'"
    case .callEnded(let name, let selector):
      "\(name): the call of '\(selector)' has ended"
    }
  }
}

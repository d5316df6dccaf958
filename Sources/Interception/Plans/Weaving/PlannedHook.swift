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

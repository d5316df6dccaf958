/// An advice that is installed, as it is listed.
public struct Aspect: Sendable, Hashable {
  /// Tells aspects apart; in the order of installation.
  public let identifier: UInt64
  /// The class, or the class of the object, at whose level it stands.
  public let className: String
  /// The message it belongs to.
  public let selector: Selector
  /// Where it stands in a call.
  public let position: AdvicePosition
  /// Whether it belongs to one object.
  public let isOfObject: Bool
  /// How it was installed.
  public let options: AspectOptions
  /// Whether it observes a property, outside all advice on the property's setter.
  public private(set) var isObserver = false
}

extension Aspect: CustomStringConvertible {
  /// Where it stands and what it is called: `"before Account.deposit(_:), object, 'log', priority 2"`.
  public var description: String {
    var words = [
      "\(isObserver ? "observer" : position.rawValue) \(className).\(selector)", isOfObject ? "object" : "class",
    ]
    if let name = options.name { words.append("'\(name)'") }
    if options.priority != 0 { words.append("priority \(options.priority)") }
    if options.isAutomaticallyRemoved { words.append("once") }
    if options.isScoped { words.append("scoped") }
    return words.joined(separator: ", ")
  }
}

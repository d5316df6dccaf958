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

/// How an aspect is installed: its name, its priority, how often it runs, and what its class allows beside it.
///
/// Options are written as a list. Of two that say the same thing differently, the later one counts; what none of them says
/// keeps its default:
///
/// ```swift
/// try account.hook(Account.deposit, .before, [.automaticRemoval, .named("log"), .priority(10)]) { call in … }
/// ```
///
/// Two options are equal if an aspect would be installed in the same way with either.
public struct AspectOptions: Sendable, ExpressibleByArrayLiteral {
  /// The aspect's name, by which it is listed and removed with others of the same name; nil for none.
  public var name: String?
  // What has been set to its default is kept apart from what has not been set, so that it counts in a list.
  private var setPriority: Int?
  private var setRemoval: Bool?
  private var setPolicy: HierarchyPolicy?
  private var setScope: Bool?

  /// Makes options of what is given; what is left out is set by none of them.
  ///
  /// - Parameters:
  ///   - name: the aspect's name, by which it is listed and removed; none by default.
  ///   - priority: the order at one level; 0 by default.
  ///   - isAutomaticallyRemoved: whether the aspect runs in at most one call; false by default.
  ///   - policy: what the classes above and below may have hooked; ``HierarchyPolicy/layered`` by default.
  ///   - isScoped: whether the aspect runs in calls of the current ``HookScope`` only; false by default.
  public init(
    name: String? = nil, priority: Int? = nil, isAutomaticallyRemoved: Bool? = nil, policy: HierarchyPolicy? = nil,
    isScoped: Bool? = nil
  ) {
    self.name = name
    setPriority = priority
    setRemoval = isAutomaticallyRemoved
    setPolicy = policy
    setScope = isScoped
  }

  /// Joins options; what a later one sets replaces what an earlier one set.
  public init(arrayLiteral elements: AspectOptions...) {
    self.init(joining: elements)
  }

  /// Joins options; what a later one sets replaces what an earlier one set.
  init(joining elements: [AspectOptions]) {
    self.init(name: nil)
    for element in elements {
      name = element.name ?? name
      setPriority = element.setPriority ?? setPriority
      setRemoval = element.setRemoval ?? setRemoval
      setPolicy = element.setPolicy ?? setPolicy
      setScope = element.setScope ?? setScope
    }
  }

  /// The order at one level: higher priority runs earlier, and outside; equals keep the order of registration.
  public var priority: Int {
    get { setPriority ?? 0 }
    set { setPriority = newValue }
  }

  /// Whether the aspect runs in at most one call, and is then removed.
  public var isAutomaticallyRemoved: Bool {
    get { setRemoval ?? false }
    set { setRemoval = newValue }
  }

  /// What the classes above and below may have hooked.
  public var policy: HierarchyPolicy {
    get { setPolicy ?? .layered }
    set { setPolicy = newValue }
  }

  /// Whether the aspect runs in calls of the current ``HookScope`` only, and is removed at its end.
  public var isScoped: Bool {
    get { setScope ?? false }
    set { setScope = newValue }
  }
}

extension AspectOptions: Hashable {
  /// Whether an aspect would be installed in the same way with either.
  public static func == (one: AspectOptions, other: AspectOptions) -> Bool {
    one.name == other.name && one.priority == other.priority
      && one.isAutomaticallyRemoved == other.isAutomaticallyRemoved && one.policy == other.policy
      && one.isScoped == other.isScoped
  }

  /// Feeds what the options come to.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(priority)
    hasher.combine(isAutomaticallyRemoved)
    hasher.combine(policy)
    hasher.combine(isScoped)
  }
}

/// The words of which a list is made.
extension AspectOptions {
  /// The aspect runs in at most one call, and is then removed.
  public static var automaticRemoval: AspectOptions { AspectOptions(isAutomaticallyRemoved: true) }

  /// On the way from the class to the root, the message may be hooked in this class only.
  public static var exclusive: AspectOptions { AspectOptions(policy: .exclusive) }

  /// The classes above and below may have hooked the message too, which is the default.
  public static var layered: AspectOptions { AspectOptions(policy: .layered) }

  /// The aspect runs in calls of the current ``HookScope`` only, and is removed at its end.
  public static var scoped: AspectOptions { AspectOptions(isScoped: true) }

  /// The aspect bears a name.
  public static func named(_ name: String) -> AspectOptions { AspectOptions(name: name) }

  /// The aspect runs before those of lower priority at its level.
  public static func priority(_ priority: Int) -> AspectOptions { AspectOptions(priority: priority) }
}

/// What hooks on a class mean for hooks on the classes above and below it.
public enum HierarchyPolicy: Sendable, Hashable {
  /// Every level counts once: the advice of a subclass runs around its superclass's.
  case layered
  /// On every path from a class to the root, a message is hooked in one class only.
  case exclusive
}

/// Where an advice stands in a call.
public enum AdvicePosition: String, Sendable, Hashable, CaseIterable {
  /// Ahead of the implementation; sees the arguments and may change them.
  case before
  /// Behind the implementation, whether it returned or threw; sees the outcome and may replace it.
  case after
  /// Behind the implementation when the call returns; sees the result and may replace it.
  case afterReturning
  /// Behind the implementation when the call throws; sees the error and may replace it.
  case afterThrowing
  /// In place of the implementation, which runs only if the advice proceeds.
  case instead
  /// Outside everything but before and after: proceeds as often as it likes, with the same arguments or others.
  case around
}

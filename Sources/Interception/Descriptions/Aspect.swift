/// A description of one installed advice.
public struct Aspect: Sendable, Hashable {
  /// A unique number that grows in the order of installation.
  public let identifier: UInt64
  /// The name of the hooked class, or of the hooked object's class.
  public let className: String
  /// The name of the hooked message.
  public let selector: Selector
  /// When the advice runs in a call.
  public let position: AdvicePosition
  /// Whether the advice is hooked on a single object.
  public let isOfObject: Bool
  /// The options that the advice was installed with.
  public let options: AspectOptions
  /// Whether this is a property observer, which runs outside all advice on the property's setter.
  public private(set) var isObserver = false
}

extension Aspect: CustomStringConvertible {
  /// The aspect's position, message and options: `"before Account.deposit(_:), object, 'log', priority 2"`.
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

/// Options of an aspect: its name, priority, automatic removal, scope, and hierarchy policy.
///
/// Options are written as an array literal. If two elements set the same option, the later one wins; options that
/// aren't set keep their default:
///
/// ```swift
/// try account.hook(Account.deposit, .before, [.automaticRemoval, .named("log"), .priority(10)]) { call in … }
/// ```
///
/// Two values are equal if an aspect would be installed in the same way with either.
public struct AspectOptions: Sendable, ExpressibleByArrayLiteral {
  /// The aspect's name, by which it is listed and removed together with others of that name; nil for none.
  public var name: String?
  // Nil means not set. An option set explicitly to its default still overrides an earlier element of the literal.
  private var setPriority: Int?
  private var setRemoval: Bool?
  private var setPolicy: HierarchyPolicy?
  private var setScope: Bool?

  /// Creates options with values for the properties of these names; those that are left out stay unset.
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

  /// Joins options; values that a later element sets replace those of earlier elements.
  public init(arrayLiteral elements: AspectOptions...) {
    self.init(joining: elements)
  }

  /// Joins options; values that a later element sets replace those of earlier elements.
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

  /// How far outside the aspect is, compared with others of its position on the same class or object; 0 by default.
  ///
  /// Of before, around and instead advice the highest priority comes first; of advice after the call it runs last, so
  /// that pairs of before and after advice nest. Equal priorities keep the order of registration.
  public var priority: Int {
    get { setPriority ?? 0 }
    set { setPriority = newValue }
  }

  /// Whether the aspect is removed after its first call, so that it runs in at most one; false by default.
  public var isAutomaticallyRemoved: Bool {
    get { setRemoval ?? false }
    set { setRemoval = newValue }
  }

  /// Whether superclasses and subclasses may hook the same message; ``HierarchyPolicy/layered`` by default.
  public var policy: HierarchyPolicy {
    get { setPolicy ?? .layered }
    set { setPolicy = newValue }
  }

  /// Whether the aspect runs in calls of the current ``HookScope`` only, and is removed at its end; false by default.
  public var isScoped: Bool {
    get { setScope ?? false }
    set { setScope = newValue }
  }
}

extension AspectOptions: Hashable {
  private var values: [AnyHashable?] { [name, priority, isAutomaticallyRemoved, policy, isScoped] }

  /// Returns whether an aspect would be installed in the same way with either value.
  public static func == (one: AspectOptions, other: AspectOptions) -> Bool { one.values == other.values }

  /// Hashes the effective options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

/// Elements for the array literal.
extension AspectOptions {
  /// Removes the aspect after its first call, so that it runs in at most one.
  public static var automaticRemoval: AspectOptions { AspectOptions(isAutomaticallyRemoved: true) }

  /// Allows hooks on the message in this class only, among all classes on the path to the root class.
  public static var exclusive: AspectOptions { AspectOptions(policy: .exclusive) }

  /// Allows hooks on the message in superclasses and subclasses too; the default.
  public static var layered: AspectOptions { AspectOptions(policy: .layered) }

  /// Confines the aspect to calls of the current ``HookScope``, and removes it at the scope's end.
  public static var scoped: AspectOptions { AspectOptions(isScoped: true) }

  /// Gives the aspect a name.
  public static func named(_ name: String) -> AspectOptions { AspectOptions(name: name) }

  /// Puts the aspect outside those of lower priority and the same position; see ``AspectOptions/priority``.
  public static func priority(_ priority: Int) -> AspectOptions { AspectOptions(priority: priority) }
}

/// Whether a message hooked in a class may also be hooked in its superclasses and subclasses.
public enum HierarchyPolicy: Sendable, Hashable {
  /// The advice of every class runs; a subclass's advice runs around its superclass's.
  case layered
  /// On every path from a class to the root class, the message may be hooked in one class only.
  case exclusive
}

/// The point in a call at which an advice runs.
public enum AdvicePosition: String, Sendable, Hashable, CaseIterable {
  /// Before the implementation; receives the arguments and may change them.
  case before
  /// After the implementation, whether it returned or threw; receives the outcome and may replace it.
  case after
  /// After the implementation if the call returns; receives the result and may replace it.
  case afterReturning
  /// After the implementation if the call throws; receives the error and may replace it.
  case afterThrowing
  /// In place of the implementation, which runs only if the advice proceeds.
  case instead
  /// Around the instead advice and the implementation; may proceed any number of times, with the same or other
  /// arguments.
  case around
}

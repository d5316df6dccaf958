/// How an aspect is installed: its name, its priority, how often it runs, and what its class allows beside it.
///
/// Options are written as a list; what is not said keeps its default:
///
/// ```swift
/// try account.hook(Account.deposit, .before, [.automaticRemoval, .named("log"), .priority(10)]) { call in … }
/// ```
public struct AspectOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The aspect's name, by which it is listed and removed with others of the same name.
  public var name: String?
  /// The order at one level: higher priority runs earlier, and outside; equals keep the order of registration.
  public var priority: Int
  /// Whether the aspect runs in at most one call, and is then removed.
  public var isAutomaticallyRemoved: Bool
  /// What the classes above and below may have hooked.
  public var policy: HierarchyPolicy
  /// Whether the aspect runs in calls of the current ``HookScope`` only, and is removed at its end.
  public var isScoped: Bool

  /// The options of a nameless aspect of priority 0 that stays, layered over its superclass's.
  public init(
    name: String? = nil, priority: Int = 0, isAutomaticallyRemoved: Bool = false, policy: HierarchyPolicy = .layered,
    isScoped: Bool = false
  ) {
    self.name = name
    self.priority = priority
    self.isAutomaticallyRemoved = isAutomaticallyRemoved
    self.policy = policy
    self.isScoped = isScoped
  }

  /// Joins options; what a later one says replaces what an earlier one said.
  public init(arrayLiteral elements: AspectOptions...) {
    self.init(joining: elements)
  }

  /// Joins options; what a later one says replaces what an earlier one said.
  init(joining elements: [AspectOptions]) {
    self.init(name: nil)
    for element in elements {
      if let name = element.name { self.name = name }
      if element.priority != 0 { priority = element.priority }
      if element.isAutomaticallyRemoved { isAutomaticallyRemoved = true }
      if element.policy != .layered { policy = element.policy }
      if element.isScoped { isScoped = true }
    }
  }

  /// The aspect runs in at most one call, and is then removed.
  public static var automaticRemoval: AspectOptions { AspectOptions(isAutomaticallyRemoved: true) }

  /// On the way from the class to the root, the message may be hooked in this class only.
  public static var exclusive: AspectOptions { AspectOptions(policy: .exclusive) }

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

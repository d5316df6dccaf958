/// Where an advice by name stands, and how it is installed: a position and ``AspectOptions`` in one list.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval, .named("log")]) { (info: AspectInfo) in … }
/// ```
public struct HookOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var statedPosition: AdvicePosition?
  /// How the advice is installed.
  public var options: AspectOptions

  /// Where the advice stands; after the call, as in Aspects, where nothing is said.
  public var position: AdvicePosition {
    get { statedPosition ?? .after }
    set { statedPosition = newValue }
  }

  /// Joins a position with options.
  public init(_ position: AdvicePosition, _ options: AspectOptions = []) {
    statedPosition = position
    self.options = options
  }

  /// Takes options that say no position.
  public init(_ options: AspectOptions) {
    self.options = options
  }

  /// Joins lists; what a later one says replaces what an earlier one said.
  public init(arrayLiteral elements: HookOptions...) {
    options = AspectOptions(joining: elements.map(\.options))
    statedPosition = elements.lazy.compactMap(\.statedPosition).last
  }
}

/// The words of which a list is made.
extension HookOptions {
  /// Ahead of the implementation.
  public static var before: HookOptions { HookOptions(AdvicePosition.before) }
  /// Behind the implementation, whether it returned or threw.
  public static var after: HookOptions { HookOptions(AdvicePosition.after) }
  /// Behind the implementation when the call returns.
  public static var afterReturning: HookOptions { HookOptions(AdvicePosition.afterReturning) }
  /// Behind the implementation when the call throws.
  public static var afterThrowing: HookOptions { HookOptions(AdvicePosition.afterThrowing) }
  /// In place of the implementation.
  public static var instead: HookOptions { HookOptions(AdvicePosition.instead) }
  /// Around the implementation.
  public static var around: HookOptions { HookOptions(AdvicePosition.around) }

  /// The aspect runs in at most one call, and is then removed.
  public static var automaticRemoval: HookOptions { HookOptions(AspectOptions.automaticRemoval) }
  /// On the way from the class to the root, the message may be hooked in this class only.
  public static var exclusive: HookOptions { HookOptions(AspectOptions.exclusive) }
  /// The classes above and below may have hooked the message too, which is the default.
  public static var layered: HookOptions { HookOptions(AspectOptions.layered) }
  /// The advice runs in the task of the scope that is open, and in those that it starts.
  public static var scoped: HookOptions { HookOptions(AspectOptions.scoped) }
  /// The aspect bears a name.
  public static func named(_ name: String) -> HookOptions { HookOptions(AspectOptions.named(name)) }
  /// The aspect runs before those of lower priority at its level.
  public static func priority(_ priority: Int) -> HookOptions { HookOptions(AspectOptions.priority(priority)) }
}

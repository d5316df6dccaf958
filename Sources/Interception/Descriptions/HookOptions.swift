/// The position and the options of a hook by name, written as one list.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", [.before, .automaticRemoval, .named("log")]) { (info: AspectInfo) in … }
/// ```
public struct HookOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var statedPosition: AdvicePosition?
  /// The options of the aspect.
  public var options: AspectOptions

  /// The advice's position; ``AdvicePosition/after`` by default, as in Aspects.
  public var position: AdvicePosition {
    get { statedPosition ?? .after }
    set { statedPosition = newValue }
  }

  /// Creates hook options from a position and aspect options.
  public init(_ position: AdvicePosition, _ options: AspectOptions = []) {
    statedPosition = position
    self.options = options
  }

  /// Creates hook options without a position.
  public init(_ options: AspectOptions) {
    self.options = options
  }

  /// Joins elements; values that a later element sets replace those of earlier elements.
  public init(arrayLiteral elements: HookOptions...) {
    options = AspectOptions(joining: elements.map(\.options))
    statedPosition = elements.lazy.compactMap(\.statedPosition).last
  }
}

/// Elements for the array literal.
extension HookOptions {
  /// Before the implementation.
  public static var before: HookOptions { HookOptions(AdvicePosition.before) }
  /// After the implementation, whether it returned or threw.
  public static var after: HookOptions { HookOptions(AdvicePosition.after) }
  /// After the implementation if the call returns.
  public static var afterReturning: HookOptions { HookOptions(AdvicePosition.afterReturning) }
  /// After the implementation if the call throws.
  public static var afterThrowing: HookOptions { HookOptions(AdvicePosition.afterThrowing) }
  /// In place of the implementation.
  public static var instead: HookOptions { HookOptions(AdvicePosition.instead) }
  /// Around the implementation.
  public static var around: HookOptions { HookOptions(AdvicePosition.around) }

  /// Removes the aspect after its first call, so that it runs in at most one.
  public static var automaticRemoval: HookOptions { HookOptions(AspectOptions.automaticRemoval) }
  /// Allows hooks on the message in this class only, among all classes on the path to the root class.
  public static var exclusive: HookOptions { HookOptions(AspectOptions.exclusive) }
  /// Allows hooks on the message in superclasses and subclasses too; the default.
  public static var layered: HookOptions { HookOptions(AspectOptions.layered) }
  /// Confines the aspect to calls of the current ``HookScope``, and removes it at the scope's end.
  public static var scoped: HookOptions { HookOptions(AspectOptions.scoped) }
  /// Gives the aspect a name.
  public static func named(_ name: String) -> HookOptions { HookOptions(AspectOptions.named(name)) }
  /// Puts the aspect outside those of lower priority and the same position; see ``AspectOptions/priority``.
  public static func priority(_ priority: Int) -> HookOptions { HookOptions(AspectOptions.priority(priority)) }
}

/// Hooks that were installed all or nothing, and are removed together.
///
/// Each hook is added where it is made. They may be of any kind: typed or by name, on classes or objects, observers. An
/// override, an exchange or a plan isn't a hook, and can't be added.
///
/// ```swift
/// let bundle = try HookBundle { hooks in
///   try hooks.append(Account.deposit.hook(.before) { call in print("depositing", call.arguments) })
///   for name in names { try hooks.append(Runtime.hook("Account", name, .after) { print(name) }) }
/// }
/// bundle.remove()
/// ```
///
/// Only added hooks belong to the bundle. Those that called code makes for purposes of its own, such as the advice of a
/// shared object that is first used here, stay.
///
/// The hooks are installed one after another: a call that begins on another thread meanwhile may run some of them. If a
/// bundle is discarded, the advice stays installed, as with a token.
public struct HookBundle: Sendable {
  private let tokens: [AspectToken]

  /// Installs hooks with a closure that adds their tokens to an array; if it throws, those added so far are removed.
  ///
  /// - Throws: what `install` throws, such as the ``AspectError`` of a refused hook; no added hook is installed then.
  public init<Failure: Error>(_ install: (inout [AspectToken]) throws(Failure) -> Void) throws(Failure) {
    var tokens: [AspectToken] = []
    do throws(Failure) {
      try install(&tokens)
    } catch {
      HookBundle(tokens).remove()
      throw error
    }
    self.init(tokens)
  }

  private init(_ tokens: [AspectToken]) {
    self.tokens = tokens
  }

  /// The aspects of the hooks, in the order in which they were added.
  public var aspects: [Aspect] { tokens.map(\.aspect) }

  /// Removes the hooks at once; returns whether any of them was still installed, and so true at most once.
  @discardableResult
  public func remove() -> Bool {
    Registry.locked { $0.remove(tokens) }
  }
}

/// Says which calls run an advice that does not run in all of them; asked each time, right before it would.
@usableFromInline
final class Admission: Sendable {
  private let scope: HookScope?
  private let once: OnceFlag?

  /// What an aspect's options ask for; nil where it runs in every call.
  init?(_ token: AspectToken, in scope: HookScope?) {
    guard scope != nil || token.aspect.options.isAutomaticallyRemoved else { return nil }
    self.scope = scope
    once = token.aspect.options.isAutomaticallyRemoved ? OnceFlag(token) : nil
  }

  /// Whether the one call has come, or the aspect has been removed before it.
  var isSpent: Bool { once?.isSpent ?? false }

  /// Whether this call runs the advice; one outside the scope does not count as the one call.
  @usableFromInline
  func admits() -> Bool {
    if let scope, !scope.isEntered { return false }
    return once?.fire() ?? true
  }

  /// Notes that the aspect has been taken out of the books; answers whether its one call had not come before.
  func withdraw(_ aspect: Aspect) -> Bool {
    scope?.forget(aspect)
    return once?.claim() ?? true
  }
}

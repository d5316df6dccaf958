/// Decides for each call whether a scoped or automatically removed advice runs in it; checked right before it would
/// run.
@usableFromInline
final class Admission: Sendable {
  private let scope: HookScope?
  private let once: OnceFlag?

  /// Creates the admission for an aspect's options; nil if the aspect runs in every call.
  init?(_ token: AspectToken, in scope: HookScope?) {
    guard scope != nil || token.aspect.options.isAutomaticallyRemoved else { return nil }
    self.scope = scope
    once = token.aspect.options.isAutomaticallyRemoved ? OnceFlag(token) : nil
  }

  /// Whether an automatically removed aspect has run, or was removed before it could.
  var isSpent: Bool { once?.isSpent ?? false }

  /// Returns whether the advice runs in this call; a call outside the scope doesn't count as the one call.
  @usableFromInline
  func admits() -> Bool {
    if let scope, !scope.isEntered { return false }
    return once?.fire() ?? true
  }

  /// Records the aspect's removal; returns whether its one call hadn't happened yet.
  func withdraw(_ aspect: Aspect) -> Bool {
    scope?.forget(aspect)
    return once?.claim() ?? true
  }
}

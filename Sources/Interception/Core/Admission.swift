import Synchronization

/// Decides for each call whether a scoped or automatically removed advice runs in it; checked right before it would
/// run.
@usableFromInline
final class Admission: Sendable {
  private let scope: HookScope?
  /// The automatically removed aspect; nil for others.
  private let once: AspectToken?
  /// Whether the one call of automatically removed advice was admitted, or the advice was removed before it.
  private let isClaimed = Atomic<Bool>(false)

  /// Creates the admission for an aspect's options; nil if the aspect runs in every call.
  init?(_ token: AspectToken, in scope: HookScope?) {
    guard scope != nil || token.aspect.options.isAutomaticallyRemoved else { return nil }
    self.scope = scope
    once = token.aspect.options.isAutomaticallyRemoved ? token : nil
  }

  /// Whether an automatically removed aspect has run, or was removed before it could.
  var isSpent: Bool { isClaimed.load(ordering: .acquiring) }

  /// Returns whether the advice runs in this call; a call outside the scope doesn't count as the one call.
  ///
  /// The call that automatically removed advice runs in removes it, and its token's `remove()` then returns false.
  @usableFromInline
  func admits() -> Bool {
    if let scope, !scope.isEntered { return false }
    guard let once else { return true }
    guard claim() else { return false }
    Registry.removeWithoutWaiting(once)
    return true
  }

  /// Records the aspect's removal; returns whether its one call hadn't happened yet.
  func withdraw(_ aspect: Aspect) -> Bool {
    scope?.forget(aspect)
    return once == nil || claim()
  }

  /// Returns true for the first caller only: the one call, or a removal.
  private func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}

import Synchronization

/// Admits a single call, and then removes the aspect.
@usableFromInline
final class OnceFlag: Sendable {
  private let isClaimed = Atomic<Bool>(false)
  private let aspect: AspectToken

  init(_ aspect: AspectToken) {
    self.aspect = aspect
  }

  /// Whether the one call was admitted, or the aspect was removed before it.
  var isSpent: Bool { isClaimed.load(ordering: .acquiring) }

  /// Claims the flag; returns true only for the first caller, which is either the one call or a removal.
  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Returns whether this call runs the advice; if so, the aspect is removed, and its token's `remove()` returns false.
  @usableFromInline
  func fire() -> Bool {
    guard claim() else { return false }
    Registry.removeWithoutWaiting(aspect)
    return true
  }
}

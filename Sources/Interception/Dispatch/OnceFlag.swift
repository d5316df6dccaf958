import Synchronization

/// Lets one call through, and has the aspect removed as it does.
@usableFromInline
final class OnceFlag: Sendable {
  private let isClaimed = Atomic<Bool>(false)
  private let aspect: AspectToken

  init(_ aspect: AspectToken) {
    self.aspect = aspect
  }

  /// Whether the one call has come, or the aspect has been removed before it.
  var isSpent: Bool { isClaimed.load(ordering: .acquiring) }

  /// Whether the caller is the first to ask: the one call, or else the one removal.
  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Whether this call is the one that runs the advice; its token removes nothing from then on.
  @usableFromInline
  func fire() -> Bool {
    guard claim() else { return false }
    Registry.removeWithoutWaiting(aspect)
    return true
  }
}

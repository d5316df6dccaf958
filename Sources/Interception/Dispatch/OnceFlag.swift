import Synchronization

/// Lets one call through, and has the aspect removed as it does.
@usableFromInline
final class OnceFlag: Sendable {
  private let hasFired = Atomic<Bool>(false)
  private let aspect: AspectToken

  init(_ aspect: AspectToken) {
    self.aspect = aspect
  }

  /// Whether this call is the one that runs the advice; the aspect is out of the books when this answers true.
  @usableFromInline
  func fire() -> Bool {
    guard !hasFired.exchange(true, ordering: .relaxed) else { return false }
    return aspect.remove()
  }
}

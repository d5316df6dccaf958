/// Collects what is to happen together with one change of the focused row.
///
/// A list has no animations of its own, and runs all of it when the delegate has been told: what goes along with the change, then
/// what comes when it has ended. It is as little Sendable as its list.
public final class ListFocusAnimationCoordinator {
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []
  private var hasRun = false

  package init() {}

  /// Has something run together with the change, and something when that has ended; at once where the change is over.
  public func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: (() -> Void)? = nil) {
    guard !hasRun else {
      animations?()
      completion?()
      return
    }
    animations.map { self.animations.append($0) }
    completion.map { completions.append($0) }
  }

  /// Runs what goes along with the change.
  package func runAnimations() {
    hasRun = true
    let added = animations
    animations = []
    for animation in added { animation() }
  }

  /// Runs what comes when it has ended.
  package func runCompletions() {
    let added = completions
    completions = []
    for completion in added { completion() }
  }
}

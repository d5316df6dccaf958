/// What goes along with the coming and going of a context menu.
///
/// A list without a screen runs animations at once when the delegate has been told, and what is to follow them then.
public final class ListMenuAnimator {
  /// How the preview of a menu that has been chosen goes.
  public enum CommitStyle: Sendable, Hashable {
    /// Back to its row.
    case dismiss
    /// Towards the viewer, as what it shows takes its place.
    case pop
  }

  private let outer: ListMenuAnimator?
  private let perform: (() -> Void) -> Void
  private var style = CommitStyle.dismiss
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  init() {
    outer = nil
    perform = { $0() }
  }

  /// Makes one that hands what it is given to another one, to be run by `perform`.
  package init(for outer: ListMenuAnimator, perform: @escaping (() -> Void) -> Void) {
    self.outer = outer
    self.perform = perform
  }

  /// How the preview goes when it has been chosen; dismissed, unless said otherwise.
  public var preferredCommitStyle: CommitStyle {
    get { outer?.preferredCommitStyle ?? style }
    set { if let outer { outer.preferredCommitStyle = newValue } else { style = newValue } }
  }

  /// Has something run along with the menu.
  public func addAnimations(_ body: @escaping () -> Void) {
    guard let outer else { return animations.append(body) }
    let perform = perform
    outer.addAnimations { perform(body) }
  }

  /// Has something run when the menu has come or gone.
  public func addCompletion(_ body: @escaping () -> Void) {
    guard let outer else { return completions.append(body) }
    let perform = perform
    outer.addCompletion { perform(body) }
  }

  /// Runs everything.
  func run() {
    for body in animations + completions { body() }
  }
}

public import Interception

/// The row with the focus, which a person moves through ``ListDisplay``; a program can request an update of the focus.
extension ListView {
  /// Whether a row is also selected when it receives the focus, unless the delegate decides otherwise for it.
  ///
  /// The delegate is called as for a touch, but there is no primary action; a row that is already selected stays so.
  public final var selectionFollowsFocus: Bool {
    get { focus.selectionFollows }
    set { focus.selectionFollows = newValue }
  }

  /// Whether the list returns the focus to the row that had it last, without asking the delegate.
  public final var remembersLastFocusedIndexPath: Bool {
    get { focus.remembersLastRow }
    set { focus.remembersLastRow = newValue }
  }

  /// The message of ``indexPathForFocusedRow``.
  public static let indexPathForFocusedRow = Message<ListView, Void, ListPath?>("indexPathForFocusedRow") { list, _ in
    list.loadIfNeeded()
    return list.focus.row
  }

  /// The row with the focus; nil if there is none.
  ///
  /// It follows its row in updates. A deleted or reloaded row loses the focus without a notification.
  public final var indexPathForFocusedRow: ListPath? { send(ListView.indexPathForFocusedRow) }

  /// The message of ``setNeedsFocusUpdate()``.
  public static let setNeedsFocusUpdate = Message<ListView, Void, Void>("setNeedsFocusUpdate()") { list, _ in
    list.focus.needsUpdate = true
  }

  /// Makes the next ``updateFocusIfNeeded()`` move the focus to the preferred row.
  public final func setNeedsFocusUpdate() { send(ListView.setNeedsFocusUpdate) }

  /// The message of ``updateFocusIfNeeded()``.
  public static let updateFocusIfNeeded = Message<ListView, Void, Void>("updateFocusIfNeeded()") { list, _ in
    guard list.focus.needsUpdate else { return }
    list.focus.needsUpdate = false
    list.focusPreferredRow()
  }

  /// Moves the focus to the preferred row, if ``setNeedsFocusUpdate()`` was called.
  ///
  /// That is the row that had the focus last, if the list remembers it; or the delegate's preferred row; or the first
  /// visible row.
  public final func updateFocusIfNeeded() { send(ListView.updateFocusIfNeeded) }

  /// Moves the focus with its row; a deleted or reloaded row loses it.
  final func followFocus(_ origins: ListOrigins) {
    focus.follow(origins.keptDestination(of:))
  }
}

/// The row with the focus; makes no calls.
struct ListFocus {
  /// The row that has the focus.
  private(set) var row: ListPath?
  /// The row that had the focus last, which is the focused row if there is one.
  private(set) var lastRow: ListPath?
  fileprivate var remembersLastRow = false
  fileprivate var selectionFollows = false
  /// Whether an update of the focus was requested.
  fileprivate var needsUpdate = false
  /// Whether a change of the focus is under way, during which no other change is made.
  var isMoving = false

  /// Gives the focus to a row, or to none.
  mutating func move(to row: ListPath?) {
    self.row = row
    if let row { lastRow = row }
  }

  /// Moves the rows to their new positions; a row without a position loses the focus and is not remembered.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    row = row.flatMap(place)
    lastRow = lastRow.flatMap(place)
  }
}

/// The direction in which the focus moves.
public enum ListFocusHeading: Sendable, Hashable, CaseIterable {
  /// No direction: to a row that was pointed at, or into or out of the list.
  case none
  /// To a row above.
  case up
  /// To a row below.
  case down
  /// To a row on the left; a list with one column has none.
  case left
  /// To a row on the right; a list with one column has none.
  case right
}

/// A change of the focused row.
public struct ListFocusUpdateContext: Sendable, Hashable {
  /// The row that had the focus before the change; nil if the receiver knows no such row.
  public let previouslyFocusedIndexPath: ListPath?
  /// The row that has the focus after the change; nil if the receiver knows no such row.
  public let nextFocusedIndexPath: ListPath?
  /// The direction in which the focus moves.
  public let focusHeading: ListFocusHeading

  /// Makes a change of the focused row.
  public init(
    previouslyFocusedIndexPath: ListPath?, nextFocusedIndexPath: ListPath?, focusHeading: ListFocusHeading
  ) {
    self.previouslyFocusedIndexPath = previouslyFocusedIndexPath
    self.nextFocusedIndexPath = nextFocusedIndexPath
    self.focusHeading = focusHeading
  }
}

/// Collects animations and completions that belong to one change of the focus.
///
/// A list has no animations, and runs all closures after the delegate was notified: first the animations, then the
/// completions. A coordinator is not Sendable, like its list.
public final class ListFocusAnimationCoordinator {
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []
  private var hasRun = false

  package init() {}

  /// Adds an animation that runs with the change, and a completion that runs after it; both run at once if the change
  /// is over.
  public func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: (() -> Void)? = nil) {
    guard !hasRun else {
      animations?()
      completion?()
      return
    }
    animations.map { self.animations.append($0) }
    completion.map { completions.append($0) }
  }

  /// Runs the animations.
  package func runAnimations() {
    hasRun = true
    let added = animations
    animations = []
    for animation in added { animation() }
  }

  /// Runs the completions.
  package func runCompletions() {
    let added = completions
    completions = []
    for completion in added { completion() }
  }
}

/// Decides which rows can have the focus and perform a primary action, and receives notifications about both.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the decision to the list.
public protocol ListFocusDelegate: AnyObject {
  /// Whether a row can have the focus; by default whether the list allows selection.
  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool
  /// Returns the row that receives the focus when it enters the list; nil for the first visible row.
  ///
  /// Not called if the list remembers the row that had the focus last.
  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath?
  /// Whether the focus may move; true by default.
  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool
  /// Notifies that the focus has moved; animations can be added to the coordinator.
  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator)
  /// Whether a row is also selected when it receives the focus; only called if the list's selection follows its focus.
  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool
  /// Whether a touch performs the primary action of a row; by default true except in editing mode.
  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool
  /// Performs the primary action of a touched row, after its selection has changed, if it may change.
  ///
  /// Not called for a touch that extends the selection, or for a selection that follows the focus.
  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath)
}

extension ListFocusDelegate {
  /// Returns whether the list allows selection.
  public func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool { list.allowsSelection }
  /// Returns nil: the first visible row.
  public func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? { nil }
  /// Returns true.
  public func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool { true }
  /// Does nothing.
  public func list(_: ListView, didUpdateFocusIn _: ListFocusUpdateContext, with _: ListFocusAnimationCoordinator) {}
  /// Returns the list's ``ListView/selectionFollowsFocus``.
  public func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    list.selectionFollowsFocus
  }
  /// Returns true except in editing mode.
  public func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool { !list.isEditing }
  /// Does nothing.
  public func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) {}
}

public import Interception

/// The row with the focus. Who moves it is a person, through ``ListDisplay``; a program has it asked for anew.
extension ListView {
  /// Whether a row that gets the focus is selected too, unless the delegate says otherwise for it.
  ///
  /// The selection is asked for and told as by a touch, but is no primary action; a row that is selected already stays so.
  public final var selectionFollowsFocus: Bool {
    get { focus.selectionFollows }
    set { focus.selectionFollows = newValue }
  }

  /// Whether focus that comes to the list goes to the row that had it last, before the delegate is asked.
  public final var remembersLastFocusedIndexPath: Bool {
    get { focus.remembersLastRow }
    set { focus.remembersLastRow = newValue }
  }

  /// The message of ``indexPathForFocusedRow``.
  public static let indexPathForFocusedRow = Message<ListView, Void, ListPath?>("indexPathForFocusedRow") { list, _ in
    list.loadIfNeeded()
    return list.focus.row
  }

  /// The row that has the focus; nil where none does.
  ///
  /// It goes with its row in updates. A row that is deleted or reloaded loses the focus, and nobody is told.
  public final var indexPathForFocusedRow: ListPath? { send(ListView.indexPathForFocusedRow) }

  /// The message of ``setNeedsFocusUpdate()``.
  public static let setNeedsFocusUpdate = Message<ListView, Void, Void>("setNeedsFocusUpdate()") { list, _ in
    list.focus.needsUpdate = true
  }

  /// Has ``updateFocusIfNeeded()`` ask for the preferred row.
  public final func setNeedsFocusUpdate() { send(ListView.setNeedsFocusUpdate) }

  /// The message of ``updateFocusIfNeeded()``.
  public static let updateFocusIfNeeded = Message<ListView, Void, Void>("updateFocusIfNeeded()") { list, _ in
    guard list.focus.needsUpdate else { return }
    list.focus.needsUpdate = false
    list.focusPreferredRow()
  }

  /// Moves the focus to the preferred row, if that has been asked for by ``setNeedsFocusUpdate()``.
  ///
  /// That is the row that had the focus last, where it is remembered; or the delegate's; or the first in view.
  public final func updateFocusIfNeeded() { send(ListView.updateFocusIfNeeded) }

  /// Takes the focus with its row; a row that is gone, or asked for anew, loses it.
  final func followFocus(_ origins: ListOrigins) {
    focus.follow(origins.keptPlace(of:))
  }
}

/// Which row has the focus; calls nobody.
struct ListFocus {
  /// The row that has the focus.
  private(set) var row: ListPath?
  /// The row that had it last, and still has where any does.
  private(set) var lastRow: ListPath?
  var remembersLastRow = false
  var selectionFollows = false
  /// Whether the focus is to be asked for anew.
  var needsUpdate = false
  /// Whether the delegate is being asked and told of a change, in which there is no other.
  var isMoving = false

  /// Gives the focus to a row, or to none.
  mutating func move(to row: ListPath?) {
    self.row = row
    if let row { lastRow = row }
  }

  /// Takes the rows to their new places; those without one lose the focus, and are not remembered.
  mutating func follow(_ place: (ListPath) -> ListPath?) {
    row = row.flatMap(place)
    lastRow = lastRow.flatMap(place)
  }
}

/// Where the focus of a list goes.
public enum ListFocusHeading: Sendable, Hashable, CaseIterable {
  /// Nowhere in particular: to a row that was pointed at, or into the list or out of it.
  case none
  /// To a row above.
  case up
  /// To a row below.
  case down
  /// To a row on the left, of which a list with one column has none.
  case left
  /// To a row on the right, of which a list with one column has none.
  case right
}

/// A change of the focused row.
public struct ListFocusUpdateContext: Sendable, Hashable {
  /// The row that has the focus before the change; nil where none does that whoever is told of it knows.
  public let previouslyFocusedIndexPath: ListPath?
  /// The row that has it after the change; nil where none does that whoever is told of it knows.
  public let nextFocusedIndexPath: ListPath?
  /// Where the focus goes.
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

/// Says what may have the focus and be acted on, and hears of it.
///
/// Part of ``ListDelegate``; every method is optional, and its default leaves the matter to the list.
public protocol ListFocusDelegate: AnyObject {
  /// Whether a row can have the focus; yes where rows can be selected, unless said otherwise.
  func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool
  /// The row to which focus goes that comes to the list; nil for the first in view.
  ///
  /// Not asked where the list remembers the row that had it last.
  func indexPathForPreferredFocusedView(in list: ListView) -> ListPath?
  /// Whether the focus may move; yes, unless said otherwise.
  func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool
  /// The focus has moved; what is to happen together with it is given to the coordinator.
  func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator)
  /// Whether a row that gets the focus is selected too; asked only where the list's selection follows its focus.
  func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool
  /// Whether a touch of a row does what the row is there for; yes but in editing mode, unless said otherwise.
  func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool
  /// A row is to do what it is there for: it has been touched, and its selection, if it is allowed to change, has.
  ///
  /// A touch that adds to selected rows, and a selection that follows the focus, is none.
  func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath)
}

extension ListFocusDelegate {
  /// Yes where the list's rows can be selected.
  public func list(_ list: ListView, canFocusRowAt path: ListPath) -> Bool { list.allowsSelection }
  /// The first in view.
  public func indexPathForPreferredFocusedView(in list: ListView) -> ListPath? { nil }
  /// Yes.
  public func list(_ list: ListView, shouldUpdateFocusIn context: ListFocusUpdateContext) -> Bool { true }
  /// Does nothing.
  public func list(
    _ list: ListView, didUpdateFocusIn context: ListFocusUpdateContext,
    with coordinator: ListFocusAnimationCoordinator
  ) {}
  /// As the list's selection does.
  public func list(_ list: ListView, selectionFollowsFocusForRowAt path: ListPath) -> Bool {
    list.selectionFollowsFocus
  }
  /// Yes but in editing mode.
  public func list(_ list: ListView, canPerformPrimaryActionForRowAt path: ListPath) -> Bool { !list.isEditing }
  /// Does nothing.
  public func list(_ list: ListView, performPrimaryActionForRowAt path: ListPath) {}
}

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

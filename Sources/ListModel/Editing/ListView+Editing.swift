public import Interception

/// Editing mode, in which rows have controls to delete, insert and move them.
extension ListView {
  /// The message of ``setEditing(_:animated:)``.
  public static let setEditing = Message<ListView, (isEditing: Bool, animated: Bool), Void>(
    "setEditing(_:animated:)"
  ) { list, request in
    list.changeEditing(request.isEditing)
    list.tellChanges()
  }

  /// Begins or ends editing mode, by which nothing is selected any more; a row that is swiped is put back.
  public final func setEditing(_ isEditing: Bool, animated: Bool = false) {
    send(ListView.setEditing, (isEditing: isEditing, animated: animated))
  }

  /// The two messages of ``isEditing``; the list sends the second one too when it has begun or ended editing.
  public static let isEditing = Property<ListView, Bool>("isEditing") { list in
    list.told.isEditing.former ?? list.isEditingNow
  } set: { list, new in
    guard list.told.isEditing.former == nil else { return list.told.isEditing.former = nil }
    let wasTelling = list.told.isTelling
    // Observers hear of it by this message.
    list.told.isTelling = true
    list.setEditing(new)
    list.told.isTelling = wasTelling
    list.told.isEditing.accept(list.isEditingNow)
    list.tellChanges()
  }

  /// Whether the list is in editing mode, or a row of it is swiped; setting it is ``setEditing(_:animated:)``.
  public final var isEditing: Bool {
    get { send(ListView.isEditing) }
    set { send(ListView.isEditing, newValue) }
  }

  final var isEditingNow: Bool { editing.isInEditingMode || editing.swiped != nil }

  /// The message of ``indexPathForSwipedRow``.
  public static let indexPathForSwipedRow = Message<ListView, Void, ListPath?>("indexPathForSwipedRow") { list, _ in
    list.loadIfNeeded()
    return list.editing.swiped?.path
  }

  /// The row whose actions are revealed; nil where none is.
  public final var indexPathForSwipedRow: ListPath? { send(ListView.indexPathForSwipedRow) }

  /// Whether a touch can select a row now.
  final var canSelect: Bool {
    guard editing.isInEditingMode else { return isSelectable }
    return allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
  }

  /// Whether more than one row can be selected now.
  final var canSelectSeveral: Bool {
    editing.isInEditingMode ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  private func changeEditing(_ isEditing: Bool) {
    endSwipe()
    guard editing.isInEditingMode != isEditing else { return }
    editing.isInEditingMode = isEditing
    clearSelection()
    for path in shown.rows.keys.sorted() {
      guard let cell = shown.rows[path], setUpEditing(of: cell, at: path) else { return }
    }
  }

  /// What a callback answers; nil when it has changed the list, so that the question was about another row.
  final func ifUnchanged<Answer>(_ ask: () -> Answer) -> Answer? {
    let revision = revision
    let answer = ask()
    return revision == self.revision ? answer : nil
  }
}

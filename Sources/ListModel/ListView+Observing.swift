package import Interception

/// What observers of a list's properties have heard of last, and what getters answer while they hear of a change.
struct ToldProperties {
  /// A value that observers hear of.
  struct Told<Value: Equatable> {
    /// The value of which they have heard last.
    private(set) var value: Value
    /// The value before, from the beginning of a notice until the change is made as far as they can see.
    var former: Value?

    init(_ value: Value) {
      self.value = value
    }

    /// Begins a notice; returns whether there is anything to tell.
    mutating func begin(_ new: Value) -> Bool {
      guard new != value else { return false }
      (former, value) = (value, new)
      return true
    }

    /// Takes a value that observers hear of by the call under way.
    mutating func accept(_ new: Value) { (former, value) = (nil, new) }
  }

  var offset = Told(0.0)
  var size = Told(ListSize(width: 0, height: 0))
  var selection = Told<[ListPath]>([])
  var isEditing = Told(false)
  /// Whether the selection may have changed since.
  var isSelectionChanged = false
  /// Whether observers are being told.
  var isTelling = false
}

/// Telling observers what the list has changed by itself: each property is written once more, by a message that changes nothing.
extension ListView {
  /// The message of telling observers of changes; the argument is what is selected.
  ///
  /// Like ``performAsList`` it is for whoever overrides it.
  package static let tellObservers: Message<ListView, [ListPath], Void> = Message("tellObservers(_:)") {
    list, selected in
    list.tell(selected: selected)
  }

  /// The message of what the list writes to its properties itself; it does nothing but run what it is given.
  package static let performForObservers: Message<ListView, () -> Void, Void> = Message("performForObservers(_:)") {
    _, body in body()
  }

  /// Scrolls by the property, so that observers hear of it ahead of the layout.
  final func write(offset: Double) {
    send(ListView.performForObservers) { [self] in contentOffset = offset }
  }

  /// Whether a getter answers what was selected before a change that observers are being told of, in their coordinates.
  package final var isTellingSelection: Bool { told.selection.former != nil }

  /// Takes what is selected, in the coordinates of observers, who hear of it by the call under way.
  package final func acceptSelection(_ selected: [ListPath]) {
    told.selection.accept(selected)
    told.isSelectionChanged = false
  }

  /// Tells observers what has changed since they last heard of it; of offset and size when the list is laid out.
  package final func tellChanges() {
    guard !cycle.isHeld, !told.isTelling else { return }
    told.isTelling = true
    defer { told.isTelling = false }
    // What they do may change more.
    for _ in 0..<Self.mostAttempts where hasChangesToTell { send(ListView.tellObservers, selection.order) }
  }

  private var hasChangesToTell: Bool {
    if told.isSelectionChanged || isEditingNow != told.isEditing.value { return true }
    return isLaidOut && (keptInContent(offset) != told.offset.value || contentSizeNow != told.size.value)
  }

  private func tell(selected: [ListPath]) {
    told.isSelectionChanged = false
    if told.selection.begin(selected) { send(ListView.indexPathsForSelectedRows, selected) }
    told.selection.former = nil
    let isEditing = isEditingNow
    if told.isEditing.begin(isEditing) { send(ListView.isEditing, isEditing) }
    told.isEditing.former = nil
    guard isLaidOut else { return }
    let size = contentSizeNow
    if told.size.begin(size) { send(ListView.contentSize, size) }
    told.size.former = nil
    guard isLaidOut else { return }
    let offset = keptInContent(self.offset)
    if told.offset.begin(offset) { send(ListView.contentOffset, offset) }
    told.offset.former = nil
  }
}

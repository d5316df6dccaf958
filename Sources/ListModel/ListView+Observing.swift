package import Interception

/// The property values of which observers were last notified, and the former values that getters return during a
/// notification.
struct ObservedValues {
  /// An observed value.
  struct Told<Value: Equatable> {
    /// The value of which observers were last notified.
    private(set) var value: Value
    /// The value before the change, from the start of a notification until observers see the new value.
    var former: Value?

    init(_ value: Value) {
      self.value = value
    }

    /// Starts a notification of a new value; returns whether the value differs.
    mutating func begin(_ new: Value) -> Bool {
      guard new != value else { return false }
      (former, value) = (value, new)
      return true
    }

    /// Stores a value of which observers are notified by the current call.
    mutating func accept(_ new: Value) { (former, value) = (nil, new) }
  }

  var offset = Told(0.0)
  var size = Told(ListSize(width: 0, height: 0))
  var selection = Told<[ListPath]>([])
  var isEditing = Told(false)
  /// Whether a notification is under way.
  var isTelling = false
  /// The number of notifications.
  fileprivate var count = 0
}

/// Notifications of changes that the list makes itself: each property is set again by a message that changes nothing.
extension ListView {
  /// The message around property writes that the list makes itself; it only runs its argument.
  ///
  /// It is not among the class's messages, since no caller sends it: it exists to be overridden.
  package static let performForObservers: Message<ListView, () -> Void, Void> = Message("performForObservers(_:)") {
    _, body in body()
  }

  /// Scrolls by setting the property, so that observers are notified before the layout.
  final func write(offset: Double) {
    send(ListView.performForObservers) { [self] in contentOffset = offset }
  }

  /// Whether the getter returns the selection before a change of which observers are being notified, in their
  /// coordinates.
  package final var isNotifyingOfSelection: Bool { told.selection.former != nil }

  /// Stores the selection in the observers' coordinates; the current call notifies them of it.
  package final func acceptSelection(_ selected: [ListPath]) {
    told.selection.accept(selected)
    selection.noteNotification()
  }

  /// Notifies observers of changes since the last notification; of offset and size only when the list is laid out.
  package final func notifyObserversOfChanges() {
    guard !cycle.isHeld, !told.isTelling else { return }
    told.isTelling = true
    defer { told.isTelling = false }
    // Observers may change the list again.
    for _ in 0..<Self.mostAttempts where hasChangesToTell {
      let count = told.count
      if let callerCoordinates {
        callerCoordinates.runForObservers(ofSelected: selection.order) { tell(selected: $0) }
      } else {
        tell(selected: selection.order)
      }
      // It may be put off.
      if told.count == count { break }
    }
  }

  private var hasChangesToTell: Bool {
    if selection.isChanged || isEditingNow != told.isEditing.value { return true }
    return isLaidOut && (keptInContent(offset) != told.offset.value || contentSizeNow != told.size.value)
  }

  private func tell(selected: [ListPath]) {
    told.count += 1
    selection.noteNotification()
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

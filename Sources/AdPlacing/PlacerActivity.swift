/// What a placer is doing and has to do, so that calls made meanwhile can wait.
struct PlacerActivity {
  /// What the placer is doing.
  private enum Phase {
    case idle
    /// It is doing the work that is due, or handling a load of the list.
    case working
    /// It is changing the list as a part of its work.
    case changingList(ListChange)
  }

  /// What has happened while the placer was changing the list.
  struct ListChange {
    /// Calls that were made, which are carried out now.
    var calls: [() -> Void] = []
    /// Repeat the sources' answers that arrived, in case the change is undone.
    var answers: [() -> Void] = []
    /// Whether the list was loaded, or the placer removed, so that there is nothing to undo.
    var isReloaded = false
  }

  private var phase = Phase.idle
  /// Whether more work may have become due since it was last done.
  var isDue = false
  /// Whether work waits because the list could not be changed.
  var isBehind = false

  /// The maximum number of repetitions of due work before control returns to the caller.
  static let maxRounds = 16

  /// Whether work is due that can be done now, and that no caller is about to do.
  var hasMoreToDo: Bool { if case .idle = phase { isDue && !isBehind } else { false } }

  /// Whether the list is being changed.
  var isChangingList: Bool { if case .changingList = phase { true } else { false } }

  /// Begins work, unless there is some under way; returns whether it has begun.
  mutating func beginWork() -> Bool {
    guard case .idle = phase else { return false }
    phase = .working
    return true
  }

  mutating func endWork() { phase = .idle }

  mutating func beginListChange() { phase = .changingList(ListChange()) }

  /// Ends the change of the list, and returns what has happened meanwhile.
  mutating func endListChange() -> ListChange {
    guard case .changingList(let change) = phase else { return ListChange() }
    phase = .working
    return change
  }

  /// Records something that happens while the list is being changed; returns whether it is.
  @discardableResult
  mutating func duringListChange(_ record: (inout ListChange) -> Void) -> Bool {
    guard case .changingList(var change) = phase else { return false }
    record(&change)
    phase = .changingList(change)
    return true
  }
}

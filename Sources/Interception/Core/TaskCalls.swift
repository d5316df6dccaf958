/// The asynchronous calls that tasks are inside, recorded to detect a task that would wait for itself.
///
/// A call that can't be recorded is left out, and a deadlock in it isn't detected. Child tasks aren't recorded with
/// their parent's calls.
@usableFromInline
enum TaskCalls {
  private static let table = TaskTable(capacity: 4_096)

  /// Records that the current task is inside a call of a chain, which it keeps alive; nil if it is recorded already or
  /// can't be.
  @usableFromInline
  static func enter(_ chain: Chain) -> Int? {
    table.add(chain)
  }

  /// Records the end of the call in a cell.
  @usableFromInline
  static func leave(_ place: Int?) {
    if let place { table.remove(place) }
  }

  /// Returns whether the current task is inside a call whose chain contains an advice.
  static func currentTaskKeeps(_ token: AspectToken) -> Bool {
    table.contains { ($0 as? Chain)?.holds(token) == true }
  }
}

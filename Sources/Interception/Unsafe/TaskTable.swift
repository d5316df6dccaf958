import Synchronization

/// A table in which tasks note objects, without a lock or an allocation.
///
/// It has a fixed size. A note occupies one of the few cells that its task may use; if all of them are occupied, nothing
/// is noted. A task's notes aren't those of its child tasks.
@safe
struct TaskTable: ~Copyable, @unchecked Sendable {
  private struct Cell: ~Copyable {
    /// The number of the task; zero if the cell is free.
    let task = Atomic<Int>(0)
    /// The noted object; read by this task only.
    let object = Atomic<UInt>(0)
  }

  // Never freed, since tables are global.
  private let cells: UnsafeMutablePointer<Cell>
  private let mask: Int

  /// Creates a table of a power of two of cells.
  init(capacity: Int) {
    mask = capacity - 1
    unsafe cells = .allocateCacheAligned(capacity: capacity)
    for index in 0..<capacity { unsafe (cells + index).initialize(to: Cell()) }
  }

  /// Notes an object for the current task, which keeps it alive until ``remove(_:)``; returns its place, or nil if it is
  /// noted already or can't be.
  func add(_ object: AnyObject) -> Int? {
    guard let task = currentTask else { return nil }
    let bits = Unretained(object).bits
    let isNoted = places(of: task).contains { place in
      let cell = unsafe cells + place
      return unsafe cell.pointee.task.load(ordering: .acquiring) == task
        && cell.pointee.object.load(ordering: .relaxed) == bits
    }
    if isNoted { return nil }
    let place = places(of: task).first { place in
      unsafe (cells + place).pointee.task.compareExchange(expected: 0, desired: task, ordering: .acquiring).exchanged
    }
    if let place { unsafe (cells + place).pointee.object.store(bits, ordering: .relaxed) }
    return place
  }

  /// Removes the note at a place.
  func remove(_ place: Int) {
    unsafe (cells + place).pointee.object.store(0, ordering: .relaxed)
    unsafe (cells + place).pointee.task.store(0, ordering: .releasing)
  }

  /// Returns whether the current task has noted an object that satisfies the predicate.
  func contains(where predicate: (AnyObject) -> Bool) -> Bool {
    guard let task = currentTask else { return false }
    return places(of: task).contains { place in
      let cell = unsafe cells + place
      guard unsafe cell.pointee.task.load(ordering: .acquiring) == task else { return false }
      return unsafe Unretained<AnyObject>(bits: cell.pointee.object.load(ordering: .relaxed))
        .map { predicate($0.object) } ?? false
    }
  }

  /// Returns the indices of the cells that a task may use.
  private func places(of task: Int) -> some Sequence<Int> {
    (0..<16).lazy.map { [mask] in (task &+ $0) & mask }
  }

  /// A number unique among running tasks; nil outside tasks.
  private var currentTask: Int? {
    let number = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    return number == 0 ? 1 : number
  }
}

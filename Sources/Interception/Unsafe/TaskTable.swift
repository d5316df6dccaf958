import Synchronization

/// A table in which tasks note objects, without a lock or an allocation.
///
/// It has a fixed size. A note occupies one of the few cells that its task may use; if all of them are occupied, nothing
/// is noted. A task's notes aren't those of its child tasks.
@safe
struct TaskTable: ~Copyable, @unchecked Sendable {
  private struct Cell: ~Copyable {
    /// The address of the task; zero if the cell is free.
    let task = Atomic<UInt>(0)
    /// The noted object; read by this task only.
    let object = Atomic<UInt>(0)
  }

  // Never freed, since tables are global.
  private let cells: UnsafeMutablePointer<Cell>
  private let mask: Int

  /// The number of cells that a task may use.
  private static var cellsOfTask: Int { 16 }

  /// Creates a table in which the cells of most tasks begin at one of a power of two of places.
  init(capacity: Int) {
    mask = capacity - 1
    let count = capacity + TaskTable.cellsOfTask
    unsafe cells = .allocateCacheAligned(capacity: count)
    for index in 0..<count { unsafe (cells + index).initialize(to: Cell()) }
  }

  /// Notes an object for the current task, which keeps it alive until ``remove(_:)``; returns its place, or nil if it is
  /// noted already or can't be.
  func add(_ object: AnyObject) -> Int? {
    guard let task = currentTask else { return nil }
    let bits = Unretained(object).bits
    for place in places(of: task) {
      let cell = unsafe cells + place
      let owner = unsafe cell.pointee.task.load(ordering: .acquiring)
      if owner == task, unsafe cell.pointee.object.load(ordering: .relaxed) == bits { return nil }
      guard owner == 0,
        unsafe cell.pointee.task.compareExchange(expected: 0, desired: task, ordering: .acquiring).exchanged
      else { continue }
      unsafe cell.pointee.object.store(bits, ordering: .relaxed)
      return place
    }
    return nil
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
  private func places(of task: UInt) -> Range<Int> {
    // The upper bits of a product depend on all bits of a factor.
    let first = Int(truncatingIfNeeded: (task &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    return first..<first + TaskTable.cellsOfTask
  }

  /// The address of the current task, which no other running task has; nil outside tasks.
  private var currentTask: UInt? {
    // A task's handle is a reference.
    unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } }
  }
}

import Synchronization

/// The asynchronous calls that tasks are inside, recorded to detect a task that would wait for itself.
///
/// The table has a fixed size, and needs neither a lock nor an allocation. A call occupies one of the few cells that its
/// task may use; if all of them are occupied, it is left out, and a deadlock in it isn't detected. Child tasks aren't
/// recorded with their parent's calls.
@usableFromInline
enum TaskCalls {
  private struct Cell: ~Copyable {
    /// The address of the task; zero if the cell is free.
    let task = Atomic<UInt>(0)
    /// The call's chain; read by this task only.
    let chain = Atomic<UInt>(0)
  }

  /// The number of places at which the cells of most tasks begin; a power of two.
  private static let capacity = 4_096
  /// The number of cells that a task may use.
  private static let cellsOfTask = 16
  /// The cells; never freed.
  private static let cells = {
    let count = capacity + cellsOfTask
    let cells = unsafe UnsafeMutablePointer<Cell>.allocateCacheAligned(capacity: count)
    for index in 0..<count { unsafe (cells + index).initialize(to: Cell()) }
    return UInt(bitPattern: cells)
  }()

  private static func cell(_ place: Int) -> UnsafePointer<Cell> {
    unsafe UnsafePointer<Cell>(bitPattern: cells).unsafelyUnwrapped + place
  }

  /// Records that the current task is inside a call of a chain, which it keeps alive; nil if it is recorded already or
  /// can't be.
  @usableFromInline
  static func enter(_ chain: Chain) -> Int? {
    guard let task = currentTask else { return nil }
    let bits = Unretained(chain).bits
    for place in places(of: task) {
      let cell = unsafe cell(place)
      let owner = unsafe cell.pointee.task.load(ordering: .acquiring)
      if owner == task, unsafe cell.pointee.chain.load(ordering: .relaxed) == bits { return nil }
      guard owner == 0,
        unsafe cell.pointee.task.compareExchange(expected: 0, desired: task, ordering: .acquiring).exchanged
      else { continue }
      unsafe cell.pointee.chain.store(bits, ordering: .relaxed)
      return place
    }
    return nil
  }

  /// Records the end of the call in a cell.
  @usableFromInline
  static func leave(_ place: Int?) {
    guard let place else { return }
    unsafe cell(place).pointee.chain.store(0, ordering: .relaxed)
    unsafe cell(place).pointee.task.store(0, ordering: .releasing)
  }

  /// Returns whether the current task is inside a call whose chain contains an advice.
  static func currentTaskKeeps(_ token: AspectToken) -> Bool {
    guard let task = currentTask else { return false }
    return places(of: task).contains { place in
      let cell = unsafe cell(place)
      guard unsafe cell.pointee.task.load(ordering: .acquiring) == task else { return false }
      let chain = unsafe Unretained<Chain>(bits: cell.pointee.chain.load(ordering: .relaxed))
      return chain?.object.holds(token) == true
    }
  }

  /// Returns the indices of the cells that a task may use.
  private static func places(of task: UInt) -> Range<Int> {
    // The upper bits of a product depend on all bits of a factor.
    let first = Int(truncatingIfNeeded: (task &* 0x9E37_79B9_7F4A_7C15) >> 32) & (capacity - 1)
    return first..<first + cellsOfTask
  }

  /// The address of the current task, which no other running task has; nil outside tasks.
  private static var currentTask: UInt? {
    // A task's handle is a reference.
    unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } }
  }
}

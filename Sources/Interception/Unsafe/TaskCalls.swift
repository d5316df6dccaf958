import Synchronization

/// A table of the asynchronous calls that tasks are inside, used to detect a task that would wait for itself.
///
/// The table has a fixed size. A call occupies one of the few cells that its task may use, and frees it at its end,
/// without a lock or an allocation. If all of them are occupied, the call isn't recorded, and a deadlock in it isn't
/// detected. Child tasks aren't recorded with their parent's calls.
@safe
@usableFromInline
struct TaskCalls: ~Copyable, @unchecked Sendable {
  private struct Cell: ~Copyable {
    /// The number of the task; zero if the cell is free.
    let task = Atomic<Int>(0)
    /// The chain that the call runs and keeps alive; read by this task only.
    let chain = Atomic<UInt>(0)
  }

  private static let shared = TaskCalls(capacity: 4_096)

  // Never freed, since there is a single table.
  private let cells: UnsafeMutablePointer<Cell>
  private let mask: Int

  private init(capacity: Int) {
    mask = capacity - 1
    unsafe cells = .allocateCacheAligned(capacity: capacity)
    for index in 0..<capacity { unsafe (cells + index).initialize(to: Cell()) }
  }

  /// Records that the current task is inside a call of a chain; nil if it is recorded already or can't be.
  @usableFromInline
  static func enter(_ chain: Chain) -> Int? {
    guard let task = currentTask else { return nil }
    return shared.enter(task, ChainReference.bits(of: chain))
  }

  /// Records the end of the call in a cell.
  @usableFromInline
  static func leave(_ place: Int?) {
    if let place { shared.leave(place) }
  }

  /// Returns whether the current task is inside a call whose chain contains an advice.
  static func currentTaskKeeps(_ token: AspectToken) -> Bool {
    guard let task = currentTask else { return false }
    return shared.places(of: task).contains { place in
      let cell = unsafe shared.cells + place
      guard unsafe cell.pointee.task.load(ordering: .acquiring) == task else { return false }
      // The call belongs to the current task and is still running, so its chain is alive.
      let chain = unsafe ChainReference(bits: cell.pointee.chain.load(ordering: .relaxed))?.retain()
      return (chain as? Chain)?.holds(token) == true
    }
  }

  private func enter(_ task: Int, _ chain: UInt) -> Int? {
    let isNoted = places(of: task).contains { place in
      let cell = unsafe cells + place
      return unsafe cell.pointee.task.load(ordering: .acquiring) == task
        && cell.pointee.chain.load(ordering: .relaxed) == chain
    }
    if isNoted { return nil }
    let place = places(of: task).first { place in
      unsafe (cells + place).pointee.task.compareExchange(expected: 0, desired: task, ordering: .acquiring).exchanged
    }
    if let place { unsafe (cells + place).pointee.chain.store(chain, ordering: .relaxed) }
    return place
  }

  private func leave(_ place: Int) {
    unsafe (cells + place).pointee.chain.store(0, ordering: .relaxed)
    unsafe (cells + place).pointee.task.store(0, ordering: .releasing)
  }

  /// Returns the indices of the cells that a task's calls may use.
  private func places(of task: Int) -> some Sequence<Int> {
    (0..<16).lazy.map { [mask] in (task &+ $0) & mask }
  }

  /// A number unique among running tasks; nil outside tasks.
  private static var currentTask: Int? {
    let number = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    return number == 0 ? 1 : number
  }
}

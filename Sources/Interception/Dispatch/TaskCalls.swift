import Synchronization

/// The calls of asynchronous messages that tasks are inside, so that a task which would wait for itself is found out.
///
/// It is a table of a fixed size. A call takes one of the few cells that its task may use, and gives it back at its end: without
/// a lock, and without an allocation. A call that finds all of them taken is not noted, and waiting for itself in it is not found
/// out. What a task is noted with tells nothing about the tasks that it starts.
@safe
@usableFromInline
struct TaskCalls: ~Copyable, @unchecked Sendable {
  private struct Cell: ~Copyable {
    /// The number of the task; zero where the cell is free.
    let task = Atomic<Int>(0)
    /// The chain that the call runs, and keeps alive; read by its own task alone.
    let chain = Atomic<UInt>(0)
  }

  private static let shared = TaskCalls(capacity: 4_096)

  // Never freed: there is one table, for ever.
  private let cells: UnsafeMutablePointer<Cell>
  private let mask: Int

  private init(capacity: Int) {
    mask = capacity - 1
    unsafe cells = .allocateApart(capacity: capacity)
    for index in 0..<capacity { unsafe (cells + index).initialize(to: Cell()) }
  }

  /// Notes that the current task is inside a call of a chain; nil where it is noted already, or cannot be.
  @usableFromInline
  static func enter(_ chain: Chain) -> Int? {
    guard let task = currentTask else { return nil }
    return shared.enter(task, ChainReference.bits(of: chain))
  }

  /// Notes that the call is over that entered at a place.
  @usableFromInline
  static func leave(_ place: Int?) {
    if let place { shared.leave(place) }
  }

  /// Whether the current task is inside a call of a chain that may run an advice.
  static func currentTaskKeeps(_ token: AspectToken) -> Bool {
    guard let task = currentTask else { return false }
    return shared.places(of: task).contains { place in
      let cell = unsafe shared.cells + place
      guard unsafe cell.pointee.task.load(ordering: .acquiring) == task else { return false }
      // The call is the task's own and goes on, so its chain is alive.
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

  /// The cells that the calls of a task may use.
  private func places(of task: Int) -> some Sequence<Int> {
    (0..<16).lazy.map { [mask] in (task &+ $0) & mask }
  }

  /// A number that no other task has at the same time; nil outside any task.
  private static var currentTask: Int? {
    let number = unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    return number == 0 ? 1 : number
  }
}

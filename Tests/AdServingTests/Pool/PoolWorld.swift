import AdServing
import TestSupport

/// A source whose answers a test gives, and which notes what it is asked.
final class ScriptedSource: Sendable {
  private typealias Waiting = (request: AdRequest, continuation: CheckedContinuation<[Ad<Int>], any Error>)

  struct Failure: Error {}

  private let waiting = Shared<[Waiting]>([])
  private let heedsCancellation: Bool

  init(heedsCancellation: Bool = true) { self.heedsCancellation = heedsCancellation }

  /// The requests that wait for an answer, in order of their numbers.
  var requests: [AdRequest] { waiting.change { $0.map(\.request) }.sorted { $0.number < $1.number } }

  func fetch(_ request: AdRequest) async throws -> [Ad<Int>] {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = waiting.change { waiting in
          if heedsCancellation, Task.isCancelled { return true }
          waiting.append((request, continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      if heedsCancellation { finish(request)?.resume(throwing: CancellationError()) }
    }
  }

  func answer(_ request: AdRequest, with ads: [Ad<Int>]?) {
    finish(request)?.resume(with: ads.map { .success($0) } ?? .failure(Failure()))
  }

  private func finish(_ request: AdRequest) -> CheckedContinuation<[Ad<Int>], any Error>? {
    waiting.change { waiting in
      waiting.firstIndex { $0.request == request }.map { waiting.remove(at: $0).continuation }
    }
  }
}

/// A pool with its clock, its source and its callers, all of whose tasks run one at a time in an order drawn by chance.
final class PoolWorld {
  let clock = ManualClock()
  let executor = ManualExecutor()
  let source: ScriptedSource
  let pool: AdPool<Int>
  let events = Shared<[AdQueueEvent]>([])
  let hasEnded = Shared(false)
  /// What callers have got, by their numbers; those that wait have none.
  let taken = Shared<[Int: [Ad<Int>]]>([:])
  private var run: Task<Void, Never>?
  private var random: SeededGenerator
  private var callers: [Int: Task<Void, Never>] = [:]

  init(
    _ policy: AdQueuePolicy, seed: UInt64 = 1, cancelsOverdueRequests: Bool = true, heedsCancellation: Bool = true,
    startingAt start: Duration = .zero
  ) throws {
    let (source, events) = (ScriptedSource(heedsCancellation: heedsCancellation), events)
    self.source = source
    random = SeededGenerator(seed: seed)
    pool = try AdPool(
      tenant: "t", policy: policy, seed: seed, clock: clock, startingAt: start,
      cancelsOverdueRequests: cancelsOverdueRequests, log: { event in events.change { $0.append(event) } }
    ) { try await source.fetch($0) }
  }

  /// Ends the pool and its callers: a task that waited for ever would never be freed.
  deinit {
    for caller in callers.values { caller.cancel() }
    cancelRun()
    for request in source.requests { answer(request, with: nil) }
  }

  /// Runs all tasks until each waits for something.
  func settle() { executor.runAll(using: &random) }

  func start() {
    run = Task(executorPreference: executor) { [pool, hasEnded] in
      await pool.run()
      hasEnded.change { $0 = true }
    }
    settle()
  }

  /// Cancels the task in which the pool runs.
  func cancelRun() {
    run?.cancel()
    settle()
  }

  func advance(by milliseconds: Int) {
    for _ in 0..<milliseconds {
      clock.advance(by: .milliseconds(1))
      settle()
    }
  }

  func answer(_ request: AdRequest, with ads: [Ad<Int>]?) {
    source.answer(request, with: ads)
    settle()
  }

  /// Does something with the pool, which must not wait.
  @discardableResult
  func with<Result: Sendable>(_ body: @escaping @Sendable (AdPool<Int>) async -> Result) -> Result {
    let shared = Shared<Result?>(nil)
    Task(executorPreference: executor) { [pool] in
      let result = await body(pool)
      shared.change { $0 = result }
    }
    settle()
    guard let result = shared.value else { preconditionFailure("The pool waits") }
    return result
  }

  /// Has a caller take ads, which may wait.
  func take(_ caller: Int = 0, _ body: @escaping @Sendable (AdPool<Int>) async -> [Ad<Int>]) {
    callers[caller] = Task(executorPreference: executor) { [pool, taken] in
      let ads = await body(pool)
      taken.change { $0[caller] = ads }
    }
    settle()
  }

  func cancel(_ caller: Int) {
    callers[caller]?.cancel()
    settle()
  }

  var counters: ServingCounters { with { await $0.counters } }
  var stock: [Ad<Int>] { with { await $0.stock } }
}

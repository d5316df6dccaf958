/// A clock that measures time as durations since an origin, as queues do, and that can be corrected.
struct PoolClock: Sendable {
  /// The longest sleep; clocks of the platform cannot sleep for ages.
  static let longestSleep = Duration.seconds(86_400)

  /// Returns the time since the clock was made, which corrections do not change.
  let elapsed: @Sendable () -> Duration
  /// Sleeps until a time since the clock was made, or for ``longestSleep``; throws if the task is cancelled.
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void
  /// The time that the clock showed when it was made, as last corrected.
  private(set) var start: Duration

  /// Makes a clock that shows `start` now.
  init(_ clock: some Clock<Duration>, startingAt start: Duration) {
    let first = clock.now
    let elapsed = { @Sendable in first.duration(to: clock.now) }
    self.elapsed = elapsed
    self.start = start
    sleep = { deadline in
      let time = min(deadline, elapsed() + Self.longestSleep)
      try await clock.sleep(until: first.advanced(by: time), tolerance: nil)
    }
  }

  /// The time.
  var now: Duration { start + elapsed() }

  /// Has the clock show a time; returns how much later it is than what it showed.
  mutating func correct(to now: Duration) -> Duration {
    let change = now - self.now
    start += change
    return change
  }
}

/// A switch with which one task cancels an operation of another task.
struct CancellationSwitch: Sendable {
  private let cancellations: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() { (cancellations, continuation) = AsyncStream.makeStream() }

  /// Cancels the operation, now or as soon as it begins.
  func cancel() { continuation.finish() }

  /// Runs an operation as a child task; returns its result, also if it is cancelled.
  func run<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) async -> Result {
    await withTaskGroup(of: Result?.self) { group in
      group.addTask { await operation() }
      group.addTask {
        for await _ in cancellations {}
        return nil
      }
      var result: Result?
      while let next = await group.next() {
        result = next ?? result
        group.cancelAll()
      }
      guard let result else { preconditionFailure("An operation has no result") }
      return result
    }
  }
}

/// A clock that stands still until a test advances it; it begins at zero.
public final class ManualClock: Clock {
  /// A time of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock's beginning.
    public var offset: Duration

    /// Adds a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether an instant is earlier than another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper: Sendable {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var nextNumber = 0
  }

  private let state = Shared(State())

  /// Makes a clock.
  public init() {}

  /// The time.
  public var now: Instant { state.change { $0.now } }
  /// The clock has no resolution.
  public var minimumResolution: Duration { .zero }
  /// The number of tasks that sleep.
  public var sleeperCount: Int { state.change { $0.sleepers.count } }

  /// Advances the time, and wakes who slept until then, in order of their deadlines.
  public func advance(by duration: Duration) {
    let awake = state.change { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let awake = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= now }
      return awake
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Sleeps until the clock has been advanced to a time; throws if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.change { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.change { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.change { state in
        state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

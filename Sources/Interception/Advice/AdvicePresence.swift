private import Synchronization

/// Exists as long as an advice stands in the books, or in a chain that a call may be inside.
///
/// The books hold it with the advice, each chain with its layers, tokens only look whether it is still there.
final class AdvicePresence: Sendable {
  private let departures = VisibleMutex<[Departure]>([])

  /// Keeps something until the advice has gone, so that its end tells of it.
  func keep(_ departure: Departure) {
    departures.withLock { $0.append(departure) }
  }
}

/// Resumes a task when it is let go of by everything that it was given to.
final class Departure: Sendable {
  private let task: CheckedContinuation<Void, Never>

  init(_ task: CheckedContinuation<Void, Never>) {
    self.task = task
  }

  deinit { task.resume() }
}

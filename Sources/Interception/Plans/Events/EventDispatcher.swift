/// Where the handlers of events run: in the call itself, on an executor, or wherever a closure puts them.
///
/// ```swift
/// registry.register("impression", on: .queued()) { event in upload(event) }
/// registry.register("impression", on: EventDispatcher { work in queue.async(execute: work) }) { event in … }
/// ```
public struct EventDispatcher: Sendable {
  /// Something to run, once.
  public typealias Work = @Sendable () -> Void

  private let schedule: @Sendable (_ work: @escaping Work) -> Void

  /// Makes a dispatcher of a closure that runs what it is given: sooner or later, and in order if events are to be in order.
  public init(_ schedule: @escaping @Sendable (_ work: @escaping Work) -> Void) {
    self.schedule = schedule
  }

  /// Handlers run at once, within the call that the event is about.
  public static let immediate = EventDispatcher { work in work() }

  /// Handlers run one after the other in a task, in the order of the events; the calls do not wait for them.
  ///
  /// - Parameter executor: where the task runs; nil for where tasks run by default.
  public static func queued(on executor: (any TaskExecutor)? = nil) -> EventDispatcher {
    let queue = EventQueue(on: executor)
    return EventDispatcher { work in queue.append(work) }
  }

  /// Returns when the handlers of all events before have run, given that the dispatcher keeps their order.
  public func drain() async {
    await withCheckedContinuation { continuation in
      schedule { continuation.resume() }
    }
  }

  /// Has work run as handlers do: at once, or in the queue.
  public func dispatch(_ work: @escaping Work) {
    schedule(work)
  }
}

/// A task that runs what is appended, in order; it ends when its last owner lets go of the queue, and has run everything then.
private final class EventQueue: Sendable {
  private let continuation: AsyncStream<EventDispatcher.Work>.Continuation

  init(on executor: (any TaskExecutor)?) {
    let (stream, continuation) = AsyncStream.makeStream(of: EventDispatcher.Work.self)
    self.continuation = continuation
    Task(executorPreference: executor) {
      for await work in stream { work() }
    }
  }

  deinit { continuation.finish() }

  func append(_ work: @escaping EventDispatcher.Work) {
    continuation.yield(work)
  }
}

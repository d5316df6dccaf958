import Synchronization

/// The advice `trace`: reports the start and end of each call, and its calling call.
final class Tracer: Sendable {
  /// A running call.
  private struct Frame {
    let call: UInt64
    let depth: Int
  }

  /// The innermost running call of this thread or task, for each tracer; child tasks inherit their parent's.
  @TaskLocal private static var innermost: [ObjectIdentifier: Frame] = [:]

  private let stopwatch: Stopwatch
  private let dispatcher: EventDispatcher
  private let handler: @Sendable (TraceEvent) -> Void
  private let lastCall = Atomic<UInt64>(0)

  init(_ stopwatch: Stopwatch, on dispatcher: EventDispatcher, _ handler: @escaping @Sendable (TraceEvent) -> Void) {
    self.stopwatch = stopwatch
    self.dispatcher = dispatcher
    self.handler = handler
  }

  func advice(_ hook: PlannedHook) -> BoxedAdvice {
    let source = EventSource(hook)
    return BoxedAdvice { info in
      let call = self.enter(info, source)
      let outcome = Result { try Tracer.$innermost.withValue(self.frames(within: call)) { try info.proceed() } }
      self.leave(call, info, source, outcome)
      return try outcome.get()
    } awaiting: { info in
      let call = self.enter(info, source)
      let outcome: Result<Any, any Error>
      do {
        outcome = .success(
          try await Tracer.$innermost.withValue(self.frames(within: call)) { try await info.proceed() })
      } catch {
        outcome = .failure(error)
      }
      self.leave(call, info, source, outcome)
      return try outcome.get()
    }
  }

  /// A call between its start and end.
  private struct Call {
    let number: UInt64
    let caller: Frame?
    let start: Duration

    var depth: Int { caller.map { $0.depth + 1 } ?? 0 }
  }

  private func enter(_ info: AspectInfo, _ source: EventSource) -> Call {
    let number = lastCall.add(1, ordering: .relaxed).newValue
    let caller = Tracer.innermost[ObjectIdentifier(self)]
    let call = Call(number: number, caller: caller, start: stopwatch.now())
    tell(call, source.event(info, outcome: nil), duration: nil)
    return call
  }

  private func leave(_ call: Call, _ info: AspectInfo, _ source: EventSource, _ outcome: Result<Any, any Error>) {
    let duration = stopwatch.now() - call.start
    tell(call, source.event(info, outcome: WovenEvent.Outcome(outcome)), duration: duration)
  }

  private func tell(_ call: Call, _ event: WovenEvent, duration: Duration?) {
    let traced = TraceEvent(
      call: call.number, caller: call.caller?.call, depth: call.depth, event: event, duration: duration)
    dispatcher.dispatch(traced, to: handler)
  }

  private func frames(within call: Call) -> [ObjectIdentifier: Frame] {
    var frames = Tracer.innermost
    frames[ObjectIdentifier(self)] = Frame(call: call.number, depth: call.depth)
    return frames
  }
}

extension WovenEvent.Outcome {
  fileprivate init(_ outcome: Result<Any, any Error>) {
    switch outcome {
    case .success(let result): self = .returned(CallText.of(result))
    case .failure(let error): self = .threw(CallText.of(error))
    }
  }
}

/// The start or end of a traced call, as a text snapshot that any thread may store.
public struct TraceEvent: Sendable, Hashable {
  /// The call's number in the trace, the same in both of its events.
  public let call: UInt64
  /// The number of the enclosing traced call; nil if there is none.
  public let caller: UInt64?
  /// The number of enclosing traced calls in the same thread or task.
  public let depth: Int
  /// The call; at its end, with its outcome.
  public let event: WovenEvent
  /// The call's duration; nil at its start.
  public let duration: Duration?

  /// Whether this is the call's end, not its start.
  public var isLeft: Bool { duration != nil }
}

extension TraceEvent: CustomStringConvertible {
  /// A line with the call at its start or its outcome at its end, indented by two spaces for each enclosing call.
  public var description: String {
    let margin = String(repeating: "  ", count: depth)
    guard let duration, let outcome = event.outcome else { return "\(margin)\(event)" }
    return "\(margin)\(outcome.arrow) in \(duration.words)"
  }
}

extension WovenEvent.Outcome {
  fileprivate var arrow: String {
    switch self {
    case .returned(let result): "-> \(result)"
    case .threw(let error): "threw \(error)"
    }
  }
}

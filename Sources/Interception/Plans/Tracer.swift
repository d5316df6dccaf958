import Synchronization

/// The advice `trace`: reports the start and end of each call, and its calling call.
final class Tracer: Sendable {
  /// A running call.
  private struct Call {
    let number: UInt64
    let caller: UInt64?
    let depth: Int
    let start: Duration
  }

  /// The innermost running call of this thread or task, for each tracer; child tasks inherit their parent's.
  @TaskLocal private static var innermost: [ObjectIdentifier: Call] = [:]

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
      do {
        let result = try Tracer.$innermost.withValue(self.calls(with: call)) { try info.proceed() }
        self.leave(call, info, source, .returned(CallText.of(result)))
        return result
      } catch {
        self.leave(call, info, source, .threw(CallText.of(error)))
        throw error
      }
    } awaiting: { info in
      let call = self.enter(info, source)
      do {
        let result = try await Tracer.$innermost.withValue(self.calls(with: call)) { try await info.proceed() }
        self.leave(call, info, source, .returned(CallText.of(result)))
        return result
      } catch {
        self.leave(call, info, source, .threw(CallText.of(error)))
        throw error
      }
    }
  }

  private func calls(with call: Call) -> [ObjectIdentifier: Call] {
    Tracer.innermost.merging([ObjectIdentifier(self): call]) { $1 }
  }

  private func enter(_ info: AspectInfo, _ source: EventSource) -> Call {
    let number = lastCall.add(1, ordering: .relaxed).newValue
    let caller = Tracer.innermost[ObjectIdentifier(self)]
    let call = Call(
      number: number, caller: caller?.number, depth: caller.map { $0.depth + 1 } ?? 0, start: stopwatch.now())
    tell(call, source.event(info, outcome: nil), duration: nil)
    return call
  }

  private func leave(
    _ call: Call, _ info: AspectInfo, _ source: EventSource, _ outcome: @autoclosure () -> WovenEvent.Outcome
  ) {
    let duration = stopwatch.now() - call.start
    tell(call, source.event(info, outcome: outcome()), duration: duration)
  }

  private func tell(_ call: Call, _ event: WovenEvent, duration: Duration?) {
    let traced = TraceEvent(
      call: call.number, caller: call.caller, depth: call.depth, event: event, duration: duration)
    dispatcher.dispatch(traced, to: handler)
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
    if case .returned = outcome { return "\(margin)-> \(outcome) in \(duration.words)" }
    return "\(margin)\(outcome) in \(duration.words)"
  }
}

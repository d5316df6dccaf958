import Synchronization

/// The advice `trace`: tells of each call as it is entered and as it is left, and in which other call it was made.
final class Tracer: Sendable {
  /// A call that is under way.
  private struct Frame {
    let call: UInt64
    let depth: Int
  }

  /// The innermost call that is under way in this thread or task, for each tracer; child tasks begin with that of their parent.
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
    BoxedAdvice { info in
      let call = self.enter(info, hook)
      let outcome = Result { try Tracer.$innermost.withValue(self.frames(within: call)) { try info.proceed() } }
      self.leave(call, info, hook, outcome)
      _ = try outcome.get()
      return nil
    } awaiting: { info in
      let call = self.enter(info, hook)
      let outcome: Result<Any, any Error>
      do {
        outcome = .success(
          try await Tracer.$innermost.withValue(self.frames(within: call)) { try await info.proceed() })
      } catch {
        outcome = .failure(error)
      }
      self.leave(call, info, hook, outcome)
      _ = try outcome.get()
      return nil
    }
  }

  /// A call between entering and leaving.
  private struct Call {
    let number: UInt64
    let caller: Frame?
    let start: Duration

    var depth: Int { caller.map { $0.depth + 1 } ?? 0 }
  }

  private func enter(_ info: AspectInfo, _ hook: PlannedHook) -> Call {
    let number = lastCall.add(1, ordering: .relaxed).newValue
    let caller = Tracer.innermost[ObjectIdentifier(self)]
    let call = Call(number: number, caller: caller, start: stopwatch.now())
    tell(call, WovenEvent(info, hook, outcome: nil), duration: nil)
    return call
  }

  private func leave(_ call: Call, _ info: AspectInfo, _ hook: PlannedHook, _ outcome: Result<Any, any Error>) {
    let duration = stopwatch.now() - call.start
    tell(call, WovenEvent(info, hook, outcome: WovenEvent.Outcome(outcome)), duration: duration)
  }

  private func tell(_ call: Call, _ event: WovenEvent, duration: Duration?) {
    let traced = TraceEvent(
      call: call.number, caller: call.caller?.call, depth: call.depth, event: event, duration: duration)
    dispatcher.dispatch { [handler] in handler(traced) }
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

/// A call that is entered or left, as a trace shows it: snapshots in words, which any thread may keep.
public struct TraceEvent: Sendable, Hashable {
  /// Tells the calls of one trace apart; both events of a call bear it.
  public let call: UInt64
  /// The call of the trace that this one was made in; nil where there is none.
  public let caller: UInt64?
  /// How many calls of the trace, of the same thread or task, this one was made in.
  public let depth: Int
  /// The call, with its outcome when it is left.
  public let event: WovenEvent
  /// How long it took; nil while it is entered only.
  public let duration: Duration?

  /// Whether the call ends here; else it begins.
  public var isLeft: Bool { duration != nil }
}

extension TraceEvent: CustomStringConvertible {
  /// A line, two spaces in for every call around it: the call as it is entered, its outcome as it is left.
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

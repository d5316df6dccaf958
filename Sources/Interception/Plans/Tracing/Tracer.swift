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

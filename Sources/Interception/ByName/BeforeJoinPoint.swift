/// Advice by name ahead of calls whose types are known; a call has arguments here, and nothing else.
@safe
final class BeforeJoinPoint<Receiver: InterceptableObject, Arguments, Failure: Error>: JoinPoint, @unchecked Sendable {
  /// Runs advice that does not throw.
  func run(_ call: inout BeforeCall<Receiver, Arguments>) {
    do {
      try runThrowing(&call)
    } catch {
      kind.report(error)
    }
  }

  /// Runs advice that may throw what the message may.
  func runOrThrow(_ call: inout BeforeCall<Receiver, Arguments>) throws(Failure) {
    do {
      try runThrowing(&call)
    } catch {
      if let own = kind.own(error, as: Failure.self) { throw own }
    }
  }

  private func runThrowing(_ call: inout BeforeCall<Receiver, Arguments>) throws {
    let target = unsafe call.target.upcast
    // The arguments stay where they are until the advice has run.
    _ = unsafe try withUnsafeMutablePointer(to: &call.arguments) { arguments in
      try unsafe runAdvice(target, arguments: UnsafeMutableRawPointer(arguments))
    }
  }
}

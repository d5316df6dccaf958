/// Advice by name behind calls whose types are known; a call's frame is its outcome.
@safe
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// Runs advice; an error that the message may throw takes the place of the outcome.
  func run(_ call: inout Call) {
    guard isMeant(call) else { return }
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    do {
      // Both stay where they are until the advice has run.
      _ = unsafe try withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe try withUnsafeMutablePointer(to: &call.outcome) { outcome in
          try unsafe runAdvice(
            target, arguments: UnsafeMutableRawPointer(arguments), frame: UnsafeMutableRawPointer(outcome))
        }
      }
    } catch {
      if let own = kind.own(error, as: Failure.self) { call.outcome = .failure(own) }
    }
  }

  private func isMeant(_ call: borrowing Call) -> Bool {
    switch (position, call.outcome) {
    case (.afterReturning, .failure), (.afterThrowing, .success): false
    default: true
    }
  }

  override var argumentsMayChange: Bool { false }

  override func result(in frame: UnsafeMutableRawPointer) -> Any? {
    try? unsafe outcome(in: frame).pointee.get()
  }

  override func error(in frame: UnsafeMutableRawPointer) -> (any Error)? {
    guard case .failure(let error) = unsafe outcome(in: frame).pointee else { return nil }
    return error
  }

  override func setResult(_ value: Any, in frame: UnsafeMutableRawPointer) throws(AspectError) {
    unsafe outcome(in: frame).pointee = .success(try kind.result(value))
  }

  @unsafe
  private func outcome(in frame: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Outcome> {
    unsafe frame.assumingMemoryBound(to: Outcome.self)
  }
}

/// Advice by name behind calls whose types are known; a call's frame is its outcome.
@safe
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// Runs advice; an error that the message may throw takes the place of the outcome.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    guard call.ends(as: position) else { return }
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    do {
      // Both stay where they are until the advice has run.
      unsafe try withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe try withUnsafeMutablePointer(to: &call.outcome) { outcome in
          try unsafe show(
            target, arguments: UnsafeMutableRawPointer(arguments), frame: UnsafeMutableRawPointer(outcome), to: advice)
        }
      }
    } catch {
      if let own = kind.own(error, as: Failure.self) { call.outcome = .failure(own) }
    }
  }

  /// Runs advice that suspends; an error that the message may throw takes the place of the outcome.
  nonisolated(nonsending) func run(_ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer) async {
    guard call.ends(as: position) else { return }
    let arguments = CallMemory(call.arguments), outcome = CallMemory(call.outcome)
    let receiver = call.receiver
    do {
      _ = try await unsafe show(receiver, arguments: arguments.address, frame: outcome.address, to: advice)
      call.outcome = outcome.value
    } catch {
      let own = kind.own(error, as: Failure.self)
      call.outcome = own.map { .failure($0) } ?? outcome.value
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

/// Advice by name ahead of calls whose types are known; a call has arguments here, and nothing else.
@safe
final class BeforeJoinPoint<Receiver: InterceptableObject, Arguments, Failure: Error>: JoinPoint, @unchecked Sendable {
  /// Where a call keeps its arguments: behind its receiver, at the first place that suits them.
  ///
  /// Asking the call itself would have the runtime look for the type of the call each time, which costs more than all else.
  private let argumentsOffset = {
    let alignment = MemoryLayout<Arguments>.alignment
    return (MemoryLayout<Int>.size + alignment - 1) / alignment * alignment
  }()

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
    unsafe try runAdvice(on: &call)
  }

  /// Runs advice on a call, which stays where it is until then.
  @unsafe
  private func runAdvice(on call: UnsafeMutablePointer<BeforeCall<Receiver, Arguments>>) throws {
    let call = UnsafeMutableRawPointer(call)
    let target = unsafe call.load(as: Unmanaged<InterceptableObject>.self)
    unsafe try show(target, arguments: call + argumentsOffset, to: advice.run)
  }
}

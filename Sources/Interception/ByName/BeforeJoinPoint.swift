/// Advice by name ahead of calls whose types are known; a call has arguments here, and nothing else.
@safe
final class BeforeJoinPoint<Receiver: InterceptableObject, Arguments, Failure: Error>: JoinPoint, @unchecked Sendable {
  typealias Call = BeforeCall<Receiver, Arguments>

  /// Where a call keeps its arguments: behind its receiver, at the first place that suits them.
  ///
  /// Asking the call itself would have the runtime look for the type of the call each time, which costs more than all else.
  private let argumentsOffset = {
    let alignment = MemoryLayout<Arguments>.alignment
    return (MemoryLayout<Int>.size + alignment - 1) / alignment * alignment
  }()

  /// Runs advice that does not throw.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    do {
      unsafe try show(&call, to: advice)
    } catch {
      kind.report(error)
    }
  }

  /// Runs advice that may throw what the message may.
  func runOrThrow(_ call: inout Call, _ advice: ErasedAdvice.Run) throws(Failure) {
    do {
      unsafe try show(&call, to: advice)
    } catch {
      if let own = kind.own(error, as: Failure.self) { throw own }
    }
  }

  /// Runs advice that suspends, and may throw what the message may.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer
  ) async throws(Failure) {
    let arguments = CallMemory(call.arguments)
    let receiver = call.receiver
    do {
      _ = try await unsafe show(receiver, arguments: arguments.address, to: advice)
      call.arguments = arguments.value
    } catch {
      call.arguments = arguments.value
      if let own = kind.own(error, as: Failure.self) { throw own }
    }
  }

  /// Runs advice on a call, which stays where it is until then.
  @unsafe
  private func show(_ call: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.Run) throws {
    assert(unsafe argumentsOffset == offsetOfArguments(in: call))
    let call = UnsafeMutableRawPointer(call)
    let target = unsafe call.load(as: Unmanaged<InterceptableObject>.self)
    unsafe try show(target, arguments: call + argumentsOffset, to: advice)
  }

  @unsafe
  private func offsetOfArguments(in call: UnsafeMutablePointer<Call>) -> Int {
    unsafe withUnsafeMutablePointer(to: &call.pointee.arguments) { arguments in
      unsafe UnsafeMutableRawPointer(arguments) - UnsafeMutableRawPointer(call)
    }
  }
}

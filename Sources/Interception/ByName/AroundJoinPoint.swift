/// A join point of type-erased around or instead advice in synchronous calls; the frame is a ``Frame``.
///
/// If the advice returns nil, or a value that doesn't fit the message, which is reported, the call's outcome is that of
/// the latest proceed. If the advice hasn't proceeded, around advice proceeds then, and instead advice doesn't.
@safe
final class AroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AroundCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// A call and the outcome of the latest proceed.
  @unsafe
  struct Frame {
    let call: UnsafeMutablePointer<Call>
    var latest: Outcome?
  }

  /// Runs advice that returns a result.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Answer) throws(Failure) -> Result {
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    // All three addresses are valid until the advice has returned.
    let outcome = unsafe withUnsafeMutablePointer(to: &call) { call -> Outcome in
      var frame = unsafe Frame(call: call, latest: nil)
      return unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe withUnsafeMutablePointer(to: &frame) { frame -> Outcome in
          let answer: Answer<Result, Failure> = answer {
            unsafe try show(
              target, arguments: UnsafeMutableRawPointer(arguments), frame: UnsafeMutableRawPointer(frame), to: advice)
          }
          switch answer {
          case .outcome(let outcome): return outcome
          case .nothing(let fault):
            if let latest = unsafe frame.pointee.latest { return latest }
            return position == .instead ? outcomeInPlace(after: fault) : unsafe proceed(call, arguments.pointee)
          }
        }
      }
    }
    return try outcome.get()
  }

  override func proceed(_ arguments: UnsafeMutableRawPointer, in frame: UnsafeMutableRawPointer) throws -> Any {
    unsafe try proceed(arguments.assumingMemoryBound(to: Arguments.self).pointee, frame)
  }

  override func proceed(with arguments: [Any], in frame: UnsafeMutableRawPointer) throws -> Any {
    unsafe try proceed(kind.make(arguments, as: Arguments.self), frame)
  }

  @unsafe
  private func proceed(_ arguments: Arguments, _ frame: UnsafeMutableRawPointer) throws -> Any {
    let frame = unsafe frame.assumingMemoryBound(to: Frame.self)
    let outcome = unsafe proceed(frame.pointee.call, arguments)
    unsafe frame.pointee.latest = outcome
    return try outcome.get()
  }

  @unsafe
  private func proceed(_ call: UnsafeMutablePointer<Call>, _ arguments: Arguments) -> Outcome {
    do throws(Failure) {
      return .success(unsafe try call.pointee.proceed(arguments))
    } catch {
      return .failure(error)
    }
  }
}

/// A join point of type-erased around or instead advice in asynchronous calls; the frame is a ``Frame``.
///
/// Results that don't fit are handled as in ``AroundJoinPoint``.
@safe
final class AsyncAroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AsyncAroundCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// The closure that continues a call, and the outcome of the latest proceed.
  final class Frame {
    let proceed: Call.Proceeding
    var latest: Outcome?

    init(_ proceed: @escaping Call.Proceeding) {
      self.proceed = proceed
    }
  }

  /// Runs advice that returns a result.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer
  ) async throws(Failure) -> Result {
    let frame = Frame(call.proceeding)
    let arguments = CallMemory(call.arguments)
    let shown: Swift.Result<Any?, any Error>
    do {
      // The frame lives until this function returns.
      let address = unsafe Unmanaged.passUnretained(frame).toOpaque()
      shown = .success(try await unsafe show(call.receiver, arguments: arguments.address, frame: address, to: advice))
    } catch {
      shown = .failure(error)
    }
    let answer: Answer<Result, Failure> = answer { try shown.get() }
    switch answer {
    case .outcome(let outcome): return try outcome.get()
    case .nothing(let fault):
      if let latest = frame.latest { return try latest.get() }
      if position == .instead { return try (outcomeInPlace(after: fault) as Outcome).get() }
      return try await frame.proceed(arguments.value)
    }
  }

  override nonisolated(nonsending) func proceed(
    _ arguments: UnsafeMutableRawPointer, in frame: UnsafeMutableRawPointer
  ) async throws -> Any {
    try await proceed(unsafe arguments.assumingMemoryBound(to: Arguments.self).pointee, unsafe self.frame(at: frame))
  }

  override nonisolated(nonsending) func proceed(
    with arguments: [Any], in frame: UnsafeMutableRawPointer
  ) async throws -> Any {
    try await proceed(kind.make(arguments, as: Arguments.self), unsafe self.frame(at: frame))
  }

  private nonisolated(nonsending) func proceed(_ arguments: Arguments, _ frame: Frame) async throws -> Any {
    do throws(Failure) {
      let result = try await frame.proceed(arguments)
      frame.latest = .success(result)
      return result
    } catch {
      frame.latest = .failure(error)
      throw error
    }
  }

  @unsafe
  private func frame(at address: UnsafeMutableRawPointer) -> Frame {
    unsafe Unmanaged<Frame>.fromOpaque(address).takeUnretainedValue()
  }
}

extension AsyncAroundCall {
  typealias Proceeding = nonisolated(nonsending) (Arguments) async throws(Failure) -> Result

  /// A closure that continues the call and can be stored, unlike the call itself, which is valid only while the advice
  /// runs.
  fileprivate var proceeding: Proceeding {
    { [receiver, layer, next, original] arguments async throws(Failure) in
      guard let next else { return try await layer.implement(receiver, arguments, original) }
      return try await layer.proceed(from: next, receiver, arguments, original)
    }
  }
}

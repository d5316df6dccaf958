/// A join point of type-erased around or instead advice in synchronous calls; the frame is a ``Frame``.
///
/// If the advice returns nil, or a value that doesn't fit the message, which is reported, the call's outcome is that of
/// the latest proceed. If the advice hasn't proceeded, around advice proceeds then, and instead advice doesn't.
final class AroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AroundCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// A lent call and the outcome of the latest proceed.
  struct Frame {
    let call: Loan
    var latest: Outcome?
  }

  /// Runs advice that returns a result.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Answer) throws(Failure) -> Result {
    let target = call.target.upcast
    var arguments = call.arguments
    let outcome = Loan.lending(&call) { call -> Outcome in
      var frame = Frame(call: call, latest: nil)
      return Loan.lending(&arguments) { arguments in
        Loan.lending(&frame) { frame -> Outcome in
          let answer: Answer<Result, Failure> = answer {
            try show(target, arguments: arguments, frame: frame, to: advice)
          }
          switch answer {
          case .outcome(let outcome): return outcome
          case .nothing(let fault):
            if let latest = frame[Frame.self].latest { return latest }
            return position == .instead
              ? outcomeInPlace(after: fault) : proceed(call, arguments[Arguments.self])
          }
        }
      }
    }
    return try outcome.get()
  }

  override func proceed(_ arguments: Loan, in frame: Loan) throws -> Any {
    try proceed(arguments[Arguments.self], in: frame)
  }

  override func proceed(with arguments: [Any], in frame: Loan) throws -> Any {
    try proceed(kind.make(arguments, as: Arguments.self), in: frame)
  }

  private func proceed(_ arguments: Arguments, in frame: Loan) throws -> Any {
    let outcome = proceed(frame[Frame.self].call, arguments)
    frame[Frame.self].latest = outcome
    return try outcome.get()
  }

  private func proceed(_ call: Loan, _ arguments: Arguments) -> Outcome {
    do throws(Failure) {
      return .success(try call[Call.self].proceed(arguments))
    } catch {
      return .failure(error)
    }
  }
}

/// A join point of type-erased around or instead advice in asynchronous calls; the frame is a ``Frame``.
///
/// Results that don't fit are handled as in ``AroundJoinPoint``.
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
      shown = .success(
        try await show(call.receiver, arguments: arguments.loan, frame: Loan(unowned: frame), to: advice))
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
    _ arguments: Loan, in frame: Loan
  ) async throws -> Any {
    try await proceed(arguments[Arguments.self], frame.object(Frame.self))
  }

  override nonisolated(nonsending) func proceed(
    with arguments: [Any], in frame: Loan
  ) async throws -> Any {
    try await proceed(kind.make(arguments, as: Arguments.self), frame.object(Frame.self))
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
}

extension AsyncAroundCall {
  typealias Proceeding = nonisolated(nonsending) (Arguments) async throws(Failure) -> Result

  /// A closure that continues the call and can be stored, unlike the call itself, which is valid only while the advice
  /// runs.
  fileprivate var proceeding: Proceeding {
    { [frame, level, inner] arguments async throws(Failure) in try await frame.proceed(level, inner, arguments) }
  }
}

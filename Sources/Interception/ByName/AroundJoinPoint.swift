/// What a join point of around or instead advice knows of a call.
///
/// If the advice returns nil, or a value or error that doesn't fit the message, which is reported, the call's outcome is
/// that of the latest proceed. If the advice hasn't proceeded, around advice proceeds then, and instead advice doesn't.
struct AroundFrame {
  let call: Loan
  /// The outcome of the latest proceed: one of them; neither if there was none.
  private(set) var result: Any?
  private(set) var error: (any Error)?

  init(call: Loan) { self.call = call }

  mutating func succeed(_ result: Any) { (self.result, error) = (.some(result), nil) }

  mutating func fail(_ error: any Error) { (result, self.error) = (nil, error) }
}

/// A join point of type-erased around or instead advice in synchronous calls; the frame is an ``AroundFrame``.
final class AroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AroundCall<Receiver, Arguments, Result, Failure>

  /// Runs advice that returns a result.
  func run(_ call: inout Call, _ advice: BoxedAdvice.Answer) throws(Failure) -> Result {
    do {
      if let result = try unsafe answer(&call, advice) { return MessageKind.unbox(result) }
    } catch {
      throw MessageKind.unbox(error)
    }
    return try proceed(call, call.arguments)
  }

  /// Runs advice on a call, whose address must be valid until this returns; returns nil if the call is to proceed.
  @unsafe
  private func answer(_ address: UnsafeMutablePointer<Call>, _ advice: BoxedAdvice.Answer) throws -> Any? {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    // The first property of a call is the address of its frame, and that of the frame is the receiver.
    let target = call[Loan.self][Unretained<InterceptableObject>.self]
    return try answer(
      CallPlace(target: target, arguments: call.part(at: argumentsOffset)), AroundFrame(call: call), advice)
  }

  /// Proceeds with a call.
  ///
  /// It isn't inlined, since a function looks up the types of all its branches first.
  @inline(never)
  private func proceed(_ call: borrowing Call, _ arguments: Arguments) throws(Failure) -> Result {
    try call.proceed(arguments)
  }

  override func proceed(_ lent: Loan, with arguments: [Any]?, in frame: Loan) throws -> Any {
    guard let arguments else { return try proceed(lent[Arguments.self], in: frame) }
    return try proceed(kind.make(arguments, as: Arguments.self), in: frame)
  }

  private func proceed(_ arguments: Arguments, in frame: Loan) throws -> Any {
    do throws(Failure) {
      let call = frame[AroundFrame.self].call
      let result: Any =
        call[Call.self].isInnermost
        ? try unsafe call[Call.self].frame.pointee.callOriginal(arguments) : try proceed(call[Call.self], arguments)
      frame[AroundFrame.self].succeed(result)
      return result
    } catch {
      frame[AroundFrame.self].fail(error)
      throw error
    }
  }
}

/// A join point of type-erased around or instead advice in asynchronous calls; the frame is an ``AroundFrame``.
final class AsyncAroundJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AsyncAroundCall<Receiver, Arguments, Result, Failure>

  /// Runs advice that returns a result.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping BoxedAdvice.AsyncAnswer
  ) async throws(Failure) -> Result {
    do {
      if let result = try await unsafe answer(&call, advice) { return MessageKind.unbox(result) }
    } catch {
      throw MessageKind.unbox(error)
    }
    return try await call.proceed()
  }

  /// Runs advice on a call, whose address must be valid until this returns; returns nil if the call is to proceed.
  @unsafe
  private nonisolated(nonsending) func answer(
    _ address: UnsafeMutablePointer<Call>, _ advice: BoxedAdvice.AsyncAnswer
  ) async throws -> Any? {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    var frame = AroundFrame(call: call)
    // The first property of a call is the address of its frame, and that of the frame is the receiver.
    let target = call[Loan.self][Unretained<InterceptableObject>.self]
    return try await unsafe answer(
      CallPlace(target: target, arguments: call.part(at: argumentsOffset)), &frame, advice)
  }

  override nonisolated(nonsending) func proceed(
    _ lent: Loan, with arguments: [Any]?, in frame: Loan
  ) async throws -> Any {
    guard let arguments else { return try await proceed(lent[Arguments.self], in: frame) }
    return try await proceed(kind.make(arguments, as: Arguments.self), in: frame)
  }

  private nonisolated(nonsending) func proceed(_ arguments: Arguments, in frame: Loan) async throws -> Any {
    do throws(Failure) {
      let result: Any = try await frame[AroundFrame.self].call[Call.self].proceed(arguments)
      frame[AroundFrame.self].succeed(result)
      return result
    } catch {
      frame[AroundFrame.self].fail(error)
      throw error
    }
  }
}

extension AroundCall {
  /// Whether only the original is left to run; inlined, since the call's type would be looked up for it.
  @inline(__always)
  fileprivate var isInnermost: Bool {
    unsafe level.pointee.inner == .original && inner >= level.pointee.arounds.count
  }
}

// MARK: - Answer

extension JoinPoint {
  /// Runs around or instead advice in a synchronous call.
  ///
  /// - Returns: a result that fits the message; nil if the call is to proceed.
  /// - Throws: an error that the message can throw.
  fileprivate final func answer(
    _ place: CallPlace, _ frame: consuming AroundFrame, _ advice: BoxedAdvice.Answer
  ) throws -> Any? {
    var frame = frame
    var place = place
    let answer: Any?
    do {
      answer = try Loan.lending(&frame) { lent in
        place.frame = lent
        return try show(place, to: advice)
      }
    } catch {
      return try result(of: frame, insteadOf: error)
    }
    return try result(of: frame, answer)
  }

  /// Runs around or instead advice in an asynchronous call, as in a synchronous one.
  @unsafe
  fileprivate final nonisolated(nonsending) func answer(
    _ place: CallPlace, _ frame: UnsafeMutablePointer<AroundFrame>, _ advice: BoxedAdvice.AsyncAnswer
  ) async throws -> Any? {
    var place = place
    place.frame = unsafe Loan(UnsafeMutableRawPointer(frame))
    let answer: Any?
    do {
      answer = try await show(place, to: advice)
    } catch {
      return try result(of: unsafe frame.pointee, insteadOf: error)
    }
    return try result(of: unsafe frame.pointee, answer)
  }

  /// Returns an answer that fits the message; reports another one.
  @inline(__always)
  private final func result(of frame: AroundFrame, _ answer: Any?) throws -> Any? {
    guard !isAnswerIgnored, let answer else { return try emptyAnswer ?? result(of: frame, after: nil) }
    if kind.canReturn(answer) { return answer }
    let fault = kind.report(kind.resultFault(given: "\(type(of: answer))"))
    if kind.canThrow(fault) { throw fault }
    return try result(of: frame, after: fault)
  }

  /// Throws an error that the message can throw; reports another one.
  private final func result(of frame: AroundFrame, insteadOf error: any Error) throws -> Any? {
    if kind.canThrow(error) { throw error }
    return try result(of: frame, after: kind.report(error))
  }

  /// Returns the outcome of the latest proceed; nil if there was none and the call is to proceed.
  private final func result(of frame: AroundFrame, after fault: AspectError?) throws -> Any? {
    if let error = frame.error { throw error }
    return try frame.result ?? (position == .instead ? resultInPlace(after: fault) : nil)
  }

  /// Returns the result of a call after instead advice that neither proceeded nor gave a result.
  ///
  /// The implementation doesn't run, even after a fault, since the advice may be meant to turn it off. The fallback
  /// result is used first, if there is one.
  private final func resultInPlace(after fault: AspectError?) throws -> Any {
    let type = kind.signature.result
    if let result = fallback ?? JoinPoint.emptyResult(of: type) { return result }
    let fault = fault ?? kind.report(kind.resultFault(given: "nil"))
    if kind.canThrow(fault) { throw fault }
    // Not a precondition, whose message would be missing in optimized builds.
    fatalError(
      "\(fault); the advice in its place gave no result, and the implementation must not run. "
        + "Let the advice declare that it returns \(type), to have it checked when it is hooked")
  }

  /// Returns the result of a call that does nothing: `()` for `Void` and nil for an optional type; otherwise none.
  private static func emptyResult(of type: any Any.Type) -> Any? {
    if type == Void.self { return .some(()) }
    func empty<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Any { nil as Value }
    return (type as? any ExpressibleByNilLiteral.Type).map { empty($0) }
  }
}

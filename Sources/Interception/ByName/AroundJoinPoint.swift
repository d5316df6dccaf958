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

  /// Behind the addresses of the call's frame and level, and a number.
  private let argumentsOffset = MemoryLayout<Arguments>.offset(after: 3 * MemoryLayout<Int>.size)

  /// Runs advice that returns a result.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Answer) throws(Failure) -> Result {
    do {
      if let result = try unsafe answer(&call, advice) { return kind.unbox(result) }
    } catch {
      throw kind.unbox(error)
    }
    return try proceed(call, call.arguments)
  }

  /// Runs advice on a call, whose address must be valid until this returns; returns nil if the call is to proceed.
  @unsafe
  private func answer(_ address: UnsafeMutablePointer<Call>, _ advice: ErasedAdvice.Answer) throws -> Any? {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    // The first property of a call is the address of its frame, and that of the frame is the receiver.
    return try answer(
      call[Loan.self][Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset),
      AroundFrame(call: call), advice)
  }

  /// Proceeds with a call.
  ///
  /// It isn't inlined, since a function looks up the types of all its branches first.
  @inline(never)
  private func proceed(_ call: borrowing Call, _ arguments: Arguments) throws(Failure) -> Result {
    try call.proceed(arguments)
  }

  override func proceed(_ arguments: Loan, in frame: Loan) throws -> Any {
    try proceed(arguments[Arguments.self], in: frame)
  }

  override func proceed(with arguments: [Any], in frame: Loan) throws -> Any {
    try proceed(kind.make(arguments, as: Arguments.self), in: frame)
  }

  private func proceed(_ arguments: Arguments, in frame: Loan) throws -> Any {
    do throws(Failure) {
      let call = frame[AroundFrame.self].call
      let result: Any =
        call[Call.self].isInnermost
        ? try call[Call.self].callOriginal(arguments) : try proceed(call[Call.self], arguments)
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

  /// Behind the addresses of the call's frame and level, and a number.
  private let argumentsOffset = MemoryLayout<Arguments>.offset(after: 3 * MemoryLayout<Int>.size)

  /// Runs advice that returns a result.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer
  ) async throws(Failure) -> Result {
    do {
      if let result = try await unsafe answer(&call, advice) { return kind.unbox(result) }
    } catch {
      throw kind.unbox(error)
    }
    return try await call.proceed()
  }

  /// Runs advice on a call, whose address must be valid until this returns; returns nil if the call is to proceed.
  @unsafe
  private nonisolated(nonsending) func answer(
    _ address: UnsafeMutablePointer<Call>, _ advice: ErasedAdvice.AsyncAnswer
  ) async throws -> Any? {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    var frame = AroundFrame(call: call)
    // The first property of a call is the address of its frame, and that of the frame is the receiver.
    return try await unsafe answer(
      call[Loan.self][Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), &frame, advice)
  }

  override nonisolated(nonsending) func proceed(_ arguments: Loan, in frame: Loan) async throws -> Any {
    try await proceed(arguments[Arguments.self], in: frame)
  }

  override nonisolated(nonsending) func proceed(with arguments: [Any], in frame: Loan) async throws -> Any {
    try await proceed(kind.make(arguments, as: Arguments.self), in: frame)
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

/// These are inlined, since their call's type would be looked up for them.
extension AroundCall {
  /// Whether only the original is left to run.
  @inline(__always)
  fileprivate var isInnermost: Bool {
    let arounds = unsafe level.pointee.arounds.count
    return unsafe level.pointee.isLast && level.pointee.implementation == nil && inner >= arounds
      && (inner > arounds || level.pointee.insteads.count == 0)
  }

  @inline(__always)
  fileprivate func callOriginal(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe frame.pointee.callOriginal(arguments)
  }
}

// MARK: - Answer

extension JoinPoint {
  /// Runs around or instead advice in a synchronous call.
  ///
  /// - Returns: a result that fits the message; nil if the call is to proceed.
  /// - Throws: an error that the message can throw.
  fileprivate final func answer(
    _ target: Unretained<InterceptableObject>, arguments: Loan, _ frame: consuming AroundFrame,
    _ advice: ErasedAdvice.Answer
  ) throws -> Any? {
    var frame = frame
    var fault: AspectError?
    do {
      let result = try Loan.lending(&frame) { frame in
        try show(target, arguments: arguments, frame: frame, to: advice)
      }
      if let result {
        if kind.canReturn(result) { return result }
        fault = try unfitting(result)
      }
    } catch {
      fault = try unfitting(error)
    }
    return try resultWithoutAnswer(frame, after: fault)
  }

  /// Runs around or instead advice in an asynchronous call, as in a synchronous one.
  @unsafe
  fileprivate final nonisolated(nonsending) func answer(
    _ target: Unretained<InterceptableObject>, arguments: Loan, _ frame: UnsafeMutablePointer<AroundFrame>,
    _ advice: ErasedAdvice.AsyncAnswer
  ) async throws -> Any? {
    let lent = unsafe Loan(UnsafeMutableRawPointer(frame))
    var fault: AspectError?
    do {
      if let result = try await show(target, arguments: arguments, frame: lent, to: advice) {
        if kind.canReturn(result) { return result }
        fault = try unfitting(result)
      }
    } catch {
      fault = try unfitting(error)
    }
    return try resultWithoutAnswer(lent[AroundFrame.self], after: fault)
  }

  /// Reports a result of another type; throws the fault if the message can throw it.
  private final func unfitting(_ result: Any) throws -> AspectError {
    let fault = kind.report(kind.resultFault(given: "\(type(of: result))"))
    if kind.canThrow(fault) { throw fault }
    return fault
  }

  /// Reports an error that the message can't throw, and throws one that it can.
  private final func unfitting(_ error: any Error) throws -> AspectError {
    if kind.canThrow(error) { throw error }
    return kind.report(error)
  }

  private final func resultWithoutAnswer(_ frame: AroundFrame, after fault: AspectError?) throws -> Any? {
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

internal import Synchronization

/// The adapter between typed calls and type-erased advice; there is one for each hook by name.
///
/// The `frame` parameters lend position-specific data of a call, whose type the subclass defines.
class JoinPoint: @unchecked Sendable {
  final let kind: MessageKind
  final let position: AdvicePosition
  /// The fallback result of instead advice; nil if not specified.
  final let fallback: Any?
  /// The info that one call after the other uses; none while a call uses it, and before the first call.
  private let spareInfo = AtomicReference<AspectInfo>()
  /// Whether there is an info that ``spareInfo`` refers to when no call uses it.
  private let hasReusableInfo = Atomic<Bool>(false)

  init(_ kind: MessageKind, _ position: AdvicePosition, fallback: Any? = nil) {
    self.kind = kind
    self.position = position
    self.fallback = fallback
  }

  deinit {
    spareInfo.release()
  }

  /// Whether changes of the arguments have an effect.
  var argumentsMayChange: Bool { true }

  /// Returns the call's boxed result, if any.
  func result(in frame: Loan) -> Any? { nil }

  /// Returns the error that the call threw, if any.
  func error(in frame: Loan) -> (any Error)? { nil }

  func setResult(_ value: Any, in frame: Loan) throws(AspectError) {
    throw unavailable("setResult")
  }

  func proceed(_ arguments: Loan, in frame: Loan) throws -> Any {
    throw unavailable("proceed")
  }

  func proceed(with arguments: [Any], in frame: Loan) throws -> Any {
    throw unavailable("proceed")
  }

  nonisolated(nonsending) func proceed(
    _ arguments: Loan, in frame: Loan
  ) async throws -> Any {
    throw unavailable("proceed")
  }

  nonisolated(nonsending) func proceed(
    with arguments: [Any], in frame: Loan
  ) async throws -> Any {
    throw unavailable("proceed")
  }

  final var callEnded: AspectError { .callEnded(class: kind.className, selector: kind.selector) }

  final func unavailable(_ operation: String) -> AspectError {
    .unavailable(operation: operation, class: kind.className, selector: kind.selector, position: position)
  }
}

/// Running advice with an info.
extension JoinPoint {
  /// Runs advice with a call's info; `arguments` and `frame` must be valid until this returns.
  @inline(__always)
  final func show<Answer>(
    _ target: Unretained<InterceptableObject>, arguments: Loan,
    frame: Loan? = nil, to advice: (AspectInfo) throws -> Answer
  ) throws -> Answer {
    let info = info(target, arguments: arguments, frame: frame)
    defer { end(info) }
    return try info.borrow { try advice($0) }
  }

  /// Returns an info for a call, which owns it, reused from an earlier call if possible: creating one costs more than
  /// most advice.
  @inline(__always)
  private final func info(
    _ target: Unretained<InterceptableObject>, arguments: Loan, frame: Loan?
  ) -> Unretained<AspectInfo> {
    guard let spare = spareInfo.take() else { return newInfo(target, arguments: arguments, frame: frame) }
    spare.borrow { $0.begin(target, arguments: arguments, frame: frame) }
    return spare
  }

  /// Returns a new info, which is reusable unless there is one that another call uses at the moment.
  @inline(never)
  private final func newInfo(
    _ target: Unretained<InterceptableObject>, arguments: Loan, frame: Loan?
  ) -> Unretained<AspectInfo> {
    let info = AspectInfo(self, target, arguments: arguments, frame: frame)
    info.isReusable = !hasReusableInfo.exchange(true, ordering: .acquiringAndReleasing)
    return Unretained(retaining: info)
  }

  /// Ends the call of an info, and stores the info for reuse if it is reusable and isn't referenced elsewhere.
  @inline(__always)
  private final func end(_ info: Unretained<AspectInfo>) {
    // The references are counted last, since a deinit that runs before may keep the info.
    guard info.borrow({ $0.prepareForReuse() }), info.isSoleReference else { return drop(info) }
    // No other call stores an info meanwhile, since there is one that is reusable; so this needs no exchange, which
    // would cost as much as boxing an argument.
    spareInfo.store(info)
  }

  /// Ends the call of an info that isn't stored for reuse.
  @inline(never)
  private final func drop(_ info: Unretained<AspectInfo>) {
    if info.borrow(\.isReusable) { hasReusableInfo.store(false, ordering: .releasing) }
    if !info.isUniquelyReferenced { info.borrow { $0.end() } }
    info.release()
  }

  /// Runs asynchronous advice with a call's info; `arguments` and `frame` must be valid until this returns.
  final nonisolated(nonsending) func show(
    _ receiver: InterceptableObject, arguments: Loan, frame: Loan? = nil,
    to advice: ErasedAdvice.AsyncAnswer
  ) async throws -> Any? {
    var info = AspectInfo(self, Unretained(receiver), arguments: arguments, frame: frame)
    defer { if !isKnownUniquelyReferenced(&info) { info.end() } }
    return try await advice(info)
  }
}

extension Unretained where Object: InterceptableObject {
  /// The same reference, typed as the root class.
  var upcast: Unretained<InterceptableObject> { Unretained<InterceptableObject>(nonzero: bits) }
}

// MARK: - Answer

/// The result of running around or instead advice.
enum Answer<Result, Failure: Error> {
  /// It returned a result, or threw an error that the message can throw.
  case outcome(Swift.Result<Result, Failure>)
  /// It returned `nil`, or a result or error that doesn't fit the message and was reported as a fault.
  case nothing(AspectError?)
}

extension JoinPoint {
  /// Runs advice, and checks its result or error against the message's types.
  ///
  /// For a result of another type, the fault is thrown if the message can throw it.
  final func answer<Result, Failure>(_ advice: () throws -> Any?) -> Answer<Result, Failure> {
    let value: Any?
    do {
      value = try advice()
    } catch {
      if let error = error as? Failure { return .outcome(.failure(error)) }
      return .nothing(kind.report(error))
    }
    guard let value else { return .nothing(nil) }
    do throws(AspectError) {
      return .outcome(.success(try kind.result(value)))
    } catch {
      kind.report(error)
      return (error as? Failure).map { .outcome(.failure($0)) } ?? .nothing(error)
    }
  }

  /// Returns the outcome of a call after instead advice that neither proceeded nor gave an outcome.
  ///
  /// The implementation doesn't run, even after a fault, since the advice may be meant to turn it off. The fallback
  /// result is used first, if there is one.
  final func outcomeInPlace<Result, Failure>(after fault: AspectError?) -> Swift.Result<Result, Failure> {
    if let fallback, let result = fallback as? Result { return .success(result) }
    if let empty = EmptyResult.value(of: Result.self) { return .success(empty) }
    let fault = fault ?? kind.report(kind.resultFault(given: "nil", expected: Result.self))
    if let error = fault as? Failure { return .failure(error) }
    // Not a precondition, whose message would be missing in optimized builds.
    fatalError(
      "\(fault); the advice in its place gave no result, and the implementation must not run. "
        + "Let the advice declare that it returns \(Result.self), to have it checked when it is hooked")
  }
}

/// Default results of calls that do nothing.
enum EmptyResult {
  /// Returns `()` for `Void` and nil for an optional type; no value for other types.
  static func value<Result>(of type: Result.Type) -> Result? {
    if Result.self == Void.self { return () as? Result }
    guard let type = Result.self as? any ExpressibleByNilLiteral.Type else { return nil }
    func empty<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Result? {
      let value: Value = nil
      return value as? Result
    }
    return empty(type)
  }
}

/// A join point of type-erased before advice; it has no frame.
final class BeforeJoinPoint<Receiver: InterceptableObject, Arguments, Failure: Error>: JoinPoint, @unchecked Sendable {
  typealias Call = BeforeCall<Receiver, Arguments>

  /// The offset of the arguments in a call: after the receiver, suitably aligned.
  ///
  /// Computing it from the call would make the runtime look up the call's generic type each time, which would cost more
  /// than everything else.
  private let argumentsOffset = {
    let alignment = MemoryLayout<Arguments>.alignment
    return (MemoryLayout<Int>.size + alignment - 1) / alignment * alignment
  }()

  /// Runs advice in a call of a nonthrowing message.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    do {
      try unsafe show(at: &call, to: advice)
    } catch {
      kind.report(error)
    }
  }

  /// Runs advice that may throw the message's errors.
  func runOrThrow(_ call: inout Call, _ advice: ErasedAdvice.Run) throws(Failure) {
    do {
      try unsafe show(at: &call, to: advice)
    } catch {
      if let own = kind.cast(error, to: Failure.self) { throw own }
    }
  }

  /// Runs asynchronous advice that may throw the message's errors.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer
  ) async throws(Failure) {
    let arguments = CallMemory(call.arguments)
    let receiver = call.receiver
    do {
      _ = try await show(receiver, arguments: arguments.loan, to: advice)
      call.arguments = arguments.value
    } catch {
      call.arguments = arguments.value
      if let own = kind.cast(error, to: Failure.self) { throw own }
    }
  }

  /// Runs advice on a call, whose address must be valid until this returns.
  ///
  /// `Loan.lending` would look up the call's generic type each time, too.
  @unsafe
  private func show(at address: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.Run) throws {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    assert(argumentsOffset == offsetOfArguments(in: call))
    // The receiver is the first property of a call.
    try show(
      call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), to: advice)
  }

  private func offsetOfArguments(in call: Loan) -> Int {
    Loan.lending(&call[Call.self].arguments) { $0.distance(from: call) }
  }
}

/// A join point of type-erased after advice; the frame is the call's outcome.
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// Runs advice; an error that the message can throw replaces the outcome.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    let target = call.target.upcast
    var arguments = call.arguments
    do {
      try Loan.lending(&arguments) { arguments throws in
        try Loan.lending(&call.outcome) { outcome throws in
          try show(target, arguments: arguments, frame: outcome, to: advice)
        }
      }
    } catch {
      if let own = kind.cast(error, to: Failure.self) { call.outcome = .failure(own) }
    }
  }

  /// Runs asynchronous advice; an error that the message can throw replaces the outcome.
  nonisolated(nonsending) func run(_ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer) async {
    let arguments = CallMemory(call.arguments), outcome = CallMemory(call.outcome)
    let receiver = call.receiver
    do {
      _ = try await show(receiver, arguments: arguments.loan, frame: outcome.loan, to: advice)
      call.outcome = outcome.value
    } catch {
      let own = kind.cast(error, to: Failure.self)
      call.outcome = own.map { .failure($0) } ?? outcome.value
    }
  }

  override var argumentsMayChange: Bool { false }

  override func result(in frame: Loan) -> Any? {
    try? frame[Outcome.self].get()
  }

  override func error(in frame: Loan) -> (any Error)? {
    guard case .failure(let error) = frame[Outcome.self] else { return nil }
    return error
  }

  override func setResult(_ value: Any, in frame: Loan) throws(AspectError) {
    frame[Outcome.self] = .success(try kind.result(value))
  }
}

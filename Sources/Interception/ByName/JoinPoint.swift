import Synchronization

/// The adapter between typed calls and type-erased advice; there is one for each hook by name.
///
/// The `frame` parameters are addresses of position-specific data of a call, whose type the subclass defines.
@safe
class JoinPoint: @unchecked Sendable {
  final let kind: MessageKind
  final let position: AdvicePosition
  /// The fallback result of instead advice; nil if not specified.
  final let fallback: Any?
  /// An unused info, retained, for reuse by the next call; zero if there is none.
  private let spareInfo = Atomic<UInt>(0)

  init(_ kind: MessageKind, _ position: AdvicePosition, fallback: Any? = nil) {
    self.kind = kind
    self.position = position
    self.fallback = fallback
  }

  deinit {
    AspectInfo.release(bits: spareInfo.load(ordering: .acquiring))
  }

  /// Whether changes of the arguments have an effect.
  var argumentsMayChange: Bool { true }

  /// Returns the call's boxed result, if any.
  @unsafe
  func result(in frame: UnsafeMutableRawPointer) -> Any? { nil }

  /// Returns the error that the call threw, if any.
  @unsafe
  func error(in frame: UnsafeMutableRawPointer) -> (any Error)? { nil }

  @unsafe
  func setResult(_ value: Any, in frame: UnsafeMutableRawPointer) throws(AspectError) {
    throw unavailable("setResult")
  }

  @unsafe
  func proceed(_ arguments: UnsafeMutableRawPointer, in frame: UnsafeMutableRawPointer) throws -> Any {
    throw unavailable("proceed")
  }

  @unsafe
  func proceed(with arguments: [Any], in frame: UnsafeMutableRawPointer) throws -> Any {
    throw unavailable("proceed")
  }

  @unsafe
  nonisolated(nonsending) func proceed(
    _ arguments: UnsafeMutableRawPointer, in frame: UnsafeMutableRawPointer
  ) async throws -> Any {
    throw unavailable("proceed")
  }

  @unsafe
  nonisolated(nonsending) func proceed(
    with arguments: [Any], in frame: UnsafeMutableRawPointer
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
  @unsafe
  @inline(__always)
  final func show<Answer>(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer,
    frame: UnsafeMutableRawPointer? = nil, to advice: (AspectInfo) throws -> Answer
  ) throws -> Answer {
    var held: AspectInfo? = unsafe info(target, arguments: arguments, frame: frame)
    defer { end(&held) }
    // The variable retains the info, so that it is passed without reference counting.
    return try unsafe Unmanaged.passUnretained(held.unsafelyUnwrapped)._withUnsafeGuaranteedRef { try advice($0) }
  }

  /// Returns an info for a call, reused from an earlier call if possible, since creating one costs more than most
  /// advice.
  @unsafe
  private final func info(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer?
  ) -> AspectInfo {
    guard let spare = AspectInfo.take(bits: spareInfo.exchange(0, ordering: .acquiring)) else {
      return unsafe AspectInfo(self, target, arguments: arguments, frame: frame)
    }
    unsafe spare.begin(target, arguments: arguments, frame: frame)
    return spare
  }

  /// Ends the call of an info, and stores the info for reuse if it isn't referenced elsewhere.
  @inline(__always)
  private final func end(_ info: inout AspectInfo?) {
    guard isKnownUniquelyReferenced(&info) else { return info?.end() ?? () }
    let former = spareInfo.exchange(AspectInfo.bits(movedOutOf: &info), ordering: .acquiringAndReleasing)
    if former != 0 { AspectInfo.release(bits: former) }
  }

  /// Runs asynchronous advice with a call's info; `arguments` and `frame` must be valid until this returns.
  @unsafe
  final nonisolated(nonsending) func show(
    _ receiver: InterceptableObject, arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer? = nil,
    to advice: ErasedAdvice.AsyncAnswer
  ) async throws -> Any? {
    var info = unsafe AspectInfo(self, .passUnretained(receiver), arguments: arguments, frame: frame)
    defer { if !isKnownUniquelyReferenced(&info) { info.end() } }
    return try await advice(info)
  }

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
@safe
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
      unsafe try show(&call, to: advice)
    } catch {
      kind.report(error)
    }
  }

  /// Runs advice that may throw the message's errors.
  func runOrThrow(_ call: inout Call, _ advice: ErasedAdvice.Run) throws(Failure) {
    do {
      unsafe try show(&call, to: advice)
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
      _ = try await unsafe show(receiver, arguments: arguments.address, to: advice)
      call.arguments = arguments.value
    } catch {
      call.arguments = arguments.value
      if let own = kind.cast(error, to: Failure.self) { throw own }
    }
  }

  /// Runs advice on a call, whose address must be valid until this returns.
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

/// A join point of type-erased after advice; the frame is the call's outcome.
@safe
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>
  typealias Outcome = Swift.Result<Result, Failure>

  /// Runs advice; an error that the message can throw replaces the outcome.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    guard call.ends(as: position) else { return }
    let target = unsafe call.target.upcast
    var arguments = call.arguments
    do {
      // Both addresses are valid until the advice has returned.
      unsafe try withUnsafeMutablePointer(to: &arguments) { arguments in
        unsafe try withUnsafeMutablePointer(to: &call.outcome) { outcome in
          try unsafe show(
            target, arguments: UnsafeMutableRawPointer(arguments), frame: UnsafeMutableRawPointer(outcome), to: advice)
        }
      }
    } catch {
      if let own = kind.cast(error, to: Failure.self) { call.outcome = .failure(own) }
    }
  }

  /// Runs asynchronous advice; an error that the message can throw replaces the outcome.
  nonisolated(nonsending) func run(_ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer) async {
    guard call.ends(as: position) else { return }
    let arguments = CallMemory(call.arguments), outcome = CallMemory(call.outcome)
    let receiver = call.receiver
    do {
      _ = try await unsafe show(receiver, arguments: arguments.address, frame: outcome.address, to: advice)
      call.outcome = outcome.value
    } catch {
      let own = kind.cast(error, to: Failure.self)
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

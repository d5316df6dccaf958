import Synchronization

/// Where an advice that does not know a message's types meets calls that do: one for each hook by name.
///
/// `frame` is what the position knows of a call beside its arguments: something at an address of the subclass's choice.
@safe
class JoinPoint: @unchecked Sendable {
  final let kind: MessageKind
  final let position: AdvicePosition
  /// What a call returns in whose place the advice gives no result; nil where that was not said.
  final let fallback: Any?
  /// An info that no call has in hand, retained, for the next one to take; zero where there is none.
  private let spareInfo = Atomic<UInt>(0)

  init(_ kind: MessageKind, _ position: AdvicePosition, fallback: Any? = nil) {
    self.kind = kind
    self.position = position
    self.fallback = fallback
  }

  deinit {
    AspectInfo.release(bits: spareInfo.load(ordering: .acquiring))
  }

  /// Whether what is put into the arguments is seen by anyone.
  var argumentsMayChange: Bool { true }

  /// What the call returned.
  @unsafe
  func result(in frame: UnsafeMutableRawPointer) -> Any? { nil }

  /// What the call threw.
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

/// Showing calls to advice.
extension JoinPoint {
  /// Shows the advice a call: `arguments` and `frame` are where the call keeps them until this returns.
  @unsafe
  @inline(__always)
  final func show<Answer>(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer,
    frame: UnsafeMutableRawPointer? = nil, to advice: (AspectInfo) throws -> Answer
  ) throws -> Answer {
    var held: AspectInfo? = unsafe info(target, arguments: arguments, frame: frame)
    defer { end(&held) }
    // Lent to the advice by the variable, which holds it, without counting.
    return try unsafe Unmanaged.passUnretained(held.unsafelyUnwrapped)._withUnsafeGuaranteedRef { try advice($0) }
  }

  /// The info of a call: one that an earlier call has left, since making it costs more than most advice.
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

  /// Ends the call of an info, and leaves it to the next one if nobody has kept it.
  @inline(__always)
  private final func end(_ info: inout AspectInfo?) {
    guard isKnownUniquelyReferenced(&info) else { return info?.end() ?? () }
    let former = spareInfo.exchange(AspectInfo.bits(movedOutOf: &info), ordering: .acquiringAndReleasing)
    if former != 0 { AspectInfo.release(bits: former) }
  }

  /// Shows advice that suspends a call: `arguments` and `frame` are where the call keeps them until this returns.
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

/// What advice around a call or in its place has come to.
enum Answer<Result, Failure: Error> {
  /// It has given a result, or an error that the message throws.
  case outcome(Swift.Result<Result, Failure>)
  /// It has given nothing that the message can return or throw: `nil`, or what has been reported as a fault.
  case nothing(AspectError?)
}

extension JoinPoint {
  /// Runs advice, and compares what it returns or throws with the message.
  ///
  /// A result of another type is thrown, as the fault that it is, where the message may throw that.
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

  /// The outcome of a call in whose place an advice has run that neither proceeded nor gave an outcome.
  ///
  /// The implementation stays out, whatever the advice did wrong, since it may be what an edition is not to do. What the advice
  /// falls back on comes first.
  final func outcomeInPlace<Result, Failure>(after fault: AspectError?) -> Swift.Result<Result, Failure> {
    if let fallback, let result = fallback as? Result { return .success(result) }
    if let empty = EmptyResult.value(of: Result.self) { return .success(empty) }
    let fault = fault ?? kind.report(kind.resultFault(given: "nil", expected: Result.self))
    if let error = fault as? Failure { return .failure(error) }
    // Not a precondition, whose message an optimised build leaves out.
    fatalError(
      "\(fault); the advice in its place gave no result, and the implementation must not run. "
        + "Let the advice declare that it returns \(Result.self), to have it checked when it is hooked")
  }
}

/// The result of a call that does nothing.
enum EmptyResult {
  /// `()` for `Void`, nil for an optional; nil for a type that has no such value.
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

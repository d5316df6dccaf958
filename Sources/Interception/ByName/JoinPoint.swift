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
    _ target: Unretained<InterceptableObject>, arguments: Loan, frame: Loan? = nil, to advice: ErasedAdvice.AsyncAnswer
  ) async throws -> Any? {
    var info = AspectInfo(self, target, arguments: arguments, frame: frame)
    defer { if !isKnownUniquelyReferenced(&info) { info.end() } }
    return try await advice(info)
  }
}

extension MemoryLayout {
  /// Returns the offset of a property of this type that is stored after `size` bytes of others.
  ///
  /// Join points compute the offsets of a call's properties once. Reading a property of a generic call would make the
  /// runtime look up the call's type each time, which would cost more than everything else.
  static func offset(after size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
}

/// A join point of type-erased before advice; it has no frame.
final class BeforeJoinPoint<Receiver: InterceptableObject, Arguments, Failure: Error>: JoinPoint, @unchecked Sendable {
  typealias Call = BeforeCall<Receiver, Arguments>

  private let argumentsOffset = MemoryLayout<Arguments>.offset(after: MemoryLayout<Int>.size)

  /// Runs advice in a call of a nonthrowing message.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    do {
      try unsafe show(&call, to: advice)
    } catch {
      kind.report(error)
    }
  }

  /// Runs advice that may throw the message's errors.
  func runOrThrow(_ call: inout Call, _ advice: ErasedAdvice.Run) throws(Failure) {
    do {
      try unsafe show(&call, to: advice)
    } catch {
      if let own = kind.cast(error, to: Failure.self) { throw own }
    }
  }

  /// Runs asynchronous advice that may throw the message's errors.
  nonisolated(nonsending) func run(
    _ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer
  ) async throws(Failure) {
    do {
      try await unsafe show(&call, to: advice)
    } catch {
      if let own = kind.cast(error, to: Failure.self) { throw own }
    }
  }

  /// Runs advice on a call, whose address must be valid until this returns.
  @unsafe
  private func show(_ address: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.Run) throws {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    // The receiver is the first property of a call.
    try show(call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), to: advice)
  }

  @unsafe
  private nonisolated(nonsending) func show(
    _ address: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.AsyncAnswer
  ) async throws {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    _ = try await show(
      call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), to: advice)
  }
}

/// A join point of type-erased after advice; the frame is the call.
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>

  private let argumentsOffset = MemoryLayout<Arguments>.offset(after: MemoryLayout<Int>.size)
  // In memory, a value that isn't nil is an optional's first part.
  private let resultOffset: Int
  private let errorOffset: Int
  private let mayThrow = Failure.self != Never.self

  init(_ kind: MessageKind, _ position: AdvicePosition) {
    resultOffset = MemoryLayout<Result?>.offset(after: argumentsOffset + MemoryLayout<Arguments>.size)
    errorOffset = MemoryLayout<Failure?>.offset(after: resultOffset + MemoryLayout<Result?>.size)
    super.init(kind, position)
  }

  /// Runs advice; an error that the message can throw replaces the outcome.
  func run(_ call: inout Call, _ advice: ErasedAdvice.Run) {
    do {
      try unsafe show(&call, to: advice)
    } catch {
      fail(&call, error)
    }
  }

  /// Runs asynchronous advice; an error that the message can throw replaces the outcome.
  nonisolated(nonsending) func run(_ call: inout Call, _ advice: @escaping ErasedAdvice.AsyncAnswer) async {
    do {
      try await unsafe show(&call, to: advice)
    } catch {
      fail(&call, error)
    }
  }

  /// Replaces the outcome with the advice's error if the message can throw it.
  @inline(never)
  private func fail(_ call: inout Call, _ error: any Error) {
    if let own = kind.cast(error, to: Failure.self) { call.outcome = .failure(own) }
  }

  /// Runs advice on a call, whose address must be valid until this returns.
  @unsafe
  private func show(_ address: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.Run) throws {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    try show(
      call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), frame: call, to: advice)
  }

  @unsafe
  private nonisolated(nonsending) func show(
    _ address: UnsafeMutablePointer<Call>, to advice: ErasedAdvice.AsyncAnswer
  ) async throws {
    let call = unsafe Loan(UnsafeMutableRawPointer(address))
    _ = try await show(
      call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset), frame: call, to: advice)
  }

  override var argumentsMayChange: Bool { false }

  override func result(in frame: Loan) -> Any? {
    mayThrow && error(in: frame) != nil ? nil : frame.part(at: resultOffset)[Result.self]
  }

  override func error(in frame: Loan) -> (any Error)? { mayThrow ? thrown(in: frame) : nil }

  @inline(never)
  private func thrown(in frame: Loan) -> (any Error)? { frame.part(at: errorOffset)[Failure?.self] }

  override func setResult(_ value: Any, in frame: Loan) throws(AspectError) {
    frame[Call.self].outcome = .success(try kind.result(value))
  }
}

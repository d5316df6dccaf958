internal import Synchronization

/// The adapter between typed calls and type-erased advice; there is one for each hook by name.
///
/// The `frame` parameters lend position-specific data of a call, whose type the subclass defines.
///
/// That of before advice has no frame, and needs no subclass.
class JoinPoint: @unchecked Sendable {
  final let kind: MessageKind
  final let position: AdvicePosition
  /// The memory layout of the message's arguments.
  final let layout: ArgumentsLayout
  /// Where the arguments are in a call: behind the receiver, or in one that proceeds, behind the addresses of its frame
  /// and level, and a number.
  ///
  /// It is computed once. Reading a property of a generic call would make the runtime look up the call's type each time,
  /// which would cost more than everything else.
  final let argumentsOffset: Int
  /// The fallback result of instead advice; nil if not specified.
  final let fallback: Any?
  /// What advice without a result answers: `()` if it is declared to return `Void`, unless it has a fallback result.
  final let emptyAnswer: Any?
  /// Whether what the advice returns is ignored: if it is declared to return nothing, and has a fallback result.
  final let isAnswerIgnored: Bool
  /// The info that one call after the other uses; none while a call uses it, and before the first call.
  private let spareInfo = AtomicReference<AspectInfo>()
  /// Whether there is an info that ``spareInfo`` refers to when no call uses it.
  private let hasReusableInfo = Atomic<Bool>(false)

  init(_ kind: MessageKind, _ position: AdvicePosition, _ advice: BoxedAdvice) {
    self.kind = kind
    self.position = position
    layout = kind.layout
    func offset<Arguments>(of type: Arguments.Type) -> Int {
      MemoryLayout<Arguments>.offset(after: (position.mayProceed ? 3 : 1) * MemoryLayout<Int>.size)
    }
    argumentsOffset = offset(of: kind.signature.arguments)
    fallback = advice.fallback
    emptyAnswer = advice.types?.result == Void.self && fallback == nil ? () : nil
    isAnswerIgnored = advice.types?.returnsNothing == true && fallback != nil
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

  /// Proceeds with other arguments, or with the lent ones if there are none.
  func proceed(_ lent: Loan, with arguments: [Any]?, in frame: Loan) throws -> Any {
    throw unavailable("proceed")
  }

  nonisolated(nonsending) func proceed(_ lent: Loan, with arguments: [Any]?, in frame: Loan) async throws -> Any {
    throw unavailable("proceed")
  }

  final var callEnded: AspectError { .callEnded(class: kind.className, selector: kind.selector) }

  final func unavailable(_ operation: String) -> AspectError {
    .unavailable(operation: operation, class: kind.className, selector: kind.selector, position: position)
  }
}

/// Where the values of a running call are, as lent to an info.
struct CallPlace {
  /// Alive for the whole call, since the sender retains it; an object in deinit can't be retained.
  let target: Unretained<InterceptableObject>
  let arguments: Loan
  /// The position-specific data, if any.
  var frame: Loan?
}

/// Running advice with an info.
extension JoinPoint {
  /// Runs advice with a call's info; the place must be valid until this returns.
  @inline(__always)
  final func show(_ place: CallPlace, to advice: BoxedAdvice.Answer) throws -> Any? {
    let info = info(place)
    defer { end(info) }
    return try info.borrow { try advice($0) }
  }

  /// Returns an info for a call, which owns it, reused from an earlier call if possible: creating one costs more than
  /// most advice.
  @inline(__always)
  private final func info(_ place: CallPlace) -> Unretained<AspectInfo> {
    guard let spare = spareInfo.take() else { return newInfo(place) }
    spare.borrow { $0.begin(place) }
    return spare
  }

  /// Returns a new info, which is reusable unless there is one that another call uses at the moment.
  @inline(never)
  private final func newInfo(_ place: CallPlace) -> Unretained<AspectInfo> {
    let info = AspectInfo(self, place)
    info.isReusable = !hasReusableInfo.exchange(true, ordering: .acquiringAndReleasing)
    return Unretained(retaining: info)
  }

  /// Ends the call of an info, and stores the info for reuse if it is reusable and isn't referenced elsewhere.
  @inline(__always)
  private final func end(_ info: Unretained<AspectInfo>) {
    guard info.borrow(\.isReusable), info.isSoleReference else { return drop(info) }
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

  /// Runs asynchronous advice with a call's info; the place must be valid until this returns.
  final nonisolated(nonsending) func show(_ place: CallPlace, to advice: BoxedAdvice.AsyncAnswer) async throws -> Any? {
    var info = AspectInfo(self, place)
    defer { if !isKnownUniquelyReferenced(&info) { info.end() } }
    return try await advice(info)
  }

  /// Runs advice on a call, whose address must be valid until this returns, and whose first property is the receiver.
  ///
  /// A closure that is lent the call would look up the call's type.
  @unsafe @inline(__always)
  final func show<Call: ~Copyable>(
    _ address: UnsafeMutablePointer<Call>, isFrame: Bool = false, to advice: BoxedAdvice.Answer
  ) throws {
    _ = try show(unsafe place(of: UnsafeMutableRawPointer(address), isFrame), to: advice)
  }

  /// Runs asynchronous advice in the same way.
  @unsafe
  final nonisolated(nonsending) func show<Call: ~Copyable>(
    _ address: UnsafeMutablePointer<Call>, isFrame: Bool = false, to advice: BoxedAdvice.AsyncAnswer
  ) async throws {
    _ = try await show(unsafe place(of: UnsafeMutableRawPointer(address), isFrame), to: advice)
  }

  @unsafe @inline(__always)
  private final func place(of address: UnsafeMutableRawPointer, _ isFrame: Bool) -> CallPlace {
    let call = unsafe Loan(address)
    return CallPlace(
      target: call[Unretained<InterceptableObject>.self], arguments: call.part(at: argumentsOffset),
      frame: isFrame ? call : nil)
  }
}

extension MemoryLayout {
  /// Returns the offset of a property of this type that is stored after `size` bytes of others.
  static func offset(after size: Int) -> Int { (size + alignment - 1) / alignment * alignment }
}

/// A join point of type-erased after advice; the frame is the call.
final class AfterJoinPoint<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: JoinPoint,
  @unchecked Sendable
{
  typealias Call = AfterCall<Receiver, Arguments, Result, Failure>

  // In memory, a value that isn't nil is an optional's first part.
  private let resultOffset: Int
  private let errorOffset: Int
  private let mayThrow = Failure.self != Never.self

  override init(_ kind: MessageKind, _ position: AdvicePosition, _ advice: BoxedAdvice) {
    let argumentsOffset = MemoryLayout<Arguments>.offset(after: MemoryLayout<Int>.size)
    resultOffset = MemoryLayout<Result?>.offset(after: argumentsOffset + MemoryLayout<Arguments>.size)
    errorOffset = MemoryLayout<Failure?>.offset(after: resultOffset + MemoryLayout<Result?>.size)
    super.init(kind, position, advice)
  }

  /// Runs advice; an error that the message can throw replaces the outcome.
  func run(_ call: inout Call, _ advice: BoxedAdvice.Answer) {
    do {
      try unsafe show(&call, isFrame: true, to: advice)
    } catch {
      fail(&call, error)
    }
  }

  /// Runs asynchronous advice; an error that the message can throw replaces the outcome.
  nonisolated(nonsending) func run(_ call: inout Call, _ advice: @escaping BoxedAdvice.AsyncAnswer) async {
    do {
      try await unsafe show(&call, isFrame: true, to: advice)
    } catch {
      fail(&call, error)
    }
  }

  @inline(never)
  private func fail(_ call: inout Call, _ error: any Error) {
    if let own = kind.cast(error, to: Failure.self) { call.outcome = .failure(own) }
  }

  override var argumentsMayChange: Bool { false }

  override func result(in frame: Loan) -> Any? {
    mayThrow && error(in: frame) != nil ? nil : frame.part(at: resultOffset)[Result.self]
  }

  override func error(in frame: Loan) -> (any Error)? { mayThrow ? thrown(in: frame) : nil }

  @inline(never)
  private func thrown(in frame: Loan) -> (any Error)? { frame.part(at: errorOffset)[Failure?.self] }

  override func setResult(_ value: Any, in frame: Loan) throws(AspectError) {
    guard kind.canReturn(value) else { throw kind.resultFault(given: "\(type(of: value))") }
    frame[Call.self].outcome = .success(MessageKind.unbox(value))
  }
}

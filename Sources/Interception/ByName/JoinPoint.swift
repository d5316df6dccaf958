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

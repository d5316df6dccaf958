/// A call as passed to advice that doesn't know the message's types; values are boxed on demand.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in
///   print(info.className, info.selector, amount)
/// }
/// ```
///
/// It belongs to one call and its thread, so it isn't Sendable. If it is kept after the call, its final values can
/// still be read; changing them or proceeding then throws ``AspectError/callEnded(class:selector:)``.
@safe
public final class AspectInfo {
  // Both are alive for the whole call, since the chain and the sender retain them. Stored unretained: reference
  // counting would cost more than the advice, and an object in deinit can't be retained.
  private let point: Unmanaged<JoinPoint>
  private var target: Unmanaged<InterceptableObject>
  // The addresses of the call's arguments and of its position-specific frame; both nil after the call.
  private var argumentsAddress: UnsafeMutableRawPointer?
  var frame: UnsafeMutableRawPointer?
  private var remains: Remains?

  /// The values kept from a call that has ended.
  private final class Remains {
    let joinPoint: JoinPoint
    let receiver: InterceptableObject?
    let arguments: [Any]
    let result: Any?
    let error: (any Error)?

    init(_ info: AspectInfo, receiver: InterceptableObject?) {
      joinPoint = info.joinPoint
      self.receiver = receiver
      arguments = info.arguments
      result = info.result
      error = info.error
    }
  }

  @unsafe
  init(
    _ joinPoint: JoinPoint, _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer,
    frame: UnsafeMutableRawPointer?
  ) {
    unsafe point = Unmanaged.passUnretained(joinPoint)
    unsafe self.target = target
    unsafe argumentsAddress = unsafe arguments
    unsafe self.frame = unsafe frame
  }

  /// Starts reusing this info for another call; no reference from the former call may be left.
  @unsafe
  func begin(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer?
  ) {
    unsafe self.target = target
    unsafe argumentsAddress = unsafe arguments
    unsafe self.frame = unsafe frame
  }

  /// Whether the call is still running.
  public var isActive: Bool { unsafe argumentsAddress != nil }

  /// The message's name.
  public var selector: Selector { joinPoint.kind.selector }

  /// The message's types.
  public var signature: MessageSignature { joinPoint.kind.signature }

  /// The advice's position in the call.
  public var position: AdvicePosition { joinPoint.position }

  /// The object that the message was sent to.
  ///
  /// - Precondition: the info isn't used after a call of the deallocation message, since the object was deallocated.
  public var receiver: InterceptableObject {
    guard let remains else { return unsafe target.takeUnretainedValue() }
    guard let receiver = remains.receiver else { fatalError("the receiver of '\(selector)' is gone") }
    return receiver
  }

  /// The name of the receiver's declared class.
  public var className: String { receiver.statedClass.name }

  /// The current arguments, in order; each access boxes them again.
  ///
  /// - Complexity: O(arguments).
  public var arguments: [Any] {
    guard let address = unsafe argumentsAddress else { return remains?.arguments ?? [] }
    return unsafe point._withUnsafeGuaranteedRef { unsafe $0.kind.layout.box(at: address) }
  }

  /// Returns the address of an argument, for callers that know its type.
  ///
  /// - Precondition: the call is running, and `index` is valid.
  @usableFromInline
  @unsafe
  func place(ofArgument index: Int) -> UnsafeRawPointer {
    guard let address = unsafe argumentsAddress else { fatalError("the call of '\(selector)' is over") }
    return unsafe UnsafeRawPointer(address) + point._withUnsafeGuaranteedRef { $0.kind.layout.elements[index].offset }
  }

  /// The call's result; nil if it threw, and at positions before the result is known.
  public var result: Any? {
    remains.map(\.result) ?? (unsafe frame.flatMap { unsafe joinPoint.result(in: $0) })
  }

  /// The error that the call threw; nil if it returned, and at positions before the outcome is known.
  public var error: (any Error)? {
    remains.map(\.error) ?? (unsafe frame.flatMap { unsafe joinPoint.error(in: $0) })
  }

  /// Ends the call of an info that is still referenced, and keeps the call's final values in it.
  func end() {
    // An object in deinit must not be retained.
    remains = Remains(self, receiver: selector == .deallocation ? nil : unsafe target.takeUnretainedValue())
    unsafe argumentsAddress = nil
    unsafe frame = nil
  }

  private var joinPoint: JoinPoint {
    if let remains { return remains.joinPoint }
    return unsafe point.takeUnretainedValue()
  }
}

// MARK: - Changes

/// Changes of a call.
extension AspectInfo {
  /// Replaces all arguments for later advice and the implementation.
  ///
  /// - Throws: ``AspectError`` if their number or a type is wrong, at positions after the implementation, and after the
  ///   call; nothing is changed then.
  public func setArguments(_ values: [Any]) throws(AspectError) {
    let address = unsafe try changeableArguments("setArguments")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replaceAll(with: values, at: address)
    }
  }

  /// Replaces one argument for later advice and the implementation.
  ///
  /// - Throws: ``AspectError`` if there is no such argument or its type is wrong, at positions after the
  ///   implementation, and after the call; nothing is changed then.
  public func setArgument(_ value: Any, at index: Int) throws(AspectError) {
    let address = unsafe try changeableArguments("setArgument")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replace(index, with: value, at: address)
    }
  }

  /// Replaces the result of the call, or the error that it threw, with a result.
  ///
  /// - Throws: ``AspectError`` if its type is wrong, at positions before the result is known, and after the call;
  ///   nothing is changed then.
  public func setResult(_ value: Any) throws(AspectError) {
    unsafe try joinPoint.setResult(value, in: active("setResult").frame)
  }

  @unsafe
  private func changeableArguments(_ operation: String) throws(AspectError) -> UnsafeMutableRawPointer {
    guard let address = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard joinPoint.argumentsMayChange else { throw joinPoint.unavailable(operation) }
    return unsafe address
  }
}

// MARK: - Proceed

/// Proceeding with a call.
extension AspectInfo {
  /// Runs the rest of the call, inner advice and implementation, with the current arguments; may be called repeatedly.
  ///
  /// - Returns: the boxed result.
  /// - Throws: the error of the rest of the call; and ``AspectError`` at positions other than around and instead, and
  ///   after the call.
  @discardableResult
  public func proceed() throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Returns: the boxed result.
  /// - Throws: the error of the rest of the call; and ``AspectError`` if the number of arguments or a type is wrong, at
  ///   positions other than around and instead, and after the call.
  @discardableResult
  public func proceed(with arguments: [Any]) throws -> Any {
    unsafe try joinPoint.proceed(with: arguments, in: active("proceed").frame)
  }

  /// Awaits the rest of the call, inner advice and implementation, with the current arguments; may be called
  /// repeatedly.
  ///
  /// - Returns: the boxed result.
  /// - Throws: the error of the rest of the call; and ``AspectError`` at positions other than around and instead, and
  ///   after the call.
  @discardableResult
  public nonisolated(nonsending) func proceed() async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Awaits the rest of the call with other arguments.
  ///
  /// - Returns: the boxed result.
  /// - Throws: the error of the rest of the call; and ``AspectError`` if the number of arguments or a type is wrong, at
  ///   positions other than around and instead, and after the call.
  @discardableResult
  public nonisolated(nonsending) func proceed(with arguments: [Any]) async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(with: arguments, in: place.frame)
  }

  /// Returns the addresses of a running call's arguments and frame; throws if there are none.
  @unsafe
  func active(
    _ operation: String
  ) throws(AspectError) -> (arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer) {
    guard let arguments = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard let frame = unsafe frame else { throw joinPoint.unavailable(operation) }
    return unsafe (arguments, frame)
  }
}

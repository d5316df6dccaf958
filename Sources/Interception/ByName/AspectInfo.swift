/// A call as advice sees it that does not know the message's types: everything is boxed, and only when it is asked for.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in
///   print(info.className, info.selector, amount)
/// }
/// ```
///
/// It belongs to one call and to the thread of that call, so it is not Sendable. Whoever keeps it reads what the call left;
/// changing anything or proceeding then throws ``AspectError/callEnded(class:selector:)``.
@safe
public final class AspectInfo {
  // Both are alive for the whole call, since the chain and the sender hold them; kept without counting, which costs more than the
  // advice, and which an object that is going would not bear.
  private let point: Unmanaged<JoinPoint>
  private var target: Unmanaged<InterceptableObject>
  // Where the call keeps its arguments, and what else its position knows of it; both nil when the call is over.
  var argumentsAddress: UnsafeMutableRawPointer?
  var frame: UnsafeMutableRawPointer?
  private var remains: Remains?

  /// What is left of a call that is over.
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

  /// Goes over to another call; nobody has kept this info of the one before.
  @unsafe
  func begin(
    _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer?
  ) {
    unsafe self.target = target
    unsafe argumentsAddress = unsafe arguments
    unsafe self.frame = unsafe frame
  }

  /// Whether the call is still under way.
  public var isActive: Bool { unsafe argumentsAddress != nil }

  /// The message's name.
  public var selector: Selector { joinPoint.kind.selector }

  /// The message's types.
  public var signature: MessageSignature { joinPoint.kind.signature }

  /// Where the advice stands in the call.
  public var position: AdvicePosition { joinPoint.position }

  /// The object that the message was sent to.
  ///
  /// - Precondition: an advice on the deallocation message has not kept the info: its object is gone.
  public var receiver: InterceptableObject {
    guard let remains else { return unsafe target.takeUnretainedValue() }
    guard let receiver = remains.receiver else { fatalError("the receiver of '\(selector)' is gone") }
    return receiver
  }

  /// The name of the class that the receiver says it is of.
  public var className: String { receiver.statedClass.name }

  /// The arguments in order, as they are now, each boxed anew.
  ///
  /// - Complexity: O(arguments).
  public var arguments: [Any] {
    guard let address = unsafe argumentsAddress else { return remains?.arguments ?? [] }
    return unsafe point._withUnsafeGuaranteedRef { unsafe $0.kind.layout.box(at: address) }
  }

  /// Where one of the arguments stands, for those who know its type.
  ///
  /// - Precondition: the call is under way, and takes that many.
  @usableFromInline
  @unsafe
  func place(ofArgument index: Int) -> UnsafeRawPointer {
    guard let address = unsafe argumentsAddress else { fatalError("the call of '\(selector)' is over") }
    return unsafe UnsafeRawPointer(address) + point._withUnsafeGuaranteedRef { $0.kind.layout.elements[index].offset }
  }

  /// What the call returned; nil where it threw, and at positions ahead of the result.
  public var result: Any? {
    remains.map(\.result) ?? (unsafe frame.flatMap { unsafe joinPoint.result(in: $0) })
  }

  /// What the call threw; nil where it returned, and at positions ahead of the result.
  public var error: (any Error)? {
    remains.map(\.error) ?? (unsafe frame.flatMap { unsafe joinPoint.error(in: $0) })
  }

  /// Ends the call for an info that someone has kept; what the call left is kept with it.
  func end() {
    // An object that is going must not be held beyond its end.
    remains = Remains(self, receiver: selector == .deallocation ? nil : unsafe target.takeUnretainedValue())
    unsafe argumentsAddress = nil
    unsafe frame = nil
  }

  var joinPoint: JoinPoint {
    if let remains { return remains.joinPoint }
    return unsafe point.takeUnretainedValue()
  }
}

// MARK: - Changes

/// What an advice may change.
extension AspectInfo {
  /// Replaces all arguments, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where their number or a type is wrong, behind the implementation, and when the call is
  ///   over; nothing is changed then.
  public func setArguments(_ values: [Any]) throws(AspectError) {
    let address = unsafe try changeableArguments("setArguments")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replaceAll(with: values, at: address)
    }
  }

  /// Replaces one argument, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where there is no such argument, its type is wrong, behind the implementation, and when
  ///   the call is over; nothing is changed then.
  public func setArgument(_ value: Any, at index: Int) throws(AspectError) {
    let address = unsafe try changeableArguments("setArgument")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.kind.layout.replace(index, with: value, at: address)
    }
  }

  /// Replaces what the call returned, or the error that it threw, by a result.
  ///
  /// - Throws: ``AspectError`` where its type is wrong, ahead of the result, and when the call is over; nothing is
  ///   changed then.
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

/// What an advice stands around.
extension AspectInfo {
  /// Runs the rest of the call, inner advice and implementation, with the arguments as they are now; each time again.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public func proceed() throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public func proceed(with arguments: [Any]) throws -> Any {
    unsafe try joinPoint.proceed(with: arguments, in: active("proceed").frame)
  }

  /// Awaits the rest of the call, inner advice and implementation, with the arguments as they are now; each time again.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed() async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(place.arguments, in: place.frame)
  }

  /// Awaits the rest of the call with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public nonisolated(nonsending) func proceed(with arguments: [Any]) async throws -> Any {
    let place = unsafe try active("proceed")
    return unsafe try await joinPoint.proceed(with: arguments, in: place.frame)
  }

  /// Where a call under way keeps what there is beside its arguments, and those.
  @unsafe
  func active(
    _ operation: String
  ) throws(AspectError) -> (arguments: UnsafeMutableRawPointer, frame: UnsafeMutableRawPointer) {
    guard let arguments = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard let frame = unsafe frame else { throw joinPoint.unavailable(operation) }
    return unsafe (arguments, frame)
  }
}

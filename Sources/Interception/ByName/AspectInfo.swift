/// A call as advice sees it that does not know the message's types: everything is boxed, and only when it is asked for.
///
/// ```swift
/// try Runtime.hook("Account", "deposit(_:)", .before) { (info: AspectInfo, amount: Int) in
///   print(info.className, info.selector, amount)
/// }
/// ```
///
/// It belongs to one call and to the thread of that call, so it is not Sendable. Whoever keeps it reads what the call left; changing
/// anything or proceeding then throws ``AspectError/callEnded(class:selector:)``.
@safe
public final class AspectInfo {
  let joinPoint: JoinPoint
  // Alive for the whole call, since the sender holds it; kept without counting, which an object that is going would not bear.
  private let target: Unmanaged<InterceptableObject>
  // Where the call keeps its arguments, and what else its position knows of it; both nil when the call is over.
  private(set) var argumentsAddress: UnsafeMutableRawPointer?
  private var frame: UnsafeMutableRawPointer?
  private var remains: Remains?

  /// What is left of a call that is over.
  private struct Remains {
    let receiver: InterceptableObject?
    let arguments: [Any]
    let result: Any?
    let error: (any Error)?
  }

  @unsafe
  init(
    _ joinPoint: JoinPoint, _ target: Unmanaged<InterceptableObject>, arguments: UnsafeMutableRawPointer,
    frame: UnsafeMutableRawPointer?
  ) {
    self.joinPoint = joinPoint
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
    guard let receiver = remains.receiver else { preconditionFailure("the receiver of '\(selector)' is gone") }
    return receiver
  }

  /// The name of the class that the receiver says it is of.
  public var className: String { receiver.statedClass.name }

  /// The arguments in order, as they are now, each boxed anew.
  ///
  /// - Complexity: O(arguments).
  public var arguments: [Any] {
    guard let address = unsafe argumentsAddress else { return remains?.arguments ?? [] }
    return unsafe joinPoint.layout.box(at: address)
  }

  /// What the call returned; nil where it threw, and at positions ahead of the result.
  public var result: Any? {
    remains.map(\.result) ?? (unsafe frame.flatMap { unsafe joinPoint.result(in: $0) })
  }

  /// What the call threw; nil where it returned, and at positions ahead of the result.
  public var error: (any Error)? {
    remains.map(\.error) ?? (unsafe frame.flatMap { unsafe joinPoint.error(in: $0) })
  }

  /// Ends the info's part in the call; if someone has kept it, what the call left is kept too.
  func end(isKept: Bool) {
    if isKept {
      // An object that is going must not be held beyond its end.
      let receiver = selector == .deallocation ? nil : unsafe target.takeUnretainedValue()
      remains = Remains(receiver: receiver, arguments: arguments, result: result, error: error)
    }
    unsafe argumentsAddress = nil
    unsafe frame = nil
  }
}

/// What an advice may change.
extension AspectInfo {
  /// Replaces all arguments, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where their number or a type is wrong, behind the implementation, and when the call is over; then
  ///   nothing has changed.
  public func setArguments(_ values: [Any]) throws(AspectError) {
    let address = unsafe try changeableArguments("setArguments")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.layout.replaceAll(with: values, at: address)
    }
  }

  /// Replaces one argument, which later advice and the implementation see.
  ///
  /// - Throws: ``AspectError`` where there is no such argument, its type is wrong, behind the implementation, and when the call is
  ///   over; then nothing has changed.
  public func setArgument(_ value: Any, at index: Int) throws(AspectError) {
    let address = unsafe try changeableArguments("setArgument")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      unsafe try joinPoint.layout.replace(index, with: value, at: address)
    }
  }

  /// Replaces what the call returned, or the error that it threw, by a result.
  ///
  /// - Throws: ``AspectError`` where its type is wrong, ahead of the result, and when the call is over; then nothing has changed.
  public func setResult(_ value: Any) throws(AspectError) {
    unsafe try joinPoint.setResult(value, in: activeFrame("setResult"))
  }

  /// Runs what the advice stands around, with the arguments as they are now; each time anew, the whole of it.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` at positions that stand around nothing, and when the call is over.
  @discardableResult
  public func proceed() throws -> Any {
    let frame = unsafe try activeFrame("proceed")
    return try unsafe joinPoint.proceed(argumentsAddress, in: frame)
  }

  /// Runs what the advice stands around, with other arguments.
  ///
  /// - Returns: what it returned.
  /// - Throws: what it throws; and ``AspectError`` where the number of the arguments or a type is wrong, at positions that stand
  ///   around nothing, and when the call is over.
  @discardableResult
  public func proceed(with arguments: [Any]) throws -> Any {
    let frame = unsafe try activeFrame("proceed")
    return try unsafe joinPoint.proceed(with: arguments, in: frame)
  }

  @unsafe
  private func changeableArguments(_ operation: String) throws(AspectError) -> UnsafeMutableRawPointer {
    guard let address = unsafe argumentsAddress else { throw joinPoint.callEnded }
    guard joinPoint.argumentsMayChange else { throw joinPoint.unavailable(operation) }
    return unsafe address
  }

  @unsafe
  private func activeFrame(_ operation: String) throws(AspectError) -> UnsafeMutableRawPointer {
    guard isActive else { throw joinPoint.callEnded }
    guard let frame = unsafe frame else { throw joinPoint.unavailable(operation) }
    return unsafe frame
  }
}

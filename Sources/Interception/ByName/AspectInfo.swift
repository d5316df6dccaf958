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
public final class AspectInfo {
  // Alive for the whole call, since the chain retains it. Stored unretained: reference counting would cost more than the
  // advice.
  private let point: Unretained<JoinPoint>
  /// Where the call's values are; nil after the call.
  private var place: CallPlace?
  private var remains: Remains?
  /// Whether later calls use this info again; there is one such info for each join point.
  var isReusable = false

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

  init(_ joinPoint: JoinPoint, _ place: CallPlace) {
    point = Unretained(joinPoint)
    self.place = place
  }

  /// Starts reusing this info for another call; no reference from the former call may be left.
  func begin(_ place: CallPlace) {
    self.place = place
  }

  /// Whether the call is still running.
  public var isActive: Bool { place != nil }

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
    guard let receiver = place?.target.object ?? remains?.receiver else {
      fatalError("the receiver of '\(selector)' is gone")
    }
    return receiver
  }

  /// The name of the receiver's declared class.
  public var className: String { receiver.statedClass.name }

  /// The current arguments, in order; each access boxes them again.
  ///
  /// - Complexity: O(arguments).
  public var arguments: [Any] {
    guard let place else { return remains?.arguments ?? [] }
    return point.borrow { $0.layout.box(place.arguments) }
  }

  /// Returns an argument boxed.
  ///
  /// - Precondition: the call is running, and `index` is valid.
  func boxedArgument(at index: Int) -> Any {
    point.borrow { $0.layout.value(of: $0.layout.elements[index].type, in: argument(at: index)) }
  }

  /// Returns an argument, for callers that know its type.
  ///
  /// - Precondition: the call is running, and `index` is valid.
  @usableFromInline
  func argument(at index: Int) -> Loan {
    guard let place else { fatalError("the call of '\(selector)' is over") }
    return place.arguments.part(at: point.borrow { $0.layout.elements[index].offset })
  }

  /// The call's result, at positions after the call; nil at others, also in around advice, and if the call threw.
  public var result: Any? {
    remains.map(\.result) ?? place?.frame.flatMap { joinPoint.result(in: $0) }
  }

  /// The error that the call threw, at positions after the call; nil at others, and if the call returned.
  public var error: (any Error)? {
    remains.map(\.error) ?? place?.frame.flatMap { joinPoint.error(in: $0) }
  }

  /// Ends the call of an info that is still referenced, and keeps the call's final values in it.
  func end() {
    // An object in deinit must not be retained.
    remains = Remains(self, receiver: selector == .deallocation ? nil : place?.target.object)
    place = nil
  }

  private var joinPoint: JoinPoint {
    if let remains { return remains.joinPoint }
    return point.object
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
    let lent = try changeableArguments("setArguments")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      try joinPoint.layout.replaceAll(with: values, in: lent)
    }
  }

  /// Replaces one argument for later advice and the implementation.
  ///
  /// - Throws: ``AspectError`` if there is no such argument or its type is wrong, at positions after the
  ///   implementation, and after the call; nothing is changed then.
  public func setArgument(_ value: Any, at index: Int) throws(AspectError) {
    let lent = try changeableArguments("setArgument")
    try joinPoint.kind.wording { () throws(ArgumentsMismatch) in
      try joinPoint.layout.replace(index, with: value, in: lent)
    }
  }

  /// Replaces the result of the call, or the error that it threw, with a result.
  ///
  /// - Throws: ``AspectError`` if its type is wrong, at positions before the result is known, and after the call;
  ///   nothing is changed then.
  public func setResult(_ value: Any) throws(AspectError) {
    try joinPoint.setResult(value, in: active("setResult").frame)
  }

  private func changeableArguments(_ operation: String) throws(AspectError) -> Loan {
    guard let place else { throw joinPoint.callEnded }
    guard joinPoint.argumentsMayChange else { throw joinPoint.unavailable(operation) }
    return place.arguments
  }
}

// MARK: - Proceed

/// Proceeding with a call.
extension AspectInfo {
  /// Runs the rest of the call, inner advice and implementation; may be called repeatedly.
  ///
  /// - Parameter arguments: the arguments for the rest of the call; nil for the current ones.
  /// - Returns: the boxed result.
  /// - Throws: the error of the rest of the call; and ``AspectError`` if the number of arguments or a type is wrong, at
  ///   positions other than around and instead, and after the call.
  @discardableResult
  public func proceed(with arguments: [Any]? = nil) throws -> Any {
    let place = try active("proceed")
    return try joinPoint.proceed(place.arguments, with: arguments, in: place.frame)
  }

  /// Awaits the rest of an asynchronous call, otherwise as the synchronous function does.
  @discardableResult
  public nonisolated(nonsending) func proceed(with arguments: [Any]? = nil) async throws -> Any {
    let place = try active("proceed")
    return try await joinPoint.proceed(place.arguments, with: arguments, in: place.frame)
  }

  /// Returns a running call's arguments and frame; throws if there are none.
  private func active(_ operation: String) throws(AspectError) -> (arguments: Loan, frame: Loan) {
    guard let place else { throw joinPoint.callEnded }
    guard let frame = place.frame else { throw joinPoint.unavailable(operation) }
    return (place.arguments, frame)
  }

  /// An invocation with this call's receiver, selector and current arguments; invoking it is a new send, which runs all
  /// advice.
  public var invocation: Invocation { Invocation(receiver, selector, arguments) }
}

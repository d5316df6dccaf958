/// A call before it happens, as passed to before advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct BeforeCall<Receiver: InterceptableObject, Arguments>: ~Copyable {
  // Alive for the whole call, since the sender retains it. Stored unretained: reference counting would cost more than
  // the call.
  @usableFromInline let target: Unretained<Receiver>

  /// The arguments; an assigned value is passed to later advice and to the implementation.
  public var arguments: Arguments

  @inlinable @inline(__always)
  init(_ target: Unretained<Receiver>, _ arguments: Arguments) {
    self.target = target
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }
}

/// A call after it returned or threw, as passed to after advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct AfterCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // The first three properties are those of a `ReturnedCall`; see there.
  @usableFromInline let target: Unretained<Receiver>

  /// The arguments after all before advice has run.
  public let arguments: Arguments

  @usableFromInline var success: Result?
  @usableFromInline var failure: Failure?

  @inlinable @inline(__always)
  init(_ target: Unretained<Receiver>, _ arguments: Arguments, _ outcome: Swift.Result<Result, Failure>) {
    self.target = target
    self.arguments = arguments
    self.outcome = outcome
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }

  /// The result or the error; the sender receives an assigned value instead.
  @inlinable
  public var outcome: Swift.Result<Result, Failure> {
    get {
      if let failure { return .failure(failure) }
      guard let success else { preconditionFailure("a call with neither a result nor an error") }
      return .success(success)
    }
    @inline(__always)
    set {
      switch newValue {
      case .success(let result): (success, failure) = (.some(result), nil)
      case .failure(let error): (success, failure) = (nil, .some(error))
      }
    }
  }

  /// Whether the call threw.
  @inlinable var hasThrown: Bool { failure != nil }
}

extension AfterCall where Failure == Never {
  /// The call's result; the sender receives an assigned value instead.
  @inlinable
  public var result: Result {
    get {
      guard let success else { preconditionFailure("a call without a result") }
      return success
    }
    set { success = .some(newValue) }
  }
}

/// A call that returned, as passed to after-returning advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct ReturnedCall<Receiver: InterceptableObject, Arguments, Result>: ~Copyable {
  // The same properties as the first ones of an `AfterCall`, in the same order, and so at the same places in memory: the
  // advice gets the `AfterCall` itself, and needs no other function around it.
  @usableFromInline let target: Unretained<Receiver>

  /// The arguments after all before advice has run.
  public let arguments: Arguments

  @usableFromInline var success: Result?

  /// The call's result; the sender receives an assigned value instead.
  @inlinable
  public var result: Result {
    get {
      guard let success else { preconditionFailure("a call without a result") }
      return success
    }
    set { success = .some(newValue) }
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }
}

/// A call that threw, as passed to after-throwing advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct ThrownCall<Receiver: InterceptableObject, Arguments, Failure: Error>: ~Copyable {
  let target: Unretained<Receiver>

  /// The arguments after all before advice has run.
  public let arguments: Arguments

  /// The error that the call threw; the sender receives an assigned error instead.
  public var error: Failure

  /// The object that the message was sent to.
  public var receiver: Receiver { target.object }
}

/// A call that around or instead advice controls.
///
/// It is valid only while the advice runs, and can't be copied or stored.
@safe
public struct AroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call: it is on the stack of the send.
  @usableFromInline let frame: UnsafePointer<CallFrame<Receiver, Arguments, Result, Failure>>
  /// The level of the advice, in the chain.
  @usableFromInline let level: UnsafePointer<Chain.Level>
  /// The index of the around advice that `proceed()` runs; past the last one comes the instead advice, and past that the
  /// implementation.
  @usableFromInline let inner: Int

  /// The arguments that ``proceed()`` passes on.
  public var arguments: Arguments

  @inlinable @inline(__always)
  init(
    _ frame: UnsafePointer<CallFrame<Receiver, Arguments, Result, Failure>>, _ level: UnsafePointer<Chain.Level>,
    _ inner: Int, _ arguments: Arguments
  ) {
    unsafe self.frame = unsafe frame
    unsafe self.level = unsafe level
    self.inner = inner
    self.arguments = arguments
  }

  @inlinable var target: Unretained<Receiver> { unsafe frame.pointee.target }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; may be called repeatedly.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always) @discardableResult
  public func proceed() throws(Failure) -> Result {
    try proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always) @discardableResult
  public func proceed(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe ThrowingMessage.proceed(frame, level, inner, arguments)
  }
}

/// A call that has reached an implementation installed with `override`, which can call the superclass's implementation.
///
/// It is valid only during the call, and can't be copied or stored.
@safe
public struct OverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call: it is on the stack of the send.
  @usableFromInline let frame: UnsafePointer<CallFrame<Receiver, Arguments, Result, Failure>>
  /// The level of the implementation, in the chain.
  @usableFromInline let level: UnsafePointer<Chain.Level>

  /// The arguments that ``callSuper()`` passes on.
  public var arguments: Arguments

  @inlinable @inline(__always)
  init(
    _ frame: UnsafePointer<CallFrame<Receiver, Arguments, Result, Failure>>, _ level: UnsafePointer<Chain.Level>,
    _ arguments: Arguments
  ) {
    unsafe self.frame = unsafe frame
    unsafe self.level = unsafe level
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe frame.pointee.target.object }

  /// Calls `body` with the receiver, without reference counting.
  @inlinable @inline(__always)
  package func borrowReceiver<Value>(_ body: (Receiver) -> Value) -> Value { unsafe frame.pointee.target.borrow(body) }

  /// Runs the superclass's implementation and the advice hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public func callSuper() throws(Failure) -> Result {
    try callSuper(arguments)
  }

  /// Runs the superclass's implementation and the advice hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public func callSuper(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe ThrowingMessage.inherit(frame, level, arguments)
  }
}

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
  init(_ target: Receiver, _ arguments: Arguments) {
    self.target = Unretained(target)
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
  // Alive for the whole call, since the sender retains it.
  @usableFromInline let target: Unretained<Receiver>

  /// The arguments after all before advice has run.
  public let arguments: Arguments

  /// The result or the error; the sender receives an assigned value instead.
  public var outcome: Swift.Result<Result, Failure>

  @inlinable @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments, _ outcome: Swift.Result<Result, Failure>) {
    self.target = Unretained(target)
    self.arguments = arguments
    self.outcome = outcome
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }
}

extension AfterCall where Failure == Never {
  /// The call's result; the sender receives an assigned value instead.
  @inlinable
  public var result: Result {
    get {
      switch outcome {
      case .success(let result): result
      }
    }
    set { outcome = .success(newValue) }
  }
}

extension AfterCall {
  /// Runs an advice; an error that it throws becomes the call's outcome.
  @inlinable @inline(__always)
  mutating func run(_ advice: AdviceFunction<AfterCall, Void, Failure>) {
    do throws(Failure) {
      try advice(&self)
    } catch {
      outcome = .failure(error)
    }
  }

  /// Runs an asynchronous advice; an error that it throws becomes the call's outcome.
  @inlinable
  nonisolated(nonsending) mutating func run(_ advice: AsyncAdviceFunction<AfterCall, Void, Failure>) async {
    do throws(Failure) {
      try await advice(&self)
    } catch {
      outcome = .failure(error)
    }
  }

  /// Returns whether advice at a position after the call applies to this call's outcome.
  func ends(as position: AdvicePosition) -> Bool {
    switch (position, outcome) {
    case (.afterReturning, .failure), (.afterThrowing, .success): false
    default: true
    }
  }
}

/// A call that returned, as passed to after-returning advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct ReturnedCall<Receiver: InterceptableObject, Arguments, Result>: ~Copyable {
  // Alive for the whole call, since the sender retains it.
  let target: Unretained<Receiver>

  /// The arguments after all before advice has run.
  public let arguments: Arguments

  /// The call's result; the sender receives an assigned value instead.
  public var result: Result

  /// The object that the message was sent to.
  public var receiver: Receiver { target.object }
}

/// A call that threw, as passed to after-throwing advice.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct ThrownCall<Receiver: InterceptableObject, Arguments, Failure: Error>: ~Copyable {
  // Alive for the whole call, since the sender retains it.
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
public struct AroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // All are alive for the whole call: the sender retains the receiver, and the slot's call gate keeps the chain alive.
  @usableFromInline let target: Unretained<Receiver>
  @usableFromInline let layer: Unretained<Layer<Receiver, Arguments, Result, Failure>>
  /// What `proceed()` runs, encoded: the original, the implementation, or the around advice at an index; after the last
  /// of them, the instead advice.
  @usableFromInline let inner: UInt
  /// The original of the message that was sent.
  @usableFromInline let ownOriginal: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  /// The arguments that ``proceed()`` passes on.
  public var arguments: Arguments

  /// The value of `inner` for the only advice of a chain: proceeding runs the original.
  @inlinable static var original: UInt { 0 }
  /// The value of `inner` for instead advice: proceeding runs the implementation.
  @inlinable static var implementation: UInt { 1 }
  /// The value of `inner` if proceeding runs the layer's around advice at an index, or the instead advice if the index
  /// is past the end.
  @inlinable static func around(_ number: Int) -> UInt { UInt(bitPattern: number) &+ 2 }
  /// Returns the index that was passed to ``around(_:)``.
  @inlinable static func number(ofAround inner: UInt) -> Int { Int(bitPattern: inner &- 2) }

  @inlinable @inline(__always)
  init(
    _ target: Receiver, _ arguments: Arguments, layer: Unretained<Layer<Receiver, Arguments, Result, Failure>>,
    inner: UInt, _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    self.target = Unretained(target)
    self.arguments = arguments
    self.layer = layer
    self.inner = inner
    ownOriginal = original
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; may be called repeatedly.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always)
  @discardableResult
  public func proceed() throws(Failure) -> Result {
    try proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @inline(__always)
  @discardableResult
  public func proceed(_ arguments: Arguments) throws(Failure) -> Result {
    try layer.borrow { layer in
      target.borrow { receiver in
        inner == AroundCall.original
          ? ThrowingMessage.outcome(of: ownOriginal, receiver, arguments)
          : layer.proceed(to: inner, receiver, arguments, ownOriginal)
      }
    }.get()
  }
}

/// A call that has reached an implementation installed with `override`, which can call the superclass's implementation.
///
/// It is valid only during the call, and can't be copied or stored.
public struct OverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call: the sender retains the receiver, and the slot's call gate keeps the chain alive.
  @usableFromInline let target: Unretained<Receiver>
  @usableFromInline let layer: Unretained<Layer<Receiver, Arguments, Result, Failure>>
  /// The original of the message that was sent.
  @usableFromInline let original: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  /// The arguments that ``callSuper()`` passes on.
  public var arguments: Arguments

  @inlinable @inline(__always)
  init(
    _ target: Receiver, _ arguments: Arguments, layer: Layer<Receiver, Arguments, Result, Failure>,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    self.target = Unretained(target)
    self.arguments = arguments
    self.layer = Unretained(layer)
    self.original = original
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { target.object }

  /// Calls `body` with the receiver, without reference counting.
  @inlinable
  @inline(__always)
  package func borrowReceiver<Value>(_ body: (Receiver) -> Value) -> Value { target.borrow(body) }

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
    try layer.borrowThrowing { layer throws(Failure) in
      try target.borrowThrowing { receiver throws(Failure) in
        try layer.inherit(receiver, arguments, original)
      }
    }
  }
}

/// An asynchronous call that around or instead advice controls.
///
/// It is valid only while the advice runs, and can't be copied or stored.
public struct AsyncAroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  /// The object that the message was sent to.
  public let receiver: Receiver
  /// The arguments that ``proceed()`` passes on.
  public var arguments: Arguments

  @usableFromInline let layer: AsyncLayer<Receiver, Arguments, Result, Failure>
  /// The index of the next inner around advice; nil for instead advice.
  @usableFromInline let next: Int?
  /// The original of the message that was sent.
  @usableFromInline let original: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @inlinable
  init(
    _ receiver: Receiver, _ arguments: Arguments, in layer: AsyncLayer<Receiver, Arguments, Result, Failure>,
    next: Int?, _ original: @escaping AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    self.receiver = receiver
    self.arguments = arguments
    self.original = original
    self.layer = layer
    self.next = next
  }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; may be called repeatedly.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func proceed() async throws(Failure) -> Result {
    try await proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func proceed(_ arguments: Arguments) async throws(Failure) -> Result {
    guard let next else { return try await layer.implement(receiver, arguments, original) }
    return try await layer.proceed(from: next, receiver, arguments, original)
  }
}

/// An asynchronous call that has reached an implementation installed with `override`, which can call the superclass's.
///
/// It is valid only during the call, and can't be copied or stored.
public struct AsyncOverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  /// The object that the message was sent to.
  public let receiver: Receiver
  /// The arguments that ``callSuper()`` passes on.
  public var arguments: Arguments

  @usableFromInline let layer: AsyncLayer<Receiver, Arguments, Result, Failure>
  /// The original of the message that was sent.
  @usableFromInline let original: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  @inlinable
  init(
    _ receiver: Receiver, _ arguments: Arguments, in layer: AsyncLayer<Receiver, Arguments, Result, Failure>,
    _ original: @escaping AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    self.receiver = receiver
    self.arguments = arguments
    self.layer = layer
    self.original = original
  }

  /// Runs the superclass's implementation and the advice hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper(_ arguments: Arguments) async throws(Failure) -> Result {
    try await layer.inherit(receiver, arguments, original)
  }

  /// Runs the superclass's implementation and the advice hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable @discardableResult
  public nonisolated(nonsending) func callSuper() async throws(Failure) -> Result {
    try await callSuper(arguments)
  }
}

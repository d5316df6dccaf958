/// A call that is about to happen, as a before advice sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct BeforeCall<Receiver: InterceptableObject, Arguments>: ~Copyable {
  // Alive for the whole call, since the sender holds it; kept without counting, which would cost more than the call.
  @usableFromInline let target: Unmanaged<Receiver>

  /// The arguments; what is assigned here is what later advice and the implementation see.
  public var arguments: Arguments

  @inlinable
  @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}

/// A call that has happened, as an after advice sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct AfterCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  @usableFromInline let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// The result or the error; what is assigned here is what the sender gets.
  public var outcome: Swift.Result<Result, Failure>

  @inlinable
  @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments, _ outcome: Swift.Result<Result, Failure>) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.outcome = outcome
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}

extension AfterCall where Failure == Never {
  /// What the call returned; what is assigned here is what the sender gets.
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
  /// Whether an advice at a position behind the call is meant for what this one has come to.
  func ends(as position: AdvicePosition) -> Bool {
    switch (position, outcome) {
    case (.afterReturning, .failure), (.afterThrowing, .success): false
    default: true
    }
  }
}

/// A call that has returned, as an advice after returning sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct ReturnedCall<Receiver: InterceptableObject, Arguments, Result>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  private let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// What the call returned; what is assigned here is what the sender gets.
  public var result: Result

  init(_ target: Receiver, _ arguments: Arguments, _ result: Result) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.result = result
  }

  /// The object that the message was sent to.
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}

/// A call that has thrown, as an advice after throwing sees it.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct ThrownCall<Receiver: InterceptableObject, Arguments, Failure: Error>: ~Copyable {
  // Alive for the whole call, since the sender holds it.
  private let target: Unmanaged<Receiver>

  /// The arguments as the before advice left them.
  public let arguments: Arguments

  /// What the call threw; what is assigned here is what the sender gets.
  public var error: Failure

  init(_ target: Receiver, _ arguments: Arguments, _ error: Failure) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    self.error = error
  }

  /// The object that the message was sent to.
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }
}

/// A call that an around or instead advice has in its hands.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct AroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // All are alive for the whole call: the sender holds the receiver, the gate of the slot holds the chain.
  @usableFromInline let target: Unmanaged<Receiver>
  @usableFromInline let layer: Unmanaged<Layer<Receiver, Arguments, Result, Failure>>
  /// What is inside: the original, the implementation, or the around advice of a number and, behind the last one, the insteads.
  @usableFromInline let inner: UInt
  /// The original of the message that was sent.
  @usableFromInline let ownOriginal: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  /// The arguments that ``proceed()`` hands on.
  public var arguments: Arguments

  /// The advice is the only one in the chain, and the original is inside it.
  @inlinable static var original: UInt { 0 }
  /// The advice is an instead, and the implementation is inside it.
  @inlinable static var implementation: UInt { 1 }
  /// The around advice of a number among those of the layer is inside it, or the insteads where there is none of that number.
  @inlinable static func around(_ number: Int) -> UInt { UInt(bitPattern: number) &+ 2 }
  /// The number that ``around(_:)`` was given.
  @inlinable static func number(ofAround inner: UInt) -> Int { Int(bitPattern: inner &- 2) }

  @inlinable
  @inline(__always)
  init(
    _ target: Receiver, _ arguments: Arguments, layer: Unmanaged<Layer<Receiver, Arguments, Result, Failure>>,
    inner: UInt, _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    unsafe self.layer = unsafe layer
    self.inner = inner
    ownOriginal = original
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; each time again.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable
  @inline(__always)
  @discardableResult
  public func proceed() throws(Failure) -> Result {
    try proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable
  @inline(__always)
  @discardableResult
  public func proceed(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe layer._withUnsafeGuaranteedRef { layer in
      unsafe target._withUnsafeGuaranteedRef { receiver in
        inner == AroundCall.original
          ? ThrowingMessage.outcome(of: ownOriginal, receiver, arguments)
          : layer.proceed(to: inner, receiver, arguments, ownOriginal)
      }
    }.get()
  }
}

/// A call that has reached a class's own implementation of a message, from where the superclass's can be called.
///
/// It lives for the call only, and cannot be copied or kept.
@safe
public struct OverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // Alive for the whole call: the sender holds the receiver, the gate of the slot holds the chain.
  @usableFromInline let target: Unmanaged<Receiver>
  @usableFromInline let layer: Unmanaged<Layer<Receiver, Arguments, Result, Failure>>
  /// The original of the message that was sent.
  @usableFromInline let original: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  /// The arguments that ``callSuper()`` hands on.
  public var arguments: Arguments

  @inlinable
  @inline(__always)
  init(
    _ target: Receiver, _ arguments: Arguments, layer: Layer<Receiver, Arguments, Result, Failure>,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    unsafe self.layer = Unmanaged.passUnretained(layer)
    self.original = original
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }

  /// Runs the superclass's implementation, with whatever is hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable
  @discardableResult
  public func callSuper() throws(Failure) -> Result {
    try callSuper(arguments)
  }

  /// Runs the superclass's implementation, with whatever is hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable
  @discardableResult
  public func callSuper(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe layer.withBorrowed { layer throws(Failure) in
      try unsafe target.withBorrowed { receiver throws(Failure) in
        try layer.inherit(receiver, arguments, original)
      }
    }
  }
}

/// An asynchronous call that an around or instead advice has in its hands.
///
/// It lives for the advice only, and cannot be copied or kept.
public struct AsyncAroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  /// The object that the message was sent to.
  public let receiver: Receiver
  /// The arguments that ``proceed()`` hands on.
  public var arguments: Arguments

  @usableFromInline let layer: AsyncLayer<Receiver, Arguments, Result, Failure>
  /// The around that stands inside this one, by number; nil for an instead.
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
    self.layer = layer
    self.next = next
    self.original = original
  }

  /// Runs the rest of the call, inner advice and implementation, with ``arguments``; each time again.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable
  @discardableResult
  public nonisolated(nonsending) func proceed() async throws(Failure) -> Result {
    try await proceed(arguments)
  }

  /// Runs the rest of the call with other arguments.
  ///
  /// - Throws: what inner advice or the implementation throws.
  @inlinable
  @discardableResult
  public nonisolated(nonsending) func proceed(_ arguments: Arguments) async throws(Failure) -> Result {
    guard let next else { return try await layer.implement(receiver, arguments, original) }
    return try await layer.proceed(from: next, receiver, arguments, original)
  }
}

/// An asynchronous call that has reached a class's own implementation, from where the superclass's can be called.
///
/// It lives for the call only, and cannot be copied or kept.
public struct AsyncOverrideCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  /// The object that the message was sent to.
  public let receiver: Receiver
  /// The arguments that ``callSuper()`` hands on.
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

  /// Runs the superclass's implementation, with whatever is hooked there, with ``arguments``.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable
  @discardableResult
  public nonisolated(nonsending) func callSuper() async throws(Failure) -> Result {
    try await callSuper(arguments)
  }

  /// Runs the superclass's implementation, with whatever is hooked there, with other arguments.
  ///
  /// - Throws: what the superclass's advice or implementation throws.
  @inlinable
  @discardableResult
  public nonisolated(nonsending) func callSuper(_ arguments: Arguments) async throws(Failure) -> Result {
    try await layer.inherit(receiver, arguments, original)
  }
}

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

/// A call that an around or instead advice has in its hands.
///
/// It lives for the advice only, and cannot be copied or kept.
@safe
public struct AroundCall<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: ~Copyable {
  // All three are alive for the whole call: the sender holds the receiver, the gate of the slot holds the chain.
  @usableFromInline let target: Unmanaged<Receiver>
  @usableFromInline let layer: Unmanaged<Layer<Receiver, Arguments, Result, Failure>>
  @usableFromInline let inner: Unmanaged<AroundNode<Receiver, Arguments, Result, Failure>>?
  @usableFromInline let isInstead: Bool

  /// The arguments that ``proceed()`` hands on.
  public var arguments: Arguments

  @inlinable
  @inline(__always)
  init(
    _ target: Receiver, _ arguments: Arguments, layer: Layer<Receiver, Arguments, Result, Failure>,
    inner: AroundNode<Receiver, Arguments, Result, Failure>?, isInstead: Bool
  ) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    unsafe self.layer = Unmanaged.passUnretained(layer)
    unsafe self.inner = inner.map { unsafe Unmanaged.passUnretained($0) }
    self.isInstead = isInstead
  }

  /// A call at the only around advice of a chain.
  @inlinable
  @inline(__always)
  init(_ target: Receiver, _ arguments: Arguments, layer: Unmanaged<Layer<Receiver, Arguments, Result, Failure>>) {
    unsafe self.target = Unmanaged.passUnretained(target)
    self.arguments = arguments
    unsafe self.layer = unsafe layer
    unsafe inner = nil
    isInstead = false
  }

  /// The object that the message was sent to.
  @inlinable
  public var receiver: Receiver { unsafe target.takeUnretainedValue() }

  /// Runs what the advice stands around, with ``arguments``; each time anew, the whole of it.
  @inlinable
  @inline(__always)
  @discardableResult
  public func proceed() throws(Failure) -> Result {
    try proceed(arguments)
  }

  /// Runs what the advice stands around, with other arguments.
  @inlinable
  @inline(__always)
  @discardableResult
  public func proceed(_ arguments: Arguments) throws(Failure) -> Result {
    try unsafe layer.withBorrowed { layer throws(Failure) in
      try unsafe target.withBorrowed { receiver throws(Failure) in
        layer.shape == .around
          ? try layer.original(receiver, arguments) : try layer.proceed(from: self, receiver, arguments)
      }
    }
  }
}

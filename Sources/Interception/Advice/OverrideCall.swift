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

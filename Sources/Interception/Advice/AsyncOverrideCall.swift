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

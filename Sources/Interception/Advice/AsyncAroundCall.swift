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

/// Asynchronous messages whose original is an ordinary method of the class.
///
/// ```swift
/// class Document: InterceptableObject {
///   static let save = AsyncMessage("save(to:)", Document.onSave)
///   nonisolated(nonsending) final func save(to place: String) async -> Int { await send(Document.save, place) }
///   nonisolated(nonsending) func onSave(to place: String) async -> Int { … }
/// }
/// ```
///
/// As with a ``ThrowingMessage``, a subclass overrides what runs. The method says `nonisolated(nonsending)`, or the upcoming
/// feature `NonisolatedNonsendingByDefault` says it everywhere.
extension AsyncThrowingMessage {
  /// Declares the message `name` with an asynchronous method of `Receiver` as its original implementation.
  ///
  /// Where the method takes several arguments, `Arguments` is a tuple of them without labels.
  @inlinable
  @inline(__always)
  public init<each Argument>(
    _ name: StaticString,
    _ method:
      @escaping @Sendable (Receiver) ->
      nonisolated(nonsending) (repeat each Argument) async throws(Failure) -> Result
  ) where Arguments == (repeat each Argument) {
    self.init(name) { receiver, arguments async throws(Failure) in try await method(receiver)(repeat each arguments) }
  }

  /// Runs the message's own original on an object, without any advice.
  ///
  /// It is how a message that a subclass declares under the same name calls up: the advice of the superclass already surrounds it.
  ///
  /// - Throws: what the original throws.
  /// - Precondition: a message of a class that is confined to the main actor is run from there.
  @inlinable
  public nonisolated(nonsending) func callOriginal(
    on receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    if traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, run from elsewhere")
    }
    return try await original(receiver, arguments)
  }
}

extension Interceptable {
  /// Sends an asynchronous message that takes several arguments to this object: its advice runs, and its implementation.
  ///
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<First, Second, each Other, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, (First, Second, repeat each Other), Result, Failure>, _ first: First,
    _ second: Second, _ others: repeat each Other
  ) async throws(Failure) -> Result {
    try await message.send(to: self, (first, second, repeat each others))
  }
}

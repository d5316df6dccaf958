/// A message whose implementation is asynchronous: what may be sent to objects of one class, awaited, and hooked.
///
/// It is declared as a ``ThrowingMessage`` is, as a constant without side effects:
///
/// ```swift
/// final class Document: InterceptableObject {
///   static let save = AsyncMessage<Document, String, Int>("save(to:)") { document, place in
///     await document.write(to: place)
///   }
///   nonisolated(nonsending) func save(to place: String) async -> Int { await send(Document.save, place) }
/// }
/// ```
///
/// The implementation and its advice run in the caller's isolation, see its task-local values, and see it cancelled. So an object
/// that is not Sendable never leaves its actor, provided that the method says `nonisolated(nonsending)`, as the upcoming feature
/// `NonisolatedNonsendingByDefault` has it everywhere; a method of a class that is confined to an actor needs no such words.
///
/// A message that cannot throw has the `Failure` `Never`, and is spelled ``AsyncMessage``. One name in one class belongs to a
/// message that is asynchronous or to one that is not, as it belongs to one set of types.
public struct AsyncThrowingMessage<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Sendable {
  /// What runs when nobody intercepts, where the caller is isolated.
  public typealias Implementation =
    nonisolated(nonsending) @Sendable (Receiver, Arguments) async throws(Failure) -> Result

  @usableFromInline let name: StaticString
  @usableFromInline let original: Implementation
  @usableFromInline let traits: MessageTraits
  /// The class that declares a message of the class itself; a function, since a class would not be a constant.
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?

  /// Declares the message `name` of `Receiver`, written as Swift writes it, with its original implementation.
  @inlinable
  @inline(__always)
  public init(_ name: StaticString, _ original: @escaping Implementation) {
    self.name = name
    self.original = original
    traits = .async
    owner = nil
  }

  /// Declares a message of a class that is confined to the main actor.
  ///
  /// Its sends must come from the main actor, and are checked. Advice runs there too, and reaches the actor's state where it is
  /// hooked with ``hook(on:mainActor:_:advice:)``.
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) async throws(Failure) -> Result
  ) {
    self.name = name
    self.original = { receiver, arguments async throws(Failure) in
      let given = StaysOnMainActor((receiver, arguments))
      let result = { @MainActor @Sendable () async throws(Failure) in
        StaysOnMainActor(try await original(given.value.0, given.value.1))
      }
      return try await result().value
    }
    traits = [.async, .mainActor]
    owner = nil
  }

  /// Declares a message whose implementation runs on the main actor whoever sends it, while the advice stays with the sender.
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) async throws(Failure) -> Result
  ) where Receiver: Sendable, Arguments: Sendable, Result: Sendable {
    self.name = name
    self.original = { receiver, arguments async throws(Failure) in try await original(receiver, arguments) }
    traits = .async
    owner = nil
  }

  @inlinable
  @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits, owner: @escaping @Sendable () -> InterceptableObject.Type,
    _ original: @escaping Implementation
  ) {
    self.name = name
    self.original = original
    self.traits = traits
    self.owner = owner
  }

  /// The message's name.
  public var selector: Selector { traits.selector(of: name.description) }

  /// The message's types.
  public var signature: MessageSignature {
    MessageSignature(
      receiver: Receiver.self, arguments: Arguments.self, result: Result.self, failure: Failure.self, isAsync: true)
  }

  /// The address by which tables know the message.
  @inlinable
  @inline(__always)
  var key: UInt { traits.key(of: name) }
}

/// An asynchronous message that does not throw.
public typealias AsyncMessage<Receiver: InterceptableObject, Arguments, Result> =
  AsyncThrowingMessage<Receiver, Arguments, Result, Never>

extension AsyncThrowingMessage: InterceptableMessage {
  /// The message itself.
  public var kinds: [MessageKind] { [TypedAsyncMessageKind(self)] }
}

/// What goes into a function of the main actor and comes out of it where the caller is there already, so that nothing is handed
/// over.
struct StaysOnMainActor<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

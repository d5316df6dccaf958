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

// MARK: - Method

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
  /// Sends an asynchronous message that takes several arguments to this object, which runs its advice and its
  /// implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<First, Second, each Other, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, (First, Second, repeat each Other), Result, Failure>, _ first: First,
    _ second: Second, _ others: repeat each Other
  ) async throws(Failure) -> Result {
    try await message.send(to: self, (first, second, repeat each others))
  }
}

// MARK: - Class side

/// Asynchronous messages of a class itself, whose receiver is the class's side.
extension AsyncThrowingMessage where Receiver == ClassSide {
  /// Declares the asynchronous message `name` of the class `owner` itself, and of the classes below.
  ///
  /// The implementation is given the class that the message was sent to. It traps where that is neither the owner nor below.
  @inlinable
  @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString,
    _ original:
      nonisolated(nonsending) @escaping @Sendable (Owner.Type, Arguments) async throws(Failure) -> Result
  ) {
    self.init(name, .async, owner: { Owner.self }) { side, arguments async throws(Failure) in
      try await original(side.type(below: Owner.self), arguments)
    }
  }
}

extension InterceptableObject {
  /// Sends an asynchronous message to this class itself, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) static func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<ClassSide, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: classSide, arguments)
  }

  /// Sends an asynchronous message without arguments to this class itself.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) static func send<Result, Failure>(
    _ message: AsyncThrowingMessage<ClassSide, Void, Result, Failure>
  ) async throws(Failure) -> Result {
    try await message.send(to: classSide, ())
  }
}

// MARK: - Send

extension AsyncThrowingMessage {
  /// Sends the message: runs the receiver's advice and implementation, or only the original if nothing is hooked.
  ///
  /// It returns when the method has really finished, and the advice behind it. Where nothing is hooked on the receiver's class it
  /// costs two loads and a branch above the call.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation or its advice throws.
  /// - Precondition: a message of a class that is confined to the main actor is sent from there.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send(
    to receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    if traits.contains(.mainActor) {
      MainActor.preconditionIsolated("a message of the main actor, sent from elsewhere")
    }
    if receiver.isPlain { return try await original(receiver, arguments) }
    return try await dispatch(receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  @inlinable
  @inline(never)
  nonisolated(nonsending) func dispatch(
    _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    guard let chain = receiver.chain(of: self) else { return try await original(receiver, arguments) }
    let place = TaskCalls.enter(chain)
    defer { TaskCalls.leave(place) }
    return try await chain.run(receiver, arguments, original)
  }
}

extension Interceptable {
  /// Sends an asynchronous message to this object, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: self, arguments)
  }

  /// Sends an asynchronous message without arguments to this object.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable
  @inline(__always)
  public nonisolated(nonsending) func send<Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Void, Result, Failure>
  ) async throws(Failure) -> Result {
    try await message.send(to: self, ())
  }
}

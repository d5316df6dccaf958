/// A message with an asynchronous implementation, which can be sent to objects of a class, awaited and hooked.
///
/// Like a ``ThrowingMessage``, it is declared as a constant without side effects:
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
/// The implementation and its advice run in the caller's isolation, and see its task-local values and its cancellation.
/// So a non-Sendable object never leaves its actor, if the method is declared `nonisolated(nonsending)`, which is the
/// default with the upcoming feature `NonisolatedNonsendingByDefault`. Methods of actor-isolated classes don't need
/// this.
///
/// A message that can't throw has `Never` as its `Failure`, and is written as ``AsyncMessage``. In a class, a name
/// belongs to either an asynchronous or a synchronous message, with one set of types.
public struct AsyncThrowingMessage<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: Sendable {
  /// The type of the original implementation, which runs in the caller's isolation if nothing is hooked.
  public typealias Implementation =
    nonisolated(nonsending) @Sendable (Receiver, Arguments) async throws(Failure) -> Result

  @usableFromInline let name: StaticString
  @usableFromInline let traits: MessageTraits
  /// The class that declares a class message; a closure, since a metatype wouldn't be a compile-time constant.
  @usableFromInline let owner: (@Sendable () -> InterceptableObject.Type)?
  @usableFromInline let original: Implementation
  /// The line of the declaration; see ``ThrowingMessage``.
  @usableFromInline let line: UInt32

  /// Declares the message `name` of `Receiver`, in Swift notation, with its original implementation.
  @inlinable @inline(__always)
  public init(_ name: StaticString, _ original: @escaping Implementation, line: UInt32 = #line) {
    self.init(name, .async, line: line, original)
  }

  /// Declares a message of a main-actor class.
  ///
  /// It must be sent on the main actor, which each send checks. Advice runs there too, and can access the actor's state
  /// if it is hooked with ``hook(on:mainActor:_:advice:)``.
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) async throws(Failure) -> Result,
    line: UInt32 = #line
  ) {
    self.init(name, [.async, .mainActor], line: line) { receiver, arguments async throws(Failure) in
      let given = StaysOnMainActor((receiver, arguments))
      let result = { @MainActor @Sendable () async throws(Failure) in
        StaysOnMainActor(try await original(given.value.0, given.value.1))
      }
      return try await result().value
    }
  }

  /// Declares a message whose implementation always runs on the main actor, while its advice runs in the sender's
  /// isolation.
  public init(
    mainActor name: StaticString,
    _ original: @escaping @MainActor @Sendable (Receiver, Arguments) async throws(Failure) -> Result,
    line: UInt32 = #line
  ) where Receiver: Sendable, Arguments: Sendable, Result: Sendable {
    self.init(name, .async, line: line) { receiver, arguments async throws(Failure) in
      try await original(receiver, arguments)
    }
  }

  @inlinable @inline(__always)
  init(
    _ name: StaticString, _ traits: MessageTraits, owner: (@Sendable () -> InterceptableObject.Type)? = nil,
    line: UInt32, _ original: @escaping Implementation
  ) {
    self.name = name
    self.original = original
    self.line = line
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

  /// The message's key in lookup tables.
  @inlinable @inline(__always)
  var key: UInt { traits.key(of: name) }
}

/// An asynchronous message that doesn't throw.
public typealias AsyncMessage<Receiver: InterceptableObject, Arguments, Result> =
  AsyncThrowingMessage<Receiver, Arguments, Result, Never>

extension AsyncThrowingMessage: InterceptableMessage {
  /// This message.
  public var kinds: [MessageKind] { [TypedAsyncMessageKind(self)] }
}

// MARK: - Method

/// Asynchronous messages whose original implementation is a method of the class.
///
/// ```swift
/// class Document: InterceptableObject {
///   static let save = AsyncMessage("save(to:)", Document.onSave)
///   nonisolated(nonsending) final func save(to place: String) async -> Int { await send(Document.save, place) }
///   nonisolated(nonsending) func onSave(to place: String) async -> Int { … }
/// }
/// ```
///
/// As with a ``ThrowingMessage``, a subclass overrides the method that does the work. The method must be
/// `nonisolated(nonsending)`, which is the default with the upcoming feature `NonisolatedNonsendingByDefault`.
/// As there, a closure may be among at most two parameters.
extension AsyncThrowingMessage {
  /// Declares the message `name` with an asynchronous method of `Receiver`, which takes one argument.
  @inlinable @inline(__always)
  public init(
    _ name: StaticString,
    _ method:
      @escaping @Sendable (Receiver) -> nonisolated(nonsending) (Arguments) async throws(Failure) -> Result,
    line: UInt32 = #line
  ) {
    self.init(name, .async, line: line) { receiver, argument async throws(Failure) in
      try await method(receiver)(argument)
    }
  }

  /// Declares the message `name` with an asynchronous method that takes two arguments.
  @inlinable @inline(__always)
  public init<First, Second>(
    _ name: StaticString,
    _ method:
      @escaping @Sendable (Receiver) -> nonisolated(nonsending) (First, Second) async throws(Failure) -> Result,
    line: UInt32 = #line
  ) where Arguments == (First, Second) {
    self.init(name, .async, line: line) { receiver, arguments async throws(Failure) in
      try await method(receiver)(arguments.0, arguments.1)
    }
  }

  /// Declares the message `name` with an asynchronous method of any number of arguments.
  ///
  /// If the method takes several arguments, `Arguments` is a tuple of them without labels.
  @inlinable @inline(__always)
  public init<each Argument>(
    _ name: StaticString,
    _ method:
      @escaping @Sendable (Receiver) ->
      nonisolated(nonsending) (repeat each Argument) async throws(Failure) -> Result, line: UInt32 = #line
  ) where Arguments == (repeat each Argument) {
    self.init(name, .async, line: line) { receiver, arguments async throws(Failure) in
      try await method(receiver)(repeat each arguments)
    }
  }

  /// Runs the message's original implementation on an object, without any advice.
  ///
  /// A message that a subclass declares under the same name uses this instead of `super`, since the superclass's advice
  /// already runs around it.
  ///
  /// - Throws: what the original throws.
  /// - Precondition: the caller of a main-actor message is on the main actor.
  @inlinable
  public nonisolated(nonsending) func callOriginal(
    on receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    traits.checkIsolation(of: "\(type(of: receiver)).\(selector)")
    return try await original(receiver, arguments)
  }
}

extension Interceptable {
  /// Sends an asynchronous message that takes several arguments to this object, which runs its advice and its
  /// implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func send<First, Second, each Other, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, (First, Second, repeat each Other), Result, Failure>, _ first: First,
    _ second: Second, _ others: repeat each Other
  ) async throws(Failure) -> Result {
    try await message.send(to: self, (first, second, repeat each others))
  }
}

// MARK: - Refused

/// Declarations that the compiler refuses in words.
extension AsyncThrowingMessage {
  /// Produces a compiler error that explains how to declare a message of the class itself.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a message of the class states it: AsyncMessage(of: Account.self, \"open(_:)\") { type, amount in … }"
  )
  public init<each Argument>(
    _ name: StaticString, _ function: @escaping @Sendable (repeat each Argument) async throws(Failure) -> Result
  ) where Receiver == ClassSide, Arguments == (repeat each Argument) {
    preconditionFailure("a message of the class itself")
  }

  /// Produces a compiler error that names the type of a message whose method throws.
  @available(*, unavailable, message: "an asynchronous method that throws has an AsyncThrowingMessage")
  public init<each Argument>(
    _ name: StaticString, _ method: @escaping @Sendable (Receiver) -> (repeat each Argument) async throws -> Result
  ) where Arguments == (repeat each Argument), Failure == Never {
    preconditionFailure("a method that throws")
  }

  /// Produces a compiler error that explains how to declare a message of a generic method.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a generic method is called in a closure: AsyncMessage<List, Int, Void>(\"add(_:)\") { list, item in … }"
  )
  public init(
    _ name: StaticString,
    _ method: @escaping @Sendable (Receiver) -> nonisolated(nonsending) (Arguments) async throws(Failure) -> Result
  ) where Arguments == AnyArgument {
    preconditionFailure("a generic method")
  }
}

// MARK: - Class side

/// Asynchronous class messages, whose receiver is the class's ``ClassSide``.
extension AsyncThrowingMessage where Receiver == ClassSide {
  /// Declares the asynchronous class message `name` of `owner` and its subclasses.
  ///
  /// The implementation receives the class that the message was sent to; a class other than the owner or a subclass
  /// traps.
  @inlinable @inline(__always)
  public init<Owner: InterceptableObject>(
    of owner: Owner.Type, _ name: StaticString,
    _ original:
      nonisolated(nonsending) @escaping @Sendable (Owner.Type, Arguments) async throws(Failure) -> Result,
    line: UInt32 = #line
  ) {
    self.init(name, .async, owner: { Owner.self }, line: line) { side, arguments async throws(Failure) in
      try await original(side.type(below: Owner.self, of: name), arguments)
    }
  }
}

extension InterceptableObject {
  /// Sends an asynchronous message to this class itself, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
  public nonisolated(nonsending) static func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<ClassSide, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: classSide, arguments)
  }

  /// Sends an asynchronous message without arguments to this class itself.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
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
  /// It returns after the method and its after advice have finished. If nothing is hooked on the receiver's class, it
  /// costs two loads and a branch more than the call.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation or its advice throws.
  /// - Precondition: a message of a main-actor class is sent on the main actor.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func send(
    to receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    traits.checkIsolation(of: "\(type(of: receiver)).\(selector)")
    if receiver.isPlain { return try await original(receiver, arguments) }
    return try await dispatch(receiver, arguments)
  }

  /// Sends to an object with hooks, though perhaps not on this message.
  @inlinable @inline(never)
  nonisolated(nonsending) func dispatch(
    _ receiver: Receiver, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    guard let chain = receiver.chain(of: self) else { return try await original(receiver, arguments) }
    defer { withExtendedLifetime(chain) {} }
    let place = TaskCalls.enter(chain)
    defer { TaskCalls.leave(place) }
    var frame = Frame(receiver, awaiting: original)
    return try await unsafe AsyncThrowingMessage.run(&frame, chain.levels, arguments)
  }
}

extension Interceptable {
  /// Sends an asynchronous message to this object, which runs its advice and its implementation.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func send<Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Arguments, Result, Failure>, _ arguments: Arguments
  ) async throws(Failure) -> Result {
    try await message.send(to: self, arguments)
  }

  /// Sends an asynchronous message without arguments to this object.
  ///
  /// - Throws: what the implementation or its advice throws.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func send<Result, Failure>(
    _ message: AsyncThrowingMessage<Self, Void, Result, Failure>
  ) async throws(Failure) -> Result {
    try await message.send(to: self, ())
  }
}

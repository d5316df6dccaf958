/// A message with erased types, as listed by a class and found by name at run time.
///
/// Internally, it also creates the message's level books and builds its chains.
public class MessageKind: @unchecked Sendable {
  /// The message's name.
  public final let selector: Selector
  /// The message's types.
  public final let signature: MessageSignature
  /// The class that declares a class message; nil for other messages.
  final let owner: InterceptableObject.Type?
  /// Identifies the argument, result and error types: messages of the same name in a class and its subclasses share a
  /// chain if these are equal.
  final let chainType: ObjectIdentifier
  /// The message's key in lookup tables.
  final let key: UInt
  /// The message's traits.
  final let traits: MessageTraits
  /// The memory layout of the arguments.
  final let layout: ArgumentsLayout

  init(
    selector: Selector, signature: MessageSignature, owner: InterceptableObject.Type? = nil,
    chainType: ObjectIdentifier, key: UInt, traits: MessageTraits = []
  ) {
    self.selector = selector
    self.signature = signature
    self.owner = owner
    self.chainType = chainType
    self.key = key
    self.traits = traits
    layout = ArgumentsLayout(of: signature.arguments)
  }

  /// Returns whether two messages of one name have the same types and the same class.
  final func isSame(as other: MessageKind) -> Bool {
    chainType == other.chainType && signature.receiver == other.signature.receiver && owner == other.owner
  }

  /// Builds the chain for an object's levels, the most derived first; nil if only the original runs.
  func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    preconditionFailure("abstract")
  }

  /// Sends the message with boxed arguments, and boxes the result.
  func invoke(_ arguments: [Any], on object: InterceptableObject) throws -> Any {
    throw AspectError.isAsynchronous(class: className, selector: selector)
  }

  /// Sends the message with boxed arguments, awaits it if it is asynchronous, and boxes the result.
  nonisolated(nonsending) func invoke(_ arguments: [Any], on object: InterceptableObject) async throws -> Any {
    let invokeAtOnce: ([Any], InterceptableObject) throws -> Any = invoke
    return try invokeAtOnce(arguments, object)
  }

  /// Installs advice whose types have been checked against the message.
  func install(
    _ advice: ErasedAdvice, at position: AdvicePosition, in classObject: ClassObject, _ options: AspectOptions,
    _ registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    preconditionFailure("abstract")
  }
}

extension MessageKind: CustomStringConvertible {
  /// The name with the types: `"deposit(_:): Account.(Int) -> Int"`.
  public final var description: String { "\(selector): \(signature)" }
}

/// The books that make up one layer: that of a class, and that of an object of this class.
struct LevelGroup {
  let ofClass: LevelRegistration?
  let ofObject: LevelRegistration?
  /// The class's name.
  let className: String
  /// The declared class; nil for a dynamic subclass.
  let type: InterceptableObject.Type?

  /// Whether there is anything besides observers.
  var isLevel: Bool { ofClass?.isLevel == true || ofObject?.isLevel == true }

  /// The advice of the class, followed by that of the object.
  var lists: AdviceLists {
    guard let ofObject else { return ofClass?.lists ?? AdviceLists() }
    return (ofClass?.lists ?? AdviceLists()).joined(with: ofObject.lists)
  }
}

/// A message kind with known types of advice and of run-time implementations.
class AdvisedMessageKind<Advice: BodiedAdvice, Override>: MessageKind, @unchecked Sendable {
  typealias Book = TypedLevelRegistration<Advice, Override>
}

/// The kind of a synchronous message with known types.
///
/// Hooks are stored with the receiver type erased to the root class; see ``RootReceiver``.
final class TypedMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  AdvisedMessageKind<
    RootReceiver.Advice<Arguments, Result, Failure>, RootReceiver.Layer<Arguments, Result, Failure>.Override
  >, @unchecked Sendable
{
  typealias Chain = RootReceiver.Layer<Arguments, Result, Failure>
  typealias Advice = RootReceiver.Advice<Arguments, Result, Failure>

  let message: ThrowingMessage<Receiver, Arguments, Result, Failure>

  init(_ message: ThrowingMessage<Receiver, Arguments, Result, Failure>) {
    self.message = message
    super.init(
      selector: message.selector, signature: message.signature, owner: message.owner?(),
      chainType: ObjectIdentifier(Chain.self), key: message.key, traits: message.traits)
  }

  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    var chain: Chain?
    for level in levels.reversed() where level.isLevel {
      chain = Chain(level.lists, override: override(of: level), superLayer: chain, level: level.type)
    }
    // The observers of the classes, the most derived first, then those of the object.
    let registrations = levels.compactMap { $0.ofClass } + levels.compactMap { $0.ofObject }
    let observers = registrations.compactMap { $0.lists.observers }
    if observers.isEmpty { return chain }
    return Chain(observers: observers, superLayer: chain)
  }

  private func override(of level: LevelGroup) -> Chain.Override? {
    (level.ofClass as? Book)?.override ?? (level.ofObject as? Book)?.override
  }

  override func install(
    _ advice: ErasedAdvice, at position: AdvicePosition, in classObject: ClassObject, _ options: AspectOptions,
    _ registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try classObject.install(body(of: advice, at: position), at: position, of: self, options: options, in: &registry)
  }

  override func invoke(_ arguments: [Any], on object: InterceptableObject) throws -> Any {
    try send(arguments, to: object)
  }
}

/// The kind of an asynchronous message with known types.
final class TypedAsyncMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  AdvisedMessageKind<
    RootReceiver.AsyncAdvice<Arguments, Result, Failure>, RootReceiver.AsyncLayer<Arguments, Result, Failure>.Override
  >, @unchecked Sendable
{
  typealias Advice = RootReceiver.AsyncAdvice<Arguments, Result, Failure>
  typealias Chain = RootReceiver.AsyncLayer<Arguments, Result, Failure>

  let message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>

  init(_ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>) {
    self.message = message
    super.init(
      selector: message.selector, signature: message.signature, owner: message.owner?(),
      chainType: ObjectIdentifier(Chain.self), key: message.key, traits: message.traits)
  }

  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    levels.reversed().reduce(nil as Chain?) { chain, level in
      let override = (level.ofClass as? Book)?.override ?? (level.ofObject as? Book)?.override
      return Chain(level.lists, override: override, superLayer: chain, level: level.type)
    }
  }

  override func install(
    _ advice: ErasedAdvice, at position: AdvicePosition, in classObject: ClassObject, _ options: AspectOptions,
    _ registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try classObject.install(body(of: advice, at: position), at: position, of: self, options: options, in: &registry)
  }

  override nonisolated(nonsending) func invoke(
    _ arguments: [Any], on object: InterceptableObject
  ) async throws -> Any {
    try await send(arguments, to: object)
  }
}

/// An element of a class's ``InterceptableObject/messages``: a message of any kind, or a property.
public protocol InterceptableMessage: Sendable {
  /// The messages that it represents: two for a property, otherwise one.
  var kinds: [MessageKind] { get }
}

/// The messages that a class lists.
public typealias MessageList = [any InterceptableMessage]

extension ThrowingMessage: InterceptableMessage {
  /// This message.
  public var kinds: [MessageKind] { [TypedMessageKind(self)] }
}

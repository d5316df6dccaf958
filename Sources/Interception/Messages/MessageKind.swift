/// A message as a class knows it at run time, whatever its types: what is listed, and what is found by name.
///
/// To the runtime it is also how the levels of the message are kept, and how its chains are built.
public class MessageKind: @unchecked Sendable {
  /// The message's name.
  public final let selector: Selector
  /// The message's types.
  public final let signature: MessageSignature
  /// The class that declares it, where it is a message of the class itself.
  final let owner: InterceptableObject.Type?
  /// The arguments, result and errors: messages of one name on one path to the root share a chain where these are the same.
  final let chainType: ObjectIdentifier
  /// The address by which tables know the message.
  final let key: UInt
  /// What it is besides its types.
  final let traits: MessageTraits
  /// How the arguments stand in memory.
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

  /// Whether two messages of one name have the same types, and are of the same class.
  final func isSame(as other: MessageKind) -> Bool {
    chainType == other.chainType && signature.receiver == other.signature.receiver && owner == other.owner
  }

  /// The chain of an object whose levels are these, the most derived first; nil where the original alone runs.
  func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    preconditionFailure("abstract")
  }

  /// Sends the message with boxed arguments, and boxes the result.
  func invoke(_ arguments: [Any], on object: InterceptableObject) throws -> Any {
    throw AspectError.isAsynchronous(class: className, selector: selector)
  }

  /// Sends the message with boxed arguments, and boxes the result; awaits it where it is asynchronous.
  nonisolated(nonsending) func invoke(_ arguments: [Any], on object: InterceptableObject) async throws -> Any {
    let invokeAtOnce: ([Any], InterceptableObject) throws -> Any = invoke
    return try invokeAtOnce(arguments, object)
  }

  /// Books an advice that has been checked against the message.
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

/// The levels that make one layer: those of a class, and those of an object that belong with them.
struct LevelGroup {
  let ofClass: LevelBook?
  let ofObject: LevelBook?
  /// The class's name.
  let className: String
  /// The class, where it is one of the program's.
  let type: InterceptableObject.Type?

  /// Whether there is anything but observers.
  var isLevel: Bool { ofClass?.isLevel == true || ofObject?.isLevel == true }

  /// The advice of the class, and then that of the object.
  var lists: AdviceLists {
    guard let ofObject else { return ofClass?.lists ?? AdviceLists() }
    return (ofClass?.lists ?? AdviceLists()).joined(with: ofObject.lists)
  }
}

/// The kind of a message for which there is advice of one type, and implementations of classes of another.
class AdvisedMessageKind<Advice: BodiedAdvice, Override>: MessageKind, @unchecked Sendable {
  typealias Book = TypedLevelBook<Advice, Override>
}

/// The kind of a message whose types are known.
///
/// What is hooked is kept as if receivers were of the root class, whatever class the message states: see ``RootReceiver``.
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
    let books = levels.compactMap { $0.ofClass } + levels.compactMap { $0.ofObject }
    let observers = books.compactMap { $0.lists.observers }
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

/// The kind of an asynchronous message whose types are known.
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

/// What a class lists among its ``InterceptableObject/messages``: a message of any kind, or a property.
public protocol InterceptableMessage: Sendable {
  /// The messages that it stands for, as the runtime knows them: two for a property, else one.
  var kinds: [MessageKind] { get }
}

/// The messages that a class lists.
public typealias MessageList = [any InterceptableMessage]

extension ThrowingMessage: InterceptableMessage {
  /// The message itself.
  public var kinds: [MessageKind] { [TypedMessageKind(self)] }
}

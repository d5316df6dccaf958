/// A message with erased types, as listed by a class and found by name at run time.
///
/// Internally, it also creates the records of what is installed, and builds the message's chains.
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
    _ traits: MessageTraits, _ key: UInt, _ selector: Selector, _ signature: MessageSignature,
    _ owner: InterceptableObject.Type?, chain: Chain.Type
  ) {
    self.selector = selector
    self.signature = signature
    self.owner = owner
    chainType = ObjectIdentifier(chain)
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
    _ advice: some UntypedAdvice, at position: AdvicePosition, in classObject: ClassObject, _ options: AspectOptions,
    _ registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    preconditionFailure("abstract")
  }
}

extension MessageKind: CustomStringConvertible {
  /// The name with the types: `"deposit(_:): Account.(Int) -> Int"`.
  public final var description: String { "\(selector): \(signature)" }
}

/// The records that make up one layer: that of a class, and that of an object of this class.
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

/// Advice whose closure takes a call of any types; a message kind makes it advice on its message.
protocol UntypedAdvice {
  /// Returns the advice for a position in calls of a synchronous message, whose types have been checked.
  func body<Receiver, Arguments, Result, Failure>(
    for kind: TypedMessageKind<Receiver, Arguments, Result, Failure>, at position: AdvicePosition
  ) -> RootReceiver.Advice<Arguments, Result, Failure>.Body

  /// Returns the advice for a position in calls of an asynchronous message, whose types have been checked.
  func body<Receiver, Arguments, Result, Failure>(
    for kind: TypedAsyncMessageKind<Receiver, Arguments, Result, Failure>, at position: AdvicePosition
  ) -> RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body
}

/// A message as its kind knows it: its constants, and the types of its advice and implementations.
///
/// Hooks are stored with the receiver type erased to the root class; see ``RootReceiver``.
protocol TypedMessage: InterceptableMessage {
  associatedtype Advice: BodiedAdvice
  /// The type of run-time implementations.
  associatedtype Override

  static var chainType: Interception.Chain.Type { get }
  var traits: MessageTraits { get }
  var key: UInt { get }
  var selector: Selector { get }
  var signature: MessageSignature { get }
  var owner: (@Sendable () -> InterceptableObject.Type)? { get }
}

extension ThrowingMessage: TypedMessage {
  typealias Advice = RootReceiver.Advice<Arguments, Result, Failure>
  typealias Override = RootReceiver.Layer<Arguments, Result, Failure>.Override
  static var chainType: Interception.Chain.Type { RootReceiver.Layer<Arguments, Result, Failure>.self }
}

extension AsyncThrowingMessage: TypedMessage {
  typealias Advice = RootReceiver.AsyncAdvice<Arguments, Result, Failure>
  typealias Override = RootReceiver.AsyncLayer<Arguments, Result, Failure>.Override
  static var chainType: Interception.Chain.Type { RootReceiver.AsyncLayer<Arguments, Result, Failure>.self }
}

/// The kind of a message with known types.
class AdvisedMessageKind<Message: TypedMessage>: MessageKind, @unchecked Sendable {
  typealias Book = TypedLevelRegistration<Message.Advice, Message.Override>

  final let message: Message

  init(_ message: Message) {
    self.message = message
    super.init(
      message.traits, message.key, message.selector, message.signature, message.owner?(), chain: Message.chainType)
  }

  /// Returns untyped advice, whose types have been checked, as advice on this message.
  func body(of advice: some UntypedAdvice, at position: AdvicePosition) -> Message.Advice.Body {
    preconditionFailure("abstract")
  }

  final override func install(
    _ advice: some UntypedAdvice, at position: AdvicePosition, in classObject: ClassObject, _ options: AspectOptions,
    _ registry: inout Registry
  ) throws(AspectError) -> AspectToken {
    try classObject.install(body(of: advice, at: position), at: position, of: self, options: options, in: &registry)
  }

  /// Returns the run-time implementation of a level; nil if there is none.
  final func override(of level: LevelGroup) -> Message.Override? {
    (level.ofClass as? Book)?.override ?? (level.ofObject as? Book)?.override
  }
}

/// The kind of a synchronous message with known types.
final class TypedMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  AdvisedMessageKind<ThrowingMessage<Receiver, Arguments, Result, Failure>>, @unchecked Sendable
{
  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    typealias Chain = RootReceiver.Layer<Arguments, Result, Failure>
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

  override func body(
    of advice: some UntypedAdvice, at position: AdvicePosition
  ) -> RootReceiver.Advice<Arguments, Result, Failure>.Body {
    advice.body(for: self, at: position)
  }

  override func invoke(_ arguments: [Any], on object: InterceptableObject) throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try message.send(to: receiver, make(arguments, as: Arguments.self))
  }
}

/// The kind of an asynchronous message with known types.
final class TypedAsyncMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  AdvisedMessageKind<AsyncThrowingMessage<Receiver, Arguments, Result, Failure>>, @unchecked Sendable
{
  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    typealias Chain = RootReceiver.AsyncLayer<Arguments, Result, Failure>
    return levels.reversed().reduce(nil as Chain?) { chain, level in
      Chain(level.lists, override: override(of: level), superLayer: chain, level: level.type)
    }
  }

  override func body(
    of advice: some UntypedAdvice, at position: AdvicePosition
  ) -> RootReceiver.AsyncAdvice<Arguments, Result, Failure>.Body {
    advice.body(for: self, at: position)
  }

  override nonisolated(nonsending) func invoke(
    _ arguments: [Any], on object: InterceptableObject
  ) async throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try await message.send(to: receiver, make(arguments, as: Arguments.self))
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

// MARK: - Words

/// Descriptions of a message in errors.
extension MessageKind {
  /// The name of the class that declares the message.
  final var className: String { "\(signature.receiver)" }

  /// Creates the message's arguments from boxed values.
  final func make<Arguments>(_ values: [Any], as type: Arguments.Type) throws(AspectError) -> Arguments {
    try wording { () throws(ArgumentsMismatch) in try layout.make(values, as: type) }
  }

  /// Runs `body`, and converts an arguments mismatch to an ``AspectError`` for this message.
  final func wording<Value>(_ body: () throws(ArgumentsMismatch) -> Value) throws(AspectError) -> Value {
    do throws(ArgumentsMismatch) {
      return try body()
    } catch {
      switch error {
      case .count(let expected, let given):
        throw .argumentCount(class: className, selector: selector, expected: expected, given: given)
      case .noSuchIndex(let index, let count):
        throw .noSuchArgument(class: className, selector: selector, index: index, count: count)
      case .type(let index, let expected, let given):
        throw .argumentType(class: className, selector: selector, index: index, expected: expected, given: given)
      }
    }
  }
}

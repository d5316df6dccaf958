/// A message with erased types, as listed by a class and found by name at run time.
///
/// Internally, it also adapts advice by name to the message's types.
public class MessageKind: @unchecked Sendable {
  /// The message's name.
  public final let selector: Selector
  /// The message's types.
  public final let signature: MessageSignature
  /// The class that declares a class message; nil for other messages.
  final let owner: InterceptableObject.Type?
  /// The types besides the receiver's: messages of the same name in a class and its subclasses share a chain if these are
  /// equal.
  final let chainType: ObjectIdentifier
  /// The message's key in lookup tables.
  final let key: UInt
  /// The message's traits.
  final let traits: MessageTraits
  /// The line of the declaration.
  final let line: UInt32
  /// The storage of a ``Woven`` property's message; nil for others.
  final let storage: WovenStorage?

  init(
    _ traits: MessageTraits, _ key: UInt, _ selector: Selector, _ signature: MessageSignature,
    _ owner: InterceptableObject.Type?, chain: any Any.Type, line: UInt32, storage: WovenStorage? = nil
  ) {
    self.selector = selector
    self.signature = signature
    self.owner = owner
    chainType = ObjectIdentifier(chain)
    self.key = key
    self.traits = traits
    self.line = line
    self.storage = storage
  }

  /// The memory layout of the arguments, read at each use.
  final var layout: ArgumentsLayout { ArgumentsLayout(of: signature.arguments) }

  /// Returns whether two messages of one name have the same types and the same class.
  final func isSame(as other: MessageKind) -> Bool {
    chainType == other.chainType && signature.receiver == other.signature.receiver && owner == other.owner
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

  /// Adapts advice, whose types have been checked, to this message.
  func adapt(_ advice: BoxedAdvice, at position: AdvicePosition) -> AdviceMaker { preconditionFailure("abstract") }
}

extension MessageKind: CustomStringConvertible {
  /// The name with the types: `"deposit(_:): Account.(Int) -> Int"`.
  public final var description: String { "\(selector): \(signature)" }
}

/// The kind of a synchronous message with known types.
final class TypedMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: MessageKind,
  @unchecked Sendable
{
  let message: ThrowingMessage<Receiver, Arguments, Result, Failure>

  init(_ message: ThrowingMessage<Receiver, Arguments, Result, Failure>) {
    self.message = message
    super.init(
      message.traits, message.key, message.selector, message.signature, message.owner?(),
      chain: ((Arguments) throws(Failure) -> Result).self, line: message.line, storage: message.storage?())
  }

  override func invoke(_ arguments: [Any], on object: InterceptableObject) throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try message.send(to: receiver, make(arguments, as: Arguments.self))
  }

  override func adapt(_ advice: BoxedAdvice, at position: AdvicePosition) -> AdviceMaker {
    advice.maker(for: self, at: position)
  }
}

/// The kind of an asynchronous message with known types.
final class TypedAsyncMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: MessageKind,
  @unchecked Sendable
{
  let message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>

  init(_ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>) {
    self.message = message
    super.init(
      message.traits, message.key, message.selector, message.signature, message.owner?(),
      chain: ((Arguments) async throws(Failure) -> Result).self, line: message.line)
  }

  override nonisolated(nonsending) func invoke(
    _ arguments: [Any], on object: InterceptableObject
  ) async throws -> Any {
    guard let receiver = object as? Receiver else { throw object.actualClass.doesNotRespond(to: selector) }
    return try await message.send(to: receiver, make(arguments, as: Arguments.self))
  }

  override func adapt(_ advice: BoxedAdvice, at position: AdvicePosition) -> AdviceMaker {
    advice.maker(for: self, at: position)
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

  /// The types and the line of the declaration.
  final var declaration: String { "\(signature) on line \(line)" }

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

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

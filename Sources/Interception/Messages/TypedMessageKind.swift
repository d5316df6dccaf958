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

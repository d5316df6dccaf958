/// The levels that make one layer: those of a class, and those of an object that belong with them.
struct LevelGroup {
  let ofClass: LevelBook?
  let ofObject: LevelBook?
  /// The class's name.
  let className: String
  /// The class, where it is one of the program's.
  let type: InterceptableObject.Type?
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

  // Closures and not key paths, which generic code makes anew each time: this runs with the registry in hand.
  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    var chain: Chain?
    for level in levels.reversed() {
      let books = [level.ofClass, level.ofObject].compactMap { $0 as? Book }
      guard books.contains(where: \.isLevel) else { continue }
      let advice = books.flatMap { $0.advice }
      chain = Chain(
        befores: befores(advice), arounds: arounds(advice, .around), insteads: arounds(advice, .instead),
        afters: afters(advice), override: books.lazy.compactMap { $0.override }.first, superLayer: chain,
        level: level.type, presences: advice.map(\.presence))
    }
    return observed(chain, by: levels)
  }

  /// The chain with its observers around it: those of the classes, the most derived first, then those of the object.
  private func observed(_ chain: Chain?, by levels: [LevelGroup]) -> Chain? {
    let books = levels.compactMap { $0.ofClass } + levels.compactMap { $0.ofObject }
    let observers = books.flatMap { ($0 as? Book)?.advice ?? [] }.filter(\.aspect.isObserver)
    guard !observers.isEmpty else { return chain }
    let body =
      Observer.advice(of: observers.compactMap(\.observer))
      as AroundNode<InterceptableObject, Arguments, Result, Failure>.Body
    return Chain(
      befores: nil, arounds: AroundNode(body, admission: nil, next: nil), insteads: nil, afters: nil, override: nil,
      superLayer: chain, isObservation: true, presences: observers.map(\.presence))
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

  private func befores(_ advice: [Advice]) -> BeforeNode<InterceptableObject, Arguments, Failure>? {
    advice.reversed().reduce(nil) { next, advice in advice.beforeNode(next: next) }
  }

  private func afters(_ advice: [Advice]) -> AfterNode<InterceptableObject, Arguments, Result, Failure>? {
    advice.reversed().reduce(nil) { next, advice in advice.afterNode(next: next) }
  }

  private func arounds(
    _ advice: [Advice], _ position: AdvicePosition
  ) -> AroundNode<InterceptableObject, Arguments, Result, Failure>? {
    advice.reversed().reduce(nil) { next, advice in
      switch (advice.body, position) {
      case (.around(let body), .around), (.instead(let body), .instead):
        return AroundNode(body, admission: advice.admission, next: next)
      default:
        return next
      }
    }
  }
}

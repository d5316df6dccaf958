/// The levels that make one layer: those of a class, and those of an object that belong with them.
struct LevelGroup {
  let ofClass: LevelBook?
  let ofObject: LevelBook?
}

/// The kind of a message whose types are known.
final class TypedMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>: MessageKind,
  @unchecked Sendable
{
  typealias Chain = Layer<Receiver, Arguments, Result, Failure>
  typealias Advice = TypedAdvice<Receiver, Arguments, Result, Failure>
  typealias Book = TypedLevelBook<Receiver, Arguments, Result, Failure>

  private let original: ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  init(_ message: ThrowingMessage<Receiver, Arguments, Result, Failure>) {
    original = message.original
    super.init(
      selector: message.selector, signature: message.signature, owner: message.owner?(),
      chainType: ObjectIdentifier(Chain.self), key: message.key)
  }

  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    var chain: Chain?
    for level in levels.reversed() {
      let books = [level.ofClass, level.ofObject].compactMap { $0 as? Book }
      guard books.contains(where: \.isLevel) else { continue }
      let advice = books.flatMap(\.advice)
      chain = Chain(
        befores: befores(advice), arounds: arounds(advice, .around), insteads: arounds(advice, .instead),
        afters: afters(advice), override: books.lazy.compactMap(\.override).first, superLayer: chain,
        original: original)
    }
    return observed(chain, by: levels)
  }

  /// The chain with its observers around it: those of the classes, the most derived first, then those of the object.
  private func observed(_ chain: Chain?, by levels: [LevelGroup]) -> Chain? {
    let books = levels.compactMap(\.ofClass) + levels.compactMap(\.ofObject)
    let observers = books.flatMap { ($0 as? Book)?.observers ?? [] }
    guard !observers.isEmpty else { return chain }
    return Chain(
      befores: nil, arounds: AroundNode(Observer.advice(of: observers), once: nil, next: nil), insteads: nil,
      afters: nil, override: nil, superLayer: chain, isObservation: true, original: original)
  }

  private func befores(_ advice: [Advice]) -> BeforeNode<Receiver, Arguments, Failure>? {
    advice.reversed().reduce(nil) { next, advice in advice.beforeNode(next: next) }
  }

  private func afters(_ advice: [Advice]) -> AfterNode<Receiver, Arguments, Result, Failure>? {
    advice.reversed().reduce(nil) { next, advice in advice.afterNode(next: next) }
  }

  private func arounds(
    _ advice: [Advice], _ position: AdvicePosition
  ) -> AroundNode<Receiver, Arguments, Result, Failure>? {
    advice.reversed().reduce(nil) { next, advice in
      switch (advice.body, position) {
      case (.around(let body), .around), (.instead(let body), .instead):
        return AroundNode(body, once: advice.once, next: next)
      default:
        return next
      }
    }
  }
}

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

  convenience init(_ message: ThrowingMessage<Receiver, Arguments, Result, Failure>) {
    self.init(key: message.key, message.traits, message.original)
  }

  /// The kind of the message whose name stands at an address.
  init(
    key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) {
    self.original = original
    super.init(
      selector: traits.selector(of: traits.name(at: Failure.self == Never.self ? key : ~key)),
      signature: MessageSignature(
        receiver: Receiver.self, arguments: Arguments.self, result: Result.self, failure: Failure.self),
      chainType: ObjectIdentifier(Chain.self), key: key, traits: traits)
  }

  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    var chain: Chain?
    for level in levels.reversed() {
      let books = [level.ofClass, level.ofObject].compactMap { $0 as? Book }
      let advice = books.flatMap(\.advice)
      chain = Chain(
        befores: befores(advice), arounds: arounds(advice, .around), insteads: arounds(advice, .instead),
        afters: afters(advice), override: books.lazy.compactMap(\.override).first, superLayer: chain,
        original: original)
    }
    return chain
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
      case (.plainAround(let body), .around):
        return AroundNode({ call throws(Failure) in body(&call) }, plain: body, once: advice.once, next: next)
      default:
        return next
      }
    }
  }
}

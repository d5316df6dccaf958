/// The kind of an asynchronous message whose types are known.
final class TypedAsyncMessageKind<Receiver: InterceptableObject, Arguments, Result, Failure: Error>:
  AdvisedMessageKind<
    TypedAsyncAdvice<Receiver, Arguments, Result, Failure>, AsyncLayer<Receiver, Arguments, Result, Failure>.Override
  >, @unchecked Sendable
{
  typealias Chain = AsyncLayer<Receiver, Arguments, Result, Failure>

  private let original: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation

  init(_ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>) {
    original = message.original
    super.init(
      selector: message.selector, signature: message.signature, chainType: ObjectIdentifier(Chain.self),
      key: message.key)
  }

  override func makeChain(_ levels: [LevelGroup]) -> AnyObject? {
    levels.reversed().reduce(nil as Chain?) { chain, level in
      let books = [level.ofClass, level.ofObject].compactMap { $0 as? Book }
      return Chain(
        books.flatMap(\.advice), override: books.lazy.compactMap(\.override).first, superLayer: chain,
        original: original)
    }
  }
}

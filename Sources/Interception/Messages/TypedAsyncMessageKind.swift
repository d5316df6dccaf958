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

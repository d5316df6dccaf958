/// How a send of an asynchronous message finds its chain.
extension InterceptableObject {
  /// The chain of a message in the object's class, kept alive by the caller; nil where the original runs.
  @inlinable
  final func chain<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> AsyncLayer<Receiver, Arguments, Result, Failure>? {
    while !isPlain, let slot = unsafe asyncSlot(of: message), unsafe slot.pointee.isHooked {
      switch unsafe slot.pointee.keepChain() {
      case .none: return nil
      case .moved: continue
      case .chain(let chain):
        // The slot has been seen to be of these arguments and this result; for the receiver, see `RootReceiver`.
        let own = unsafe RootReceiver.reference(chain, to: AsyncLayer<Receiver, Arguments, Result, Failure>.self)
        return own.replacesOriginal ? own.chain(declaredIn: Receiver.self) : own
      }
    }
    return nil
  }

  /// The slot of a message, hooked or not, if the runtime has one.
  @usableFromInline
  @unsafe
  final func asyncSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    let bits = withTable { $0.value(for: message.key) }
    if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
      unsafe slot.pointee.isAsync && slot.pointee.isOf(Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot
    }
    return unsafe findSlot(of: message)
  }

  /// The slot of a message that the table does not know by the address of this literal.
  @unsafe
  private final func findSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    unsafe findSlot(of: TypedAsyncMessageKind(message))
  }
}

/// How a send of an asynchronous message finds its chain.
extension InterceptableObject {
  /// The chain of a message in the object's class, kept alive by the caller; nil where the original runs.
  final func chain<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> AsyncLayer<Receiver, Arguments, Result, Failure>? {
    while let slot = unsafe slot(of: message), unsafe slot.pointee.isHooked {
      switch unsafe slot.pointee.keepChain() {
      case .none: return nil
      case .moved: continue
      case .chain(let chain):
        // The slot has been seen to be of this type.
        return unsafe unsafeDowncast(chain, to: AsyncLayer<Receiver, Arguments, Result, Failure>.self)
      }
    }
    return nil
  }

  @unsafe
  private final func slot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    guard let table = unsafe UnsafeRawPointer(bitPattern: tableBits) else { return nil }
    let bits = unsafe Unmanaged<PointerTable>.fromOpaque(table)._withUnsafeGuaranteedRef { $0.value(for: message.key) }
    if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
      unsafe slot.pointee.isAsync && slot.pointee.isOf(Receiver.self, Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot
    }
    return unsafe findSlot(of: TypedAsyncMessageKind(message))
  }
}

/// How a send of an asynchronous message finds its chain.
extension InterceptableObject {
  /// The chain of a message in the object's class, kept alive by the caller; nil where the original runs.
  @inlinable
  final func chain<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> AsyncLayer<Receiver, Arguments, Result, Failure>? {
    while let slot = unsafe asyncSlot(of: message), unsafe slot.pointee.isHooked {
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

  @inlinable
  @inline(__always)
  @unsafe
  final func asyncSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    if isPlain { return nil }
    let bits = withTable { $0.value(for: message.key) }
    if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
      unsafe slot.pointee.isAsync && slot.pointee.isOf(Receiver.self, Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot
    }
    return unsafe findSlot(of: message)
  }

  /// The slot of a message that the table does not know by the address of this literal.
  @usableFromInline
  @inline(never)
  @unsafe
  final func findSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    unsafe findSlot(of: TypedAsyncMessageKind(message))
  }
}

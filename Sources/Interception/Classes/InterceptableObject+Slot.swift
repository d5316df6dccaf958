public import Synchronization

/// How a send finds the place where its message's chain stands.
extension InterceptableObject {
  /// The slot that a send looks at first; nil where nothing at all is hooked on the object's class, those above, or the object.
  @inlinable
  @inline(__always)
  @unsafe
  final var frontSlot: UnsafePointer<SlotState>? {
    // An object always has a class object, which lives as long as it does.
    let pointer = unsafe UnsafeRawPointer(bitPattern: actual.load(ordering: .acquiring)).unsafelyUnwrapped
    let bits = unsafe Unmanaged<ClassObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.frontSlot.load(ordering: .acquiring)
    }
    return unsafe UnsafePointer(bitPattern: bits)
  }

  /// Whether nothing at all is hooked on the object's class, those above, or the object.
  @inlinable
  @inline(__always)
  final var isPlain: Bool { unsafe frontSlot == nil }

  /// The slot that the table knows by a key, of a message of whatever types; nil where it knows none.
  @inlinable
  @inline(__always)
  @unsafe
  final func bookedSlot(_ key: UInt) -> UnsafePointer<SlotState>? {
    unsafe UnsafePointer(bitPattern: withTable { $0.value(for: key) })
  }

  /// The slot of a message that is not the front one, which lives as long as the object; nil where the original runs.
  ///
  /// One that the table does not know by this key is booked under it if nobody else has the books, so that the next send finds
  /// it; a send does not wait.
  @usableFromInline
  @inline(never)
  @unsafe
  final func findSlot<Receiver, Arguments, Result, Failure>(
    _ key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    if let slot = unsafe bookedSlot(key),
      unsafe slot.pointee.isOfKeyed(Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot.pointee.isHooked ? slot : nil
    }
    return unsafe findSlot(of: TypedMessageKind(ThrowingMessage(key: key, traits, original)))
  }

  /// The slot of a message that the table does not know by the address of its literal.
  ///
  /// It is booked under that address if nobody else has the books, so that the next send finds it; a send does not wait.
  @unsafe
  final func findSlot(of kind: MessageKind) -> UnsafePointer<SlotState>? {
    let booked = Registry.lockedIfFree { _ in
      let current = currentClass
      let slot = current.slot(for: kind)
      current.add(slot, under: kind.key)
      return slot.stateBits
    }
    guard let slot = unsafe UnsafePointer<SlotState>(bitPattern: booked ?? scanForSlot(kind)) else { return nil }
    return unsafe slot.pointee.belongs(to: kind.signature) ? slot : nil
  }

  /// Looks through the whole table, without a lock, for a slot of the message's name.
  private final func scanForSlot(_ kind: MessageKind) -> UInt {
    withTable { table in
      table.firstValue { bits in
        guard let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits) else { return false }
        return unsafe slot.pointee.selector == kind.selector
      }
    }
  }

  /// Asks the table of the object's class, which both live as long as the object, without counting references; zero if there is
  /// none.
  @inlinable
  @inline(__always)
  final func withTable(_ body: (PointerTable) -> UInt) -> UInt {
    let pointer = unsafe UnsafeRawPointer(bitPattern: actual.load(ordering: .acquiring)).unsafelyUnwrapped
    let bits = unsafe Unmanaged<ClassObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.publishedTable.load(ordering: .acquiring)
    }
    guard let table = unsafe UnsafeRawPointer(bitPattern: bits) else { return 0 }
    return unsafe Unmanaged<PointerTable>.fromOpaque(table)._withUnsafeGuaranteedRef(body)
  }
}

// MARK: - Async chain

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

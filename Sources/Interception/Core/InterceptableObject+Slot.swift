public import Synchronization

/// Slot lookup for sends to an object.
extension InterceptableObject {
  /// The slot that a send checks first; nil if nothing is hooked on the object, its class or superclasses.
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

  /// Whether nothing is hooked on the object, its class or superclasses.
  @inlinable
  @inline(__always)
  final var isPlain: Bool { unsafe frontSlot == nil }

  /// Returns the slot with a key in the table, without checking its types; nil if there is none.
  @inlinable
  @inline(__always)
  @unsafe
  final func registeredSlot(_ key: UInt) -> UnsafePointer<SlotState>? {
    unsafe UnsafePointer(bitPattern: withTable { $0.value(for: key) })
  }

  /// Returns a message's slot other than the front one, which lives as long as the object; nil if the original runs.
  ///
  /// If the key isn't in the table and the registry's lock is free, the key is added for later sends; a send doesn't
  /// wait for the lock.
  @usableFromInline
  @inline(never)
  @unsafe
  final func findSlot<Receiver, Arguments, Result, Failure>(
    _ key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    if let slot = unsafe registeredSlot(key),
      unsafe slot.pointee.isOfKeyed(Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot.pointee.isHooked ? slot : nil
    }
    return unsafe findSlot(of: TypedMessageKind(ThrowingMessage(key: key, traits, original)))
  }

  /// Returns a message's slot by name, if the table has no entry for the address of its name literal.
  ///
  /// If the registry's lock is free, the address is added to the table for later sends; a send doesn't wait for the
  /// lock.
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

  /// Searches the whole table, without a lock, for a slot with the message's name.
  private final func scanForSlot(_ kind: MessageKind) -> UInt {
    withTable { table in
      table.firstValue { bits in
        guard let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits) else { return false }
        return unsafe slot.pointee.selector == kind.selector
      }
    }
  }

  /// Calls `body` with the table of the object's class, without reference counting; returns zero if there is no table.
  ///
  /// The class and its table live as long as the object.
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

/// Chain lookup for sends of asynchronous messages.
extension InterceptableObject {
  /// Returns a message's chain in the object's class, retained by the caller; nil if the original runs.
  @inlinable
  final func chain<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> AsyncLayer<Receiver, Arguments, Result, Failure>? {
    while !isPlain, let slot = unsafe asyncSlot(of: message), unsafe slot.pointee.isHooked {
      switch unsafe slot.pointee.keepChain() {
      case .none: return nil
      case .moved: continue
      case .chain(let chain):
        // The slot's arguments and result types were compared already; for the receiver, see `RootReceiver`.
        let own = unsafe RootReceiver.reference(chain, to: AsyncLayer<Receiver, Arguments, Result, Failure>.self)
        return own.replacesOriginal ? own.chain(declaredIn: Receiver.self) : own
      }
    }
    return nil
  }

  /// Returns a message's slot, hooked or not; nil if there is none.
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

  /// Returns a message's slot by name, if the table has no entry for the address of this literal.
  @unsafe
  private final func findSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState>? {
    unsafe findSlot(of: TypedAsyncMessageKind(message))
  }
}

public import Synchronization

/// A reference to a slot's state, which lives as long as its class object.
@usableFromInline typealias SlotReference = StableReference<SlotState>

/// The slots of a class as sends find them, without a lock.
@usableFromInline
struct PublishedSlots: ~Copyable {
  /// The bits of the slot that a send checks first, that of the message hooked last; zero if nothing is hooked, which
  /// is all that most sends read.
  @usableFromInline let frontBits = Atomic<UInt>(0)
  /// The table for sends of other messages; the class object retains each table that it publishes.
  @usableFromInline let table = AtomicReference<PointerTable>()

  /// Returns the slot with a key, whose types aren't checked; nil if there is none.
  @inlinable @inline(__always)
  func slot(_ key: UInt) -> SlotReference? {
    guard let table = table.current else { return nil }
    return SlotReference(bits: table.borrow { $0.value(for: key) })
  }

  /// Returns the slot of a message, found by its name and types; nil if there is none.
  ///
  /// - Complexity: O(slots).
  func slot(of signature: MessageSignature, named selector: Selector) -> SlotReference? {
    guard let table = table.current else { return nil }
    return SlotReference(
      bits: table.object.firstValue {
        guard let slot = SlotReference(bits: $0) else { return false }
        return slot.value.selector == selector && slot.value.belongs(to: signature)
      })
  }
}

/// The slots of a class's messages; accessed with the registry locked.
extension ClassObject {
  /// Returns the slot of a message, created if needed and published under the message's key.
  func slot(for kind: MessageKind) -> Slot {
    let slot = registration(of: kind).slot(for: kind)
    publish(slot, under: kind.key)
    return slot
  }

  /// Publishes a slot under a key: that of its message, or of another literal that spells its selector.
  fileprivate func publish(_ slot: Slot, under key: UInt) {
    if slotTable.value(for: key) == slot.state.reference.bits { return }
    slotTable = slotTable.adding(slot.state.reference.bits, for: key)
    published.table.store(unowned: slotTable)
  }

  /// Publishes the slot that sends check first: this one if it is hooked, else another hooked one, else none.
  func publishFront(_ slot: Slot) {
    let front = slot.isHooked ? slot : registrations.values.lazy.compactMap(\.slot).first(where: \.isHooked)
    published.frontBits.store(front?.state.reference.bits ?? 0, ordering: .releasing)
  }
}

// MARK: - Lookup

/// Slot lookup for sends to an object.
extension InterceptableObject {
  /// The bits of the slot that a send checks first; zero if nothing is hooked on the object, its class or superclasses.
  @inlinable @inline(__always)
  final var frontBits: UInt {
    // An object always has a class object, which lives as long as it does.
    actual.assigned.borrow { $0.published.frontBits.load(ordering: .acquiring) }
  }

  /// Whether nothing is hooked on the object, its class or superclasses.
  @inlinable @inline(__always)
  package final var isPlain: Bool { frontBits == 0 }

  /// Whether anything besides the original runs when the object is sent a message.
  @usableFromInline
  package final func isHooked<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    !isPlain && findSlot(message.key, message.traits, message.original)?.value.isHooked == true
  }

  /// Returns the slot with a key in the table, without checking its types; nil if there is none.
  @inlinable @inline(__always)
  final func registeredSlot(_ key: UInt) -> SlotReference? {
    actual.assigned.borrow { $0.published.slot(key) }
  }

  /// Returns a message's slot other than the front one, which lives as long as the object; nil if the original runs.
  ///
  /// If the key isn't in the table and the registry's lock is free, the key is added for later sends; a send doesn't
  /// wait for the lock.
  @usableFromInline @inline(never)
  final func findSlot<Receiver, Arguments, Result, Failure>(
    _ key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> SlotReference? {
    if let slot = registeredSlot(key), slot.value.isOf(Arguments.self, Result.self, Failure.self) {
      return slot.value.isHooked ? slot : nil
    }
    return findSlot(of: TypedMessageKind(ThrowingMessage(key: key, traits, original)))
  }

  /// Returns a message's slot by name.
  private final func findSlot(of kind: MessageKind) -> SlotReference? {
    ClassObject.findSlot(kind.selector, kind.key, kind.signature, in: currentClass) {
      $0.registrations[kind.selector]?.slot ?? $0.slot(for: kind)
    }
  }
}

/// Slot lookup for sends as a given class.
extension ClassObject {
  /// This class, or its nearest superclass that hasn't been disposed of.
  @usableFromInline
  var inUse: ClassObject {
    // The superclass of a shared class object never changes after it is published.
    isDisposed ? parent?.inUse ?? self : self
  }

  /// Traps if the receiver isn't an instance of this class or a subclass.
  @usableFromInline
  func checkClass(of receiver: InterceptableObject) {
    // Mostly it is the receiver's own declared class, which is known without a lookup.
    if let declaredType, type(of: receiver) == declaredType { return }
    guard receiver.statedClass.selfAndSuperclasses.contains(where: { $0 === stated }) else {
      fatalError("\(receiver.statedClass.name) was sent a message as \(name), which is not above it")
    }
  }

  /// Returns a message's slot, which is never deallocated; nil if the original runs.
  func slot<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> SlotReference? {
    // Without a table nothing has been hooked here.
    guard published.table.current != nil else { return nil }
    if let slot = published.slot(message.key), slot.value.isOf(Arguments.self, Result.self, Failure.self) {
      return slot
    }
    let selector = message.selector
    return ClassObject.findSlot(selector, message.key, message.signature, in: self) { $0.registrations[selector]?.slot }
  }

  /// Returns a message's slot by name, if a class's table has no entry for the address of its name literal.
  ///
  /// If the registry's lock is free, the address is added to the table for later sends; a send doesn't wait for the
  /// lock.
  fileprivate static func findSlot(
    _ selector: Selector, _ key: UInt, _ signature: MessageSignature, in current: @autoclosure () -> ClassObject,
    slot: (ClassObject) -> Slot?
  ) -> SlotReference? {
    let known: SlotReference?? = Registry.lockedIfFree { _ in
      let classObject = current()
      guard let slot = slot(classObject), slot.state.value.belongs(to: signature) else { return nil }
      classObject.publish(slot, under: key)
      return slot.state.reference
    }
    return known ?? current().published.slot(of: signature, named: selector)
  }
}

// MARK: - Async chain

/// Chain lookup for sends of asynchronous messages.
extension InterceptableObject {
  /// Returns a message's chain in the object's class, retained by the caller; nil if the original runs.
  ///
  /// The call doesn't stay in its hazard cell, since it may be suspended, and go on in another thread.
  @usableFromInline @inline(never)
  final func chain<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Chain? {
    while !isPlain, let slot = asyncSlot(of: message), slot.value.isHooked {
      let entry = HazardCells.enter(slot)
      defer { HazardCells.leave(entry, slot) }
      if entry.chain == SlotState.lookAgain { continue }
      return entry.chain == SlotState.noChain ? nil : Unretained(nonzero: entry.chain).object
    }
    return nil
  }

  /// Returns a message's slot, hooked or not; nil if there is none.
  private final func asyncSlot<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> SlotReference? {
    if let slot = registeredSlot(message.key), slot.value.traits.contains(.async),
      slot.value.isOf(Arguments.self, Result.self, Failure.self)
    {
      return slot
    }
    return findSlot(of: TypedAsyncMessageKind(message))
  }
}

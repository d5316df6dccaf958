import Synchronization

/// How a send as a class finds the place where its message's chain stands.
extension ClassObject {
  /// This class, or the first one above it that has not been disposed of.
  @usableFromInline
  var inUse: ClassObject {
    // Above a class that is not of one object nothing changes, once others know of it.
    isDisposed ? parent?.inUse ?? self : self
  }

  /// Traps where objects of another class cannot be taken for one of this class.
  @usableFromInline
  func checkClass(of receiver: InterceptableObject) {
    guard receiver.statedClass.lineage.contains(where: { $0 === stated }) else {
      fatalError("\(receiver.statedClass.name) was sent a message as \(name), which is not above it")
    }
  }

  /// The slot of a message, which lives for ever as this class does; nil where the original runs.
  @usableFromInline
  @unsafe
  func slot<Receiver, Arguments, Result, Failure>(
    _ key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    let table = publishedTable.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: table) else { return nil }
    // A class object keeps every table that it has published.
    let bits = unsafe Unmanaged<PointerTable>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.value(for: key)
    }
    if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
      unsafe slot.pointee.isOf(Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot
    }
    return unsafe findSlot(of: ThrowingMessage(key: key, traits, original), in: table)
  }

  /// The slot of a message that the table does not know by the address of this literal, by name.
  ///
  /// It is booked under that address if nobody else has the books, so that the next send finds it; a send does not wait.
  @unsafe
  private func findSlot<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>, in tableBits: UInt
  ) -> UnsafePointer<SlotState>? {
    let selector = message.selector
    let booked = Registry.lockedIfFree { _ in
      let slot = slots[selector]
      if let slot { add(slot, under: message.key) }
      return slot?.stateBits ?? 0
    }
    let bits =
      booked
      ?? PointerTable.from(bits: tableBits).firstValue { bits in
        guard let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits) else { return false }
        return unsafe slot.pointee.selector == selector
      }
    guard let found = unsafe UnsafePointer<SlotState>(bitPattern: bits) else { return nil }
    return unsafe found.pointee.belongs(to: message.signature) ? found : nil
  }
}

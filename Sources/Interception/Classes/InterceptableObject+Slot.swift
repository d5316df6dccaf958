public import Synchronization

/// How a send finds the place where its message's chain stands.
extension InterceptableObject {
  /// Whether nothing at all is hooked on the object's class, the classes above it, or the object.
  @inlinable
  @inline(__always)
  final var isPlain: Bool { tableBits == 0 }

  @inlinable
  @inline(__always)
  final var tableBits: UInt {
    // An object always has a class object, which lives as long as it does.
    let pointer = unsafe UnsafeRawPointer(bitPattern: actual.load(ordering: .acquiring)).unsafelyUnwrapped
    return unsafe Unmanaged<ClassObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.publishedTable.load(ordering: .acquiring)
    }
  }

  /// The slot of a message in the object's class, which lives as long as the object; nil where the original runs.
  @inlinable
  @inline(__always)
  @unsafe
  final func slot<Receiver, Arguments, Result, Failure>(
    named name: StaticString, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    guard let table = unsafe UnsafeRawPointer(bitPattern: tableBits) else { return nil }
    let bits = unsafe Unmanaged<PointerTable>.fromOpaque(table)._withUnsafeGuaranteedRef {
      $0.value(for: traits.key(of: name))
    }
    if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
      unsafe slot.pointee.isOf(Receiver.self, Arguments.self, Result.self, Failure.self)
    {
      return unsafe slot
    }
    return unsafe findSlot(named: name, traits, original)
  }

  /// The slot of a message that the table does not know by the address of this literal.
  @usableFromInline
  @inline(never)
  @unsafe
  final func findSlot<Receiver, Arguments, Result, Failure>(
    named name: StaticString, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    unsafe findSlot(of: TypedMessageKind(ThrowingMessage(name, traits, original)))
  }

  /// The slot of a message that the table does not know by the address of its literal.
  ///
  /// It is booked under that address if nobody else has the books, so that the next send finds it; a send does not wait.
  @unsafe
  final func findSlot(of kind: MessageKind) -> UnsafePointer<SlotState>? {
    let slot = Registry.lockedIfFree { _ in
      let current = currentClass
      let slot = current.slot(for: kind)
      current.add(slot, under: kind.key)
      return slot.stateBits
    }
    guard let found = unsafe UnsafePointer<SlotState>(bitPattern: slot ?? scanForSlot(kind)) else { return nil }
    precondition(
      unsafe found.pointee.signature == kind.signature,
      "\(type(of: self)): '\(kind.selector)' is \(unsafe found.pointee.signature), and declared as \(kind.signature) too"
    )
    return unsafe found
  }

  /// Looks through the whole table, without a lock, for a slot of the message's name.
  private final func scanForSlot(_ kind: MessageKind) -> UInt {
    guard let table = unsafe UnsafeRawPointer(bitPattern: tableBits) else { return 0 }
    return unsafe Unmanaged<PointerTable>.fromOpaque(table)._withUnsafeGuaranteedRef { table in
      table.firstValue { bits in
        guard let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits) else { return false }
        return unsafe slot.pointee.selector == kind.selector
      }
    }
  }
}

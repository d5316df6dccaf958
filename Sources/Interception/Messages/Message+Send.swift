public import Synchronization

extension ThrowingMessage {
  /// Sends the message: runs the receiver's advice and its implementation; the original where nothing is hooked.
  ///
  /// A send takes no lock. Where nothing is hooked on the receiver's class it costs two loads and a branch.
  ///
  /// - Complexity: O(advice).
  /// - Throws: what the implementation throws, or its advice.
  @inlinable
  @inline(__always)
  public func send(to receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    if receiver.isPlain { return try original(receiver, arguments) }
    return try dispatch(receiver, arguments)
  }

  /// A send to an object of whose class something is hooked, though perhaps not this message.
  @inlinable
  @inline(never)
  func dispatch(_ receiver: Receiver, _ arguments: Arguments) throws(Failure) -> Result {
    let slot = unsafe receiver.slot(for: self)
    let ticket = unsafe slot.pointee.gate.enter()
    defer {
      unsafe slot.pointee.gate.leave(ticket)
      if unsafe slot.pointee.isDraining.load(ordering: .relaxed) { SlotState.collectAfterCall() }
    }
    guard let chain = unsafe UnsafeRawPointer(bitPattern: slot.pointee.chain.load(ordering: .acquiring)) else {
      return try original(receiver, arguments)
    }
    // The gate keeps the chain alive, and `slot(for:)` has seen that it is of this type.
    return try unsafe Unmanaged<Layer<Receiver, Arguments, Result, Failure>>.fromOpaque(chain)
      .withBorrowed { chain throws(Failure) in
        chain.isSoleBefore
          ? try chain.runSoleBefore(receiver, arguments) : try chain.run(receiver, arguments)
      }
  }

  /// The address by which tables know the message: that of the literal which spells its name.
  @inlinable
  @inline(__always)
  var key: UInt {
    UInt(bitPattern: unsafe name.utf8Start)
  }
}

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

  /// The slot of a message in the object's class; it lives as long as the object.
  @inlinable
  @inline(__always)
  @unsafe
  final func slot<Receiver, Arguments, Result, Failure>(
    for message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState> {
    if let table = unsafe UnsafeRawPointer(bitPattern: tableBits) {
      let bits = unsafe Unmanaged<PointerTable>.fromOpaque(table)._withUnsafeGuaranteedRef {
        $0.value(for: message.key)
      }
      if let slot = unsafe UnsafePointer<SlotState>(bitPattern: bits),
        unsafe slot.pointee.isOf(Receiver.self, Arguments.self, Result.self, Failure.self)
      {
        return unsafe slot
      }
    }
    return unsafe findSlot(for: message)
  }

  /// The slot of a message that the table does not know by this key yet; the next send will find it.
  @usableFromInline
  @inline(never)
  @unsafe
  final func findSlot<Receiver, Arguments, Result, Failure>(
    for message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> UnsafePointer<SlotState> {
    let kind = TypedMessageKind(message)
    let slot = Registry.locked { _ in
      let current = currentClass
      let slot = current.slot(for: kind)
      precondition(
        slot.kind.chainType == kind.chainType,
        "\(current.name): '\(kind.selector)' is \(slot.kind.signature), and declared once more as \(kind.signature)")
      current.add(slot, under: kind.key)
      return slot
    }
    return unsafe UnsafePointer(slot.state)
  }
}

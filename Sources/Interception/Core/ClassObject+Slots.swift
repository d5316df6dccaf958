import Synchronization

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
    guard receiver.statedClass.selfAndSuperclasses.contains(where: { $0 === stated }) else {
      fatalError("\(receiver.statedClass.name) was sent a message as \(name), which is not above it")
    }
  }

  /// Returns a message's slot, which is never deallocated; nil if the original runs.
  @usableFromInline
  @unsafe
  func slot<Receiver, Arguments, Result, Failure>(
    _ key: UInt, _ traits: MessageTraits,
    _ original: @escaping ThrowingMessage<Receiver, Arguments, Result, Failure>.Implementation
  ) -> UnsafePointer<SlotState>? {
    let table = publishedTable.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: table) else { return nil }
    // A class object retains every table that it has published.
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

  /// Returns a message's slot by name, if the table has no entry for the address of its name literal.
  ///
  /// If the registry's lock is free, the address is added to the table for later sends; a send doesn't wait for the
  /// lock.
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

// MARK: - Chains

/// Updates of the chains that sends use, after the registered advice has changed.
extension ClassObject {
  /// Rebuilds the chain of one message in this class and all subclasses.
  func rebuild(_ kind: MessageKind, in registry: inout Registry) {
    for object in selfAndSubclasses { object.refresh(kind, in: &registry) }
  }

  /// Rebuilds the chains of all messages in this class and its subclasses, after its superclass has changed.
  func rebuildAll(in registry: inout Registry) {
    var kinds: [Selector: MessageKind] = [:]
    for object in [self] + (parent.map { Array($0.selfAndSuperclasses) } ?? []) {
      for (selector, slot) in object.slots where kinds[selector] == nil { kinds[selector] = slot.kind }
    }
    for kind in kinds.values { rebuild(kind, in: &registry) }
  }

  /// Rebuilds the chain of one message in this class only.
  func refresh(_ kind: MessageKind, in registry: inout Registry) {
    let chain = kind.makeChain(levels(of: kind.selector))
    if chain == nil, slots[kind.selector] == nil { return }
    let slot = slot(for: kind)
    slot.publish(chain, in: &registry)
    publishFront(slot)
  }

  /// Publishes the slot that sends check first: this one if it is hooked, else another hooked one, else none.
  private func publishFront(_ slot: Slot) {
    let front = slot.isHooked ? slot : slots.values.first(where: \.isHooked)
    frontSlot.store(front?.stateBits ?? 0, ordering: .releasing)
  }

  /// Returns the levels of this class's objects that have something installed for a message, the most derived first.
  ///
  /// Hooks on a single object belong to the level of its class: the nearest declared class, or the nearest dynamic
  /// subclass with advice or an override. A dynamic subclass with neither, or with observers only, isn't a level.
  func levels(of selector: Selector) -> [LevelGroup] {
    var groups: [LevelGroup] = []
    var ofObject = isPersonal ? registrations[selector] : nil
    for object in selfAndSuperclasses where !object.isPersonal {
      let ofClass = object.registrations[selector].flatMap { $0.isEmpty ? nil : $0 }
      guard !object.isDynamic || ofClass?.isLevel == true else {
        if ofClass != nil {
          groups.append(LevelGroup(ofClass: ofClass, ofObject: nil, className: object.name, type: nil))
        }
        continue
      }
      let ofThisObject = ofObject.flatMap { $0.isEmpty ? nil : $0 }
      ofObject = nil
      if ofClass != nil || ofThisObject != nil {
        groups.append(
          LevelGroup(ofClass: ofClass, ofObject: ofThisObject, className: object.name, type: object.declaredType))
      }
    }
    return groups
  }

  /// Returns the slot of a message, created if needed and added under the message's key.
  func slot(for kind: MessageKind) -> Slot {
    if let slot = slots[kind.selector] { return slot }
    let slot = Slot(kind: kind, isShared: !isPersonal)
    slots[kind.selector] = slot
    add(slot, under: kind.key)
    return slot
  }

  /// Adds a slot under the address of another literal that spells its selector.
  func add(_ slot: Slot, under key: UInt) {
    guard table.value(for: key) == 0 else { return }
    table = table.adding(slot.stateBits, for: key)
    publishedTable.store(PointerTable.bits(of: table), ordering: .releasing)
  }
}

// MARK: - Override

extension ClassObject {
  /// Installs an implementation of a message in this class, which can call the superclass's implementation.
  ///
  /// It replaces an earlier one. Hooks on this class run around it; hooks on a superclass run when it calls
  /// `callSuper()`.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` if the message belongs to another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` if a message of this name has other types
  ///   here.
  public func override<Receiver, Arguments, Result, Failure>(
    _ message: ThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation:
      @escaping @Sendable (
        inout OverrideCall<Receiver, Arguments, Result, Failure>
      ) throws(Failure) -> Result
  ) throws(AspectError) {
    let kind = TypedMessageKind(message)
    try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: message)
      let body = RootReceiver.Override(body: implementation).ofRootReceiver
      try place(Implementation(of: message, in: self, body), for: kind, in: &registry)
    }
  }

  /// Removes this class's run-time implementation of a message, if any; returns whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }

  /// Returns whether this class has a run-time implementation of a message.
  public func overrides(_ selector: Selector) -> Bool {
    Registry.locked { _ in registrations[selector]?.hasOverride ?? false }
  }

  private func setOverride<Advice, Override>(
    _ implementation: Override, of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) throws(AspectError) {
    try implement(kind, by: InstalledImplementation(implementation), in: &registry)
  }

  /// Installs an implementation, or removes the current one if `new` is nil; returns the former one.
  @discardableResult
  func implement<Advice, Override>(
    _ kind: AdvisedMessageKind<Advice, Override>, by new: InstalledImplementation<Override>?,
    in registry: inout Registry
  ) throws(AspectError) -> InstalledImplementation<Override>? {
    let book = try book(of: kind)
    let former = book.implement(by: new)
    registrations[kind.selector] = book.isEmpty ? nil : book
    implementationCount.wrappingAdd((new == nil ? 0 : 1) - (former == nil ? 0 : 1), ordering: .releasing)
    // Released after the lock, since that may free captured values.
    if let former { registry.garbage.append(former) }
    rebuild(kind, in: &registry)
    return former
  }

  func removeOverride<Advice, Override>(
    of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) -> Bool {
    // Without an override nothing is rebuilt, so that a disposed class stays an empty shell.
    guard registrations[kind.selector]?.hasOverride == true else { return false }
    // This throws only if the book has other types, and so no implementation of this message.
    return (try? implement(kind, by: nil, in: &registry)) != nil
  }

  /// Throws if this class isn't the class that declares a message found by name, or a subclass of it.
  func checkResponds(to kind: MessageKind) throws(AspectError) {
    guard !isDisposed, canReceive(kind.signature.receiver, kind.owner) else {
      throw .doesNotRespond(class: stated.name, selector: kind.selector)
    }
  }

  /// Throws if this class isn't the class that declares the message, or a subclass of it.
  func checkResponds<Receiver, Arguments, Result, Failure>(
    to message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) throws(AspectError) {
    guard !isDisposed, canReceive(Receiver.self, message.owner?()) else {
      throw .doesNotRespond(class: stated.name, selector: message.selector)
    }
  }
}

// MARK: - Async override

extension ClassObject {
  /// Installs an implementation of an asynchronous message in this class, which can call the superclass's.
  ///
  /// It replaces an earlier one. Hooks on this class run around it; hooks on a superclass run when it calls
  /// `callSuper()`.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` if the message belongs to another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` if a message of this name has other types
  ///   here.
  public func override<Receiver, Arguments, Result, Failure>(
    _ message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>,
    with implementation:
      nonisolated(nonsending) @escaping @Sendable (
        inout AsyncOverrideCall<Receiver, Arguments, Result, Failure>
      ) async throws(Failure) -> Result
  ) throws(AspectError) {
    let kind = TypedAsyncMessageKind(message)
    try Registry.locked { registry throws(AspectError) in
      try checkResponds(to: kind)
      try setOverride(RootReceiver.AsyncOverride(body: implementation).ofRootReceiver, of: kind, in: &registry)
    }
  }

  /// Removes this class's run-time implementation of a message, if any; returns whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedAsyncMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }
}

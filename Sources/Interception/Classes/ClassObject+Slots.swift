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

// MARK: - Chains

/// Keeping the chains that sends find in step with the books.
extension ClassObject {
  /// Builds the chain of one message anew, here and in every class below.
  func rebuild(_ kind: MessageKind, in registry: inout Registry) {
    for object in descent { object.refresh(kind, in: &registry) }
  }

  /// Builds the chain of every message anew, here and below; for a class whose place in the hierarchy has changed.
  func rebuildAll(in registry: inout Registry) {
    var kinds: [Selector: MessageKind] = [:]
    for object in [self] + (parent.map { Array($0.lineage) } ?? []) {
      for (selector, slot) in object.slots where kinds[selector] == nil { kinds[selector] = slot.kind }
    }
    for kind in kinds.values { rebuild(kind, in: &registry) }
  }

  /// Builds the chain of one message anew, here alone.
  func refresh(_ kind: MessageKind, in registry: inout Registry) {
    let chain = kind.makeChain(levels(of: kind.selector))
    if chain == nil, slots[kind.selector] == nil { return }
    let slot = slot(for: kind)
    slot.publish(chain, in: &registry)
    publishFront(slot)
  }

  /// Has sends look at a slot first if it is hooked, or else at another one that is, or nowhere.
  private func publishFront(_ slot: Slot) {
    let front = slot.isHooked ? slot : slots.values.first(where: \.isHooked)
    frontSlot.store(front?.stateBits ?? 0, ordering: .releasing)
  }

  /// The levels of an object of this class, the most derived first, without those where nothing is installed.
  ///
  /// What is hooked on one object belongs with its class: with the first one above it that has something installed or is
  /// declared, so that a dynamic subclass which leaves the message alone, or has observers only, is not a level.
  func levels(of selector: Selector) -> [LevelGroup] {
    var groups: [LevelGroup] = []
    var ofObject = isPersonal ? books[selector] : nil
    for object in lineage where !object.isPersonal {
      let ofClass = object.books[selector].flatMap { $0.isEmpty ? nil : $0 }
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

  /// The slot of a message, made if there is none, under every key that is known.
  func slot(for kind: MessageKind) -> Slot {
    if let slot = slots[kind.selector] { return slot }
    let slot = Slot(kind: kind, isShared: !isPersonal)
    slots[kind.selector] = slot
    add(slot, under: kind.key)
    return slot
  }

  /// Makes a slot be found under the address of one more literal that spells its selector.
  func add(_ slot: Slot, under key: UInt) {
    guard table.value(for: key) == 0 else { return }
    table = table.adding(slot.stateBits, for: key)
    publishedTable.store(PointerTable.bits(of: table), ordering: .releasing)
  }
}

// MARK: - Override

extension ClassObject {
  /// Gives this class its own implementation of a message, from which the superclass's can be called.
  ///
  /// It takes the place of an earlier one. Hooks on this class run around it, hooks on a class above when it calls up.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where the message is of another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where its name has other types here.
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

  /// Takes this class's own implementation of a message away, so that it inherits; answers whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: ThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }

  /// Whether this class has its own implementation of a message, made at run time.
  public func overrides(_ selector: Selector) -> Bool {
    Registry.locked { _ in books[selector]?.hasOverride ?? false }
  }

  func setOverride<Advice, Override>(
    _ implementation: Override, of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) throws(AspectError) {
    try implement(kind, by: InstalledImplementation(implementation), in: &registry)
  }

  /// Puts an implementation in place, or takes the class's own away; answers the former.
  @discardableResult
  func implement<Advice, Override>(
    _ kind: AdvisedMessageKind<Advice, Override>, by new: InstalledImplementation<Override>?,
    in registry: inout Registry
  ) throws(AspectError) -> InstalledImplementation<Override>? {
    let book = try book(of: kind)
    let former = book.implement(by: new)
    books[kind.selector] = book.isEmpty ? nil : book
    implementationCount.wrappingAdd((new == nil ? 0 : 1) - (former == nil ? 0 : 1), ordering: .releasing)
    // What it captured is freed outside the lock.
    if let former { registry.garbage.append(former) }
    rebuild(kind, in: &registry)
    return former
  }

  func removeOverride<Advice, Override>(
    of kind: AdvisedMessageKind<Advice, Override>, in registry: inout Registry
  ) -> Bool {
    // Where there is none nothing is built anew, so that a class that has been disposed of stays an empty shell.
    guard books[kind.selector]?.hasOverride == true else { return false }
    // A book of other types has no implementation of this message.
    return (try? implement(kind, by: nil, in: &registry)) != nil
  }

  /// A message that has been found by name belongs to the class that declares it and to those below.
  func checkResponds(to kind: MessageKind) throws(AspectError) {
    guard !isDisposed, canReceive(kind.signature.receiver, kind.owner) else {
      throw .doesNotRespond(class: stated.name, selector: kind.selector)
    }
  }

  /// A message belongs to the class that declares it and to those below.
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
  /// Gives this class its own implementation of an asynchronous message, from which the superclass's can be called.
  ///
  /// It takes the place of an earlier one. Hooks on this class run around it, hooks on a class above when it calls up.
  ///
  /// - Throws: ``AspectError/doesNotRespond(class:selector:near:)`` where the message is of another class, and
  ///   ``AspectError/incompatibleSignature(class:selector:expected:given:)`` where its name has other types here.
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

  /// Takes this class's own implementation of a message away, so that it inherits; answers whether there was one.
  @discardableResult
  public func removeOverride<Receiver, Arguments, Result, Failure>(
    of message: AsyncThrowingMessage<Receiver, Arguments, Result, Failure>
  ) -> Bool {
    let kind = TypedAsyncMessageKind(message)
    return Registry.locked { removeOverride(of: kind, in: &$0) }
  }
}

import Synchronization

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

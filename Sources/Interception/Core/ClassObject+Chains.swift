import Synchronization

/// Updates of the chains that sends use, after the registered advice has changed.
extension ClassObject {
  /// Rebuilds the chain of one message in this class and all subclasses.
  func rebuild(_ selector: Selector, in registry: inout Registry) {
    for object in selfAndSubclasses { object.refresh(selector, in: &registry) }
  }

  /// Rebuilds the chains of all messages in this class and its subclasses, after its superclass has changed.
  func rebuildAll(in registry: inout Registry) {
    let hooked = selfAndSuperclasses.flatMap { $0.registrations.values.filter { $0.slot != nil } }
    for selector in Set(hooked.map(\.kind.selector)) { rebuild(selector, in: &registry) }
  }

  /// Rebuilds the chain of one message in this class only.
  func refresh(_ selector: Selector, in registry: inout Registry) {
    let groups = levels(of: selector)
    let former = registrations[selector]?.slot
    // The messages of the groups have the same types, but the slot of an object that was moved may be of another message.
    if let former, former.kind.chainType != groups.first?.kind.chainType { former.publish(nil, in: &registry) }
    guard let slot = groups.first.map({ slot(for: $0.kind) }) ?? former else { return }
    slot.publish(Chain(groups), in: &registry)
    publishFront(slot)
  }

  /// Returns the levels of this class's objects that have something installed for a message, the most derived first.
  ///
  /// Hooks on a single object belong to the level of its class: the nearest declared class, or the nearest dynamic
  /// subclass with advice or an override. A dynamic subclass with neither, or with observers only, isn't a level.
  func levels(of selector: Selector) -> [LevelGroup] {
    var groups: [LevelGroup] = []
    var ofObject = isPersonal ? installed(selector) : nil
    for object in selfAndSuperclasses where !object.isPersonal {
      let ofClass = object.installed(selector)
      guard !object.isDynamic || ofClass?.isLevel == true else {
        if ofClass != nil {
          groups.append(LevelGroup(ofClass: ofClass, ofObject: nil, className: object.name, type: nil))
        }
        continue
      }
      if ofClass != nil || ofObject != nil {
        groups.append(
          LevelGroup(ofClass: ofClass, ofObject: ofObject, className: object.name, type: object.declaredType))
      }
      ofObject = nil
    }
    return groups
  }
}

// MARK: - Implementations

/// Recording implementations of messages.
extension ClassObject {
  /// Installs an implementation, or removes the current one if `new` is nil; returns the former one.
  @discardableResult
  func implement(
    _ kind: MessageKind, by new: InstalledImplementation?, in registry: inout Registry
  ) throws(AspectError) -> InstalledImplementation? {
    let book = try book(of: kind)
    let former = book.implement(kind, by: new)
    hasImplementations.store(registrations.values.contains { $0.implementation != nil }, ordering: .releasing)
    // Released after the lock, since that may free captured values.
    if let former { registry.garbage.append(former) }
    rebuild(kind.selector, in: &registry)
    return former
  }

  /// Throws if this class isn't the class that declares a message found by name, or a subclass of it.
  func checkResponds(to kind: MessageKind) throws(AspectError) {
    guard !isDisposed, canReceive(kind.signature.receiver, kind.owner) else {
      throw .doesNotRespond(class: stated.name, selector: kind.selector)
    }
  }
}

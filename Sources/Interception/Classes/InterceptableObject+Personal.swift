import Synchronization

/// Moving an object to its personal class, and back.
extension InterceptableObject {
  /// The personal class of the object, ready to be booked in; the object is moved to it when something is installed.
  final func personalClass(in registry: inout Registry) -> ClassObject {
    let personal = Attachments.of(self, in: &registry).personal
    if currentClass !== personal { personal.parent = currentClass }
    return personal
  }

  /// The class the object was moved to, or declared with, whether or not it is hooked by itself.
  final var classApartFromHooks: ClassObject {
    let current = currentClass
    return current.isPersonal ? current.parent ?? current : current
  }
}

extension ClassObject {
  /// Moves the object of a personal class to it, if it is not there.
  func adoptOwner(in registry: inout Registry) {
    guard let owner, let parent, owner.bits != bits else { return }
    parent.adopt(self, in: &registry)
    owner.store(bits)
  }

  /// Moves the object of a personal class back to the class above when nothing is hooked on it any more.
  func returnOwnerIfPlain(in registry: inout Registry) {
    guard isPersonal, books.isEmpty, let owner, let parent, owner.bits == bits else { return }
    owner.store(parent.bits)
    parent.release(self)
    abandon(in: &registry)
  }
}

import Synchronization

/// The two answers to the question of what class an object is of.
extension InterceptableObject {
  /// The class that the object says it is of: the one that the program declares.
  public final var statedClass: ClassObject {
    (self as? ClassSide)?.classObject ?? ClassObject.of(type(of: self))
  }

  /// The class in which the object's messages are looked up: the stated one, or a dynamic subclass.
  ///
  /// What is hooked on the object by itself changes neither answer; ``isHooked`` tells.
  public final var actualClass: ClassObject {
    Registry.locked { _ in classApartFromHooks }
  }

  /// Whether anything is hooked on the object by itself.
  public final var isHooked: Bool {
    Registry.locked { _ in currentClass.isPersonal }
  }

  /// Moves the object to another class at run time: a dynamic subclass of its own, or back to its stated class.
  ///
  /// What is hooked on the object stays hooked on it. Calls that run go on in the class in which they began.
  ///
  /// - Throws: ``AspectError/notASubclass(class:of:)`` where the class is not below the object's stated class.
  public final func setClass(_ new: ClassObject) throws(AspectError) {
    let stated = statedClass
    try Registry.locked { registry throws(AspectError) in
      guard !new.isPersonal, !new.isDisposed, new.stated === stated else {
        throw .notASubclass(class: new.name, of: stated.name)
      }
      let current = currentClass
      let former = classApartFromHooks
      former.objectCount -= 1
      new.objectCount += 1
      guard current.isPersonal else { return actual.store(new.bits, ordering: .releasing) }
      former.release(current)
      new.adopt(current, in: &registry)
    }
  }

  final var currentClass: ClassObject {
    guard let current = ClassObject.from(bits: actual.load(ordering: .acquiring)) else {
      preconditionFailure("an object without a class")
    }
    return current
  }
}

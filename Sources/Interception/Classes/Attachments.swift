import Synchronization

/// What the runtime keeps for one object: its personal class, used while it is hooked by itself, and its associated values.
final class Attachments: Sendable {
  let personal: ClassObject
  let values = VisibleMutex<[ObjectIdentifier: any Sendable]>([:])

  init(personal: ClassObject) {
    self.personal = personal
  }

  /// The attachments of an object, made if there are none; with the registry in hand.
  static func of(_ object: InterceptableObject, in registry: inout Registry) -> Attachments {
    if let known = find(object) { return known }
    let personal = ClassObject(name: object.currentClass.name, role: .personal, parent: nil, in: &registry)
    personal.owner = OwnerWord(of: object)
    let made = Attachments(personal: personal)
    object.attachments.store(UInt(bitPattern: unsafe Unmanaged.passRetained(made).toOpaque()), ordering: .releasing)
    return made
  }

  /// The attachments of an object, if it has any; they live as long as the object.
  static func find(_ object: InterceptableObject) -> Attachments? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: object.attachments.load(ordering: .acquiring)) else {
      return nil
    }
    return unsafe Unmanaged<Attachments>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Lets go of what was kept for an object that is going, and has its class forget it.
  static func release(_ object: InterceptableObject) {
    let attachments = find(object)
    guard attachments != nil || object.currentClass.isDynamic else { return }
    Registry.locked { registry in
      object.classApartFromHooks.objectCount -= 1
      guard let attachments else { return }
      let personal = attachments.personal
      personal.owner = nil
      if object.currentClass === personal { personal.parent?.release(personal) }
      // Given back by whoever holds the last reference, outside the lock.
      registry.garbage.append(attachments)
      unsafe Unmanaged.passUnretained(attachments).release()
    }
  }
}

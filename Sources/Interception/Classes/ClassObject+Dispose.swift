import Synchronization

/// Disposing of dynamic subclasses.
extension ClassObject {
  /// Takes a dynamic subclass out of use, with its overrides; its name is free again.
  ///
  /// An empty shell of it stays for ever, since a send on another thread may just have read where it is.
  ///
  /// - Throws: ``AspectError/classInUse(name:objects:subclasses:)`` where objects or subclasses are of it, and
  ///   ``AspectError/classPairUnavailable(name:)`` where it is no dynamic subclass, or has been disposed of.
  public func dispose() throws(AspectError) {
    try Registry.locked { registry throws(AspectError) in
      guard case .dynamic = role, !isDisposed, let parent else { throw .classPairUnavailable(name: name) }
      guard objectCount == 0, children.isEmpty else {
        throw .classInUse(name: name, objects: objectCount, subclasses: subclassCount)
      }
      // A declared class may have come to its name since.
      if registry.classesByName[name] === self { registry.classesByName[name] = nil }
      parent.release(self)
      registry.garbage += books.values.map { $0 as AnyObject }
      books.removeAll()
      abandon(in: &registry)
      isDisposed = true
      registry.shells.append(self)
    }
  }

  /// Sends the calls that still come to this class to where their object is now.
  func abandon(in registry: inout Registry) {
    for slot in slots.values { slot.abandon(in: &registry) }
  }

  /// How many classes are directly below, not counting what is hooked on single objects.
  private var subclassCount: Int {
    children.values.count { unsafe !$0.child.isPersonal }
  }
}

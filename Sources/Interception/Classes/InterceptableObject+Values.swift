import Synchronization

/// Names a value that objects can bear for as long as they live.
public final class AssociationKey<Value: Sendable>: Sendable {
  /// Makes a key that no other equals.
  public init() {}
}

/// Values tied to an object's life.
extension InterceptableObject {
  /// The value that the object bears under a key; nil where it bears none.
  public final func associatedValue<Value>(for key: AssociationKey<Value>) -> Value? {
    Attachments.find(self)?.values.withLock { $0[ObjectIdentifier(key)] } as? Value
  }

  /// Gives the object a value to bear under a key, in place of the one before; nil takes it away.
  public final func setAssociatedValue<Value>(_ value: Value?, for key: AssociationKey<Value>) {
    let attachments = Registry.locked { Attachments.of(self, in: &$0) }
    // Released outside the lock, since that may run anyone's deinit.
    let former = attachments.values.withLock { values in
      let former = values[ObjectIdentifier(key)]
      values[ObjectIdentifier(key)] = value
      return former
    }
    _ = former
  }
}

/// A property observer, as registered for the property's setter.
final class Observer<Receiver: InterceptableObject, Value>: InstalledAdvice, @unchecked Sendable {
  private let getter: Message<Receiver, Void, Value>
  private let receivesPriorEvents: Bool
  private let hear: (PropertyChange<Receiver, Value>) -> Void
  // The last property, so that it ends after the closure.
  private let lifetime: AdviceLifetime

  init(
    _ getter: Message<Receiver, Void, Value>, receivesPriorEvents: Bool,
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void, _ token: AspectToken
  ) {
    self.getter = getter
    self.receivesPriorEvents = receivesPriorEvents
    self.hear = hear
    lifetime = AdviceLifetime(token)
    super.init(token, nil)
  }

  /// Returns the advice that runs observers, around everything else.
  ///
  /// The old and the new value are read once for all observers, by sending the getter message, with its advice.
  override func observation(of observers: [AdviceArray]) -> InstalledAdvice? {
    let advice = AdviceFunction<AroundCall<Receiver, Value, Void, Never>, Void, Never> { [getter] call in
      func tell(_ change: PropertyChange<Receiver, Value>, _ isMeant: (Observer) -> Bool) {
        // All observers of a setter are of one property, and so of these types, except for the receiver's.
        for array in observers {
          array.forEach { observer in
            let observer = Unretained<Observer>(nonzero: Unretained(observer).bits).object
            if isMeant(observer) { observer.hear(change) }
          }
        }
      }
      let object = call.receiver
      let old = getter.send(to: object, ())
      tell(PropertyChange(object, .prior, old: old, new: nil)) { $0.receivesPriorEvents }
      call.proceed()
      tell(PropertyChange(object, .change, old: old, new: getter.send(to: object, ()))) { _ in true }
    }
    return AdviceNode(advice, token, nil, runsOthers: true)
  }
}

/// An event that is passed to a property observer.
public struct PropertyChange<Receiver: InterceptableObject, Value> {
  /// The time of an observer's event.
  public enum Phase: Sendable, Hashable {
    /// When observation begins, with the current value.
    case initial
    /// Before a write and all advice on it, with the old value.
    case prior
    /// After a write and all advice on it, with the old and the new value.
    case change
  }

  /// The observed object.
  public let object: Receiver
  /// The time of the event.
  public let phase: Phase
  /// The value before the write, as returned by the getter; nil for the initial event.
  public let old: Value?
  /// The current value, as returned by the getter; nil before a write.
  public let new: Value?

  init(_ object: Receiver, _ phase: Phase, old: Value?, new: Value?) {
    self.object = object
    self.phase = phase
    self.old = old
    self.new = new
  }

  /// Whether the event is sent before the write.
  public var isPrior: Bool { phase == .prior }
}

extension PropertyChange: Sendable where Receiver: Sendable, Value: Sendable {}

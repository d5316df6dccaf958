/// A property observer, as registered for the property's setter.
struct Observer<Receiver: InterceptableObject, Value> {
  let getter: Message<Receiver, Void, Value>
  let receivesPriorEvents: Bool
  let hear: (PropertyChange<Receiver, Value>) -> Void

  /// Returns the advice that runs observers, around everything else.
  ///
  /// The old and the new value are read once for all observers, by sending the getter message, with its advice.
  ///
  /// - Precondition: there are observers.
  static func advice<Result, Failure>(
    of observers: [AdviceTree]
  ) -> AdviceFunction<AroundCall<Receiver, Value, Result, Failure>, Result, Failure> {
    let getter = AdviceList<ObserverNode<Receiver, Value>>.node(of: observers[0]).body.getter
    return AdviceFunction { call throws(Failure) in
      let object = call.receiver
      let old = getter.send(to: object, ())
      forEach(in: observers) { observer in
        if observer.receivesPriorEvents { observer.hear(PropertyChange(object, .prior, old: old, new: nil)) }
      }
      let result = try call.proceed()
      let change = PropertyChange(object, .change, old: old, new: getter.send(to: object, ()))
      forEach(in: observers) { $0.hear(change) }
      return result
    }
  }

  private static func forEach(in observers: [AdviceTree], _ body: (Observer) -> Void) {
    for tree in observers {
      for number in 0..<tree.count { body(AdviceList<ObserverNode<Receiver, Value>>(tree)[number].body) }
    }
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

/// Observation of a single object's properties.
extension Interceptable {
  /// Adds an observer, called for each write to a property of this object.
  ///
  /// ```swift
  /// let token = try account.observe(Account.balance, [.initial, .prior]) { change in
  ///   print(change.phase, change.old as Any, change.new as Any)
  /// }
  /// ```
  ///
  /// The observer is called for each completed write, even if the value stays the same or advice suppressed the write.
  /// Observers run outside all advice on the setter, including that of classes: first those of the object's classes,
  /// the most derived first, then those of the object, each in the order of registration. They are called in this order
  /// before the write if they requested it, and after the write. Observers added or removed during a write take effect
  /// from the next write. An observer stays until it is removed or the object is deallocated; it keeps the object alive
  /// only if it captures it.
  ///
  /// - Throws: ``AspectError``; the hooks are then unchanged, and the observer isn't called.
  @discardableResult
  public func observe<Receiver, Value>(
    _ property: Property<Receiver, Value>, _ options: ObservationOptions = [],
    observer: @escaping (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken {
    try installObserver(observer, of: property, options)
  }
}

extension Interceptable where Self: Sendable {
  /// Adds a Sendable observer, which may be called on any thread, for each write to a property of this object.
  ///
  /// - Throws: ``AspectError``; the hooks are then unchanged, and the observer isn't called.
  @discardableResult
  public func observe<Receiver, Value>(
    _ property: Property<Receiver, Value>, _ options: ObservationOptions = [],
    observer: @escaping @Sendable (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken {
    try installObserver(observer, of: property, options)
  }
}

extension InterceptableObject {
  /// Installs the observer before it delivers the initial value, so that no write in between is missed.
  fileprivate final func installObserver<Receiver, Value>(
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void, of property: Property<Receiver, Value>,
    _ options: ObservationOptions
  ) throws(AspectError) -> AspectToken {
    let token = try install(.observer(Observer(of: property, options, hear)), at: .around, of: property.setter, [])
    if options.contains(.initial), let object = self as? Receiver {
      hear(PropertyChange(object, .initial, old: nil, new: property.getter.send(to: object, ())))
    }
    return token
  }
}

/// A property observer, as registered for the property's setter.
struct Observer<Receiver: InterceptableObject, Value> {
  let getter: Message<Receiver, Void, Value>
  let receivesPriorEvents: Bool
  let hear: (PropertyChange<Receiver, Value>) -> Void

  init(
    of property: Property<Receiver, Value>, _ options: ObservationOptions,
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void
  ) {
    getter = property.getter
    receivesPriorEvents = options.contains(.prior)
    self.hear = hear
  }

  /// Returns the advice that runs observers, around everything else.
  ///
  /// The old and the new value are read once for all observers, by sending the getter message, with its advice.
  ///
  /// - Precondition: there are observers.
  static func advice<Result, Failure>(
    of observers: [AdviceTree]
  ) -> AroundNode<Receiver, Value, Result, Failure>.Body {
    let getter = AdviceList<ObserverNode<Receiver, Value>>.node(of: observers[0]).observer.getter
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
      for number in 0..<tree.count { body(AdviceList<ObserverNode<Receiver, Value>>(tree)[number].observer) }
    }
  }
}

/// Options for events that an observer receives besides the changes.
public struct ObservationOptions: OptionSet, Sendable, Hashable {
  /// The options' bits.
  public let rawValue: UInt8

  /// Creates options from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Calls the observer immediately with the property's value; has no effect for observers of a class.
  public static let initial = ObservationOptions(rawValue: 1)
  /// Calls the observer before each write too.
  public static let prior = ObservationOptions(rawValue: 2)
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

// MARK: - Observe

/// Observation of a property for all objects of a class.
extension Property {
  /// Adds an observer, called for each write to the property of any object of the class, or of the subclass passed as
  /// `on`.
  ///
  /// See `observe(_:_:observer:)` for the events and their order.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func observe(
    on type: Receiver.Type = Receiver.self, _ options: ObservationOptions = [],
    observer: @escaping @Sendable (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken {
    try setter.level(of: type).observe(self, options, observer: observer)
  }
}

extension ClassObject {
  /// Adds an observer, called for each write to a property of any object of this declared or dynamic class.
  ///
  /// See `observe(_:_:observer:)` for the events and their order.
  ///
  /// - Throws: ``AspectError``; nothing is changed then.
  @discardableResult
  public func observe<Receiver, Value>(
    _ property: Property<Receiver, Value>, _ options: ObservationOptions = [],
    observer: @escaping @Sendable (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken {
    try property.setter.install(.observer(Observer(of: property, options, observer)), at: .around, on: self, [])
  }
}

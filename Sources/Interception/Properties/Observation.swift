/// Observation of a property of a single object, or of all objects of a class.
extension AnyHookTarget {
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

extension HookTarget where Self: Sendable {
  /// Adds a Sendable observer, which may be called on any thread, for each write to a property of this object, or of any
  /// object of this class.
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

@available(*, deprecated, message: "the observer of a Sendable object is a @Sendable function")
@NonSendableAdvice
extension AnyHookTarget where Self: Sendable {
  /// Produces a compiler error for an observer that must be Sendable.
  public func observe<Receiver, Value>(
    _ property: Property<Receiver, Value>, _ options: ObservationOptions = [],
    observer: @escaping (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken { NonSendableAdvice.refuse() }
}

extension AnyHookTarget {
  /// Installs the observer before it delivers the initial value, so that no write in between is missed.
  fileprivate func installObserver<Receiver, Value>(
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void, of property: Property<Receiver, Value>,
    _ options: ObservationOptions
  ) throws(AspectError) -> AspectToken {
    let token = try install(
      { token, _ in Observer(property.getter, receivesPriorEvents: options.contains(.prior), hear, token) },
      at: .around, of: TypedMessageKind(property.setter), [], isObserver: true)
    if options.contains(.initial), let object = self as? Receiver {
      hear(PropertyChange(object, .initial, old: nil, new: property.getter.send(to: object, ())))
    }
    return token
  }
}

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

/// Observing a property of one object.
extension Interceptable {
  /// Has an observer hear of each write to a property of this object.
  ///
  /// ```swift
  /// let token = try account.observe(Account.balance, [.initial, .prior]) { change in
  ///   print(change.phase, change.old as Any, change.new as Any)
  /// }
  /// ```
  ///
  /// Each write that comes to its end is heard of, whether or not it changes the value, and whatever advice made of it.
  /// Observers stand outside all advice on the setter, that of every class included: those of the object's classes, the most
  /// derived first, then those of the object, each in the order of registration. In this order they hear ahead of the write if
  /// they asked for it, and behind it. What an observer adds or removes counts from the next write. An observer is kept until it
  /// is removed or the object goes, and keeps the object alive only if it captures it.
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
  /// Has an observer, which may be called on any thread, hear of each write to a property of this object.
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
  /// Books the observer first, so that no write is missed between the initial event and the changes.
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

/// One observer of a property, as it stands in the books of the property's setter.
struct Observer<Receiver: InterceptableObject, Value> {
  let getter: Message<Receiver, Void, Value>
  let hearsPrior: Bool
  let hear: (PropertyChange<Receiver, Value>) -> Void

  init(
    of property: Property<Receiver, Value>, _ options: ObservationOptions,
    _ hear: @escaping (PropertyChange<Receiver, Value>) -> Void
  ) {
    getter = property.getter
    hearsPrior = options.contains(.prior)
    self.hear = hear
  }

  /// The advice that observers come to, which runs around everything else.
  ///
  /// The old value and the new are read once for all of them, as anyone would read them: hooks on the getter count.
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
        if observer.hearsPrior { observer.hear(PropertyChange(object, .prior, old: old, new: nil)) }
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

/// What an observer hears besides the changes.
public struct ObservationOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes options of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The observer of an object hears at once what the property is; a class has no value, and no such event.
  public static let initial = ObservationOptions(rawValue: 1)
  /// The observer also hears ahead of each write.
  public static let prior = ObservationOptions(rawValue: 2)
}

/// What an observer hears of a property.
public struct PropertyChange<Receiver: InterceptableObject, Value> {
  /// When an observer hears of a property.
  public enum Phase: Sendable, Hashable {
    /// As it begins to observe: what the property is.
    case initial
    /// Ahead of a write and of all advice on it: what the property was.
    case prior
    /// Behind a write and all advice on it: what the property was, and what it is.
    case change
  }

  /// The object whose property it is.
  public let object: Receiver
  /// When this is.
  public let phase: Phase
  /// What the getter answered before the write; nil as the observer begins.
  public let old: Value?
  /// What the getter answers now; nil ahead of a write, which may come to anything.
  public let new: Value?

  init(_ object: Receiver, _ phase: Phase, old: Value?, new: Value?) {
    self.object = object
    self.phase = phase
    self.old = old
    self.new = new
  }

  /// Whether the write is still to come.
  public var isPrior: Bool { phase == .prior }
}

extension PropertyChange: Sendable where Receiver: Sendable, Value: Sendable {}

// MARK: - Observe

/// Observing a property of every object of a class.
extension Property {
  /// Has an observer hear of each write to the property of any object of the class, or of the subclass behind `on`.
  ///
  /// See `observe(_:_:observer:)` for what is heard, and when.
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
  /// Has an observer hear of each write to a property of any object of this class, declared or dynamic.
  ///
  /// See `observe(_:_:observer:)` for what is heard, and when.
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

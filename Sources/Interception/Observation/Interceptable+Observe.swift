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
  /// - Throws: ``AspectError``; then nothing has changed, and the observer has heard nothing.
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
  /// - Throws: ``AspectError``; then nothing has changed, and the observer has heard nothing.
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

/// Observing a property of every object of a class.
extension Property {
  /// Has an observer hear of each write to the property of any object of the class, or of the subclass behind `on`.
  ///
  /// See `observe(_:_:observer:)` for what is heard, and when.
  ///
  /// - Throws: ``AspectError``; then nothing has changed.
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
  /// - Throws: ``AspectError``; then nothing has changed.
  @discardableResult
  public func observe<Receiver, Value>(
    _ property: Property<Receiver, Value>, _ options: ObservationOptions = [],
    observer: @escaping @Sendable (PropertyChange<Receiver, Value>) -> Void
  ) throws(AspectError) -> AspectToken {
    try property.setter.install(.observer(Observer(of: property, options, observer)), at: .around, on: self, [])
  }
}

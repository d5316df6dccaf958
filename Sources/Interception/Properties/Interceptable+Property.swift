/// Reading and writing of intercepted properties: what their accessors do.
extension Interceptable {
  /// Reads a property of this object: runs the advice on its getter, and what reads it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: Property<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }

  /// Writes a property of this object: runs the advice on its setter and its observers, and what writes it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: Property<Self, Value>, _ newValue: Value) {
    property.setter.send(to: self, newValue)
  }

  /// Reads a property of this object: runs the advice on its getter, and what reads it.
  @inlinable
  @inline(__always)
  public func send<Value>(_ property: ReadOnlyProperty<Self, Value>) -> Value {
    property.getter.send(to: self, ())
  }
}

/// Reading and writing of intercepted properties of a class itself.
extension InterceptableObject {
  /// Reads a property of this class itself.
  @inlinable
  @inline(__always)
  public static func send<Value>(_ property: Property<ClassSide, Value>) -> Value {
    property.getter.send(to: classSide, ())
  }

  /// Writes a property of this class itself.
  @inlinable
  @inline(__always)
  public static func send<Value>(_ property: Property<ClassSide, Value>, _ newValue: Value) {
    property.setter.send(to: classSide, newValue)
  }
}

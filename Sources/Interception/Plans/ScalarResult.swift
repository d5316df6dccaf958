/// A result that a plan spells, as a value of the type that a message returns.
struct ScalarResult: Sendable {
  /// The value in a box.
  let box: @Sendable () -> Any

  fileprivate init(_ box: @escaping @Sendable () -> Any) {
    self.box = box
  }

  /// The value of a type that a scalar stands for; nil where the type has no such value.
  ///
  /// Where there is no scalar, `Void` has a value all the same, and an optional has nil.
  static func value(of type: any Any.Type, from scalar: WeavingPlan.Scalar?) -> ScalarResult? {
    if type == Void.self { return ScalarResult { () } }
    switch (type, scalar) {
    case (let type as any OptionalResult.Type, _): return type.optional(from: scalar)
    case (let type as any ScalarRepresentable.Type, let scalar?):
      return type.init(scalar: scalar).map { value in ScalarResult { value } }
    default: return nil
    }
  }
}

/// A type of which a plan can spell values.
private protocol ScalarRepresentable: Sendable {
  init?(scalar: WeavingPlan.Scalar)
}

extension ScalarRepresentable where Self: FixedWidthInteger {
  fileprivate init?(scalar: WeavingPlan.Scalar) {
    guard case .integer(let integer) = scalar else { return nil }
    self.init(exactly: integer)
  }
}

extension ScalarRepresentable where Self: BinaryFloatingPoint {
  fileprivate init?(scalar: WeavingPlan.Scalar) {
    switch scalar {
    case .integer(let integer): self.init(integer)
    case .number(let number): self.init(number)
    case .boolean, .string: return nil
    }
  }
}

extension Int: ScalarRepresentable {}
extension Int8: ScalarRepresentable {}
extension Int16: ScalarRepresentable {}
extension Int32: ScalarRepresentable {}
extension Int64: ScalarRepresentable {}
extension UInt: ScalarRepresentable {}
extension UInt8: ScalarRepresentable {}
extension UInt16: ScalarRepresentable {}
extension UInt32: ScalarRepresentable {}
extension UInt64: ScalarRepresentable {}
extension Float: ScalarRepresentable {}
extension Double: ScalarRepresentable {}

extension Bool: ScalarRepresentable {
  fileprivate init?(scalar: WeavingPlan.Scalar) {
    guard case .boolean(let boolean) = scalar else { return nil }
    self = boolean
  }
}

extension String: ScalarRepresentable {
  fileprivate init?(scalar: WeavingPlan.Scalar) {
    guard case .string(let string) = scalar else { return nil }
    self = string
  }
}

/// An optional, of which nil is a value whatever it wraps.
private protocol OptionalResult {
  static func optional(from scalar: WeavingPlan.Scalar?) -> ScalarResult?
}

extension Optional: OptionalResult {
  fileprivate static func optional(from scalar: WeavingPlan.Scalar?) -> ScalarResult? {
    scalar == nil ? ScalarResult { Self.none as Any } : ScalarResult.value(of: Wrapped.self, from: scalar)
  }
}

/// A result given in a plan, as a value of a message's result type.
struct ScalarResult: Sendable {
  /// Returns the boxed value.
  let box: @Sendable () -> Any

  fileprivate init(_ box: @escaping @Sendable () -> Any) {
    self.box = box
  }

  /// Converts a scalar to a value of a type; nil if the type has no such value.
  ///
  /// Without a scalar, the result is `()` for `Void` and nil for an optional type.
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

/// A type whose values can be given in a plan.
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

/// An optional type, for which nil is a valid result.
private protocol OptionalResult {
  static func optional(from scalar: WeavingPlan.Scalar?) -> ScalarResult?
}

extension Optional: OptionalResult {
  fileprivate static func optional(from scalar: WeavingPlan.Scalar?) -> ScalarResult? {
    scalar == nil ? ScalarResult { Self.none as Any } : ScalarResult.value(of: Wrapped.self, from: scalar)
  }
}

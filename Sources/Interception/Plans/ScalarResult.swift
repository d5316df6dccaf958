/// Results given in a plan, as values of a message's result type.
enum ScalarResult {
  /// Converts a scalar to a boxed value of a type; nil if the type has no such value.
  ///
  /// Without a scalar, the result is `()` for `Void` and nil for an optional type.
  static func value(of type: any Any.Type, from scalar: WeavingPlan.Scalar?) -> Any? {
    if let type = type as? any OptionalResult.Type { return type.optional(from: scalar) }
    return switch (type, scalar) {
    case (is Void.Type, _): .some(())
    case (is Bool.Type, .boolean(let boolean)): boolean
    case (is String.Type, .string(let string)): string
    case (let type as any FixedWidthInteger.Type, .integer(let integer)): type.boxed(integer)
    case (let type as any BinaryFloatingPoint.Type, .integer(let integer)): type.init(integer)
    case (let type as any BinaryFloatingPoint.Type, .number(let number)): type.boxed(number)
    default: nil
    }
  }
}

extension BinaryFloatingPoint {
  /// Returns a number of this type; nil if it is out of range.
  fileprivate static func boxed(_ number: Double) -> Any? {
    let value = Self(number)
    return value.isFinite ? value : nil
  }
}

extension FixedWidthInteger {
  /// Returns a number of this type; nil if it is out of range.
  fileprivate static func boxed(_ integer: Int) -> Any? { Self(exactly: integer) }
}

/// An optional type, for which nil is a valid result.
private protocol OptionalResult {
  static func optional(from scalar: WeavingPlan.Scalar?) -> Any?
}

extension Optional: OptionalResult {
  fileprivate static func optional(from scalar: WeavingPlan.Scalar?) -> Any? {
    scalar == nil ? .some(Self.none as Any) : ScalarResult.value(of: Wrapped.self, from: scalar)
  }
}

/// What is wrong with an access to a ``MutableArray``.
public enum ArrayViolation: Error, Sendable, Hashable {
  /// There is no such place.
  case indexOutOfBounds(selector: Selector, index: Int, count: Int)
  /// There is no value to put there.
  case missingValue(selector: Selector)
}

extension ArrayViolation: CustomStringConvertible {
  /// What is wrong, with the message and the values.
  public var description: String {
    switch self {
    case .indexOutOfBounds(let selector, let index, let count):
      "\(selector): index \(index) is out of bounds of \(count) elements"
    case .missingValue(let selector):
      "\(selector): the value is missing"
    }
  }
}

extension MutableArray {
  /// What is wrong with an index, of which `bounds` are right; nil where nothing is.
  func violation(_ selector: Selector, _ index: Int, in bounds: Range<Int>) -> ArrayViolation? {
    bounds.contains(index) ? nil : .indexOutOfBounds(selector: selector, index: index, count: count)
  }

  /// What is wrong with a value; nil where it is there.
  func violation(_ selector: Selector, _ element: Element?) -> ArrayViolation? {
    if case .none = element { .missingValue(selector: selector) } else { nil }
  }

  /// The value, which is there where nothing is wrong.
  static func trap<Value>(on violation: ArrayViolation?, else value: Value?) -> Value {
    guard violation == nil, let value else { fatalError(violation?.description ?? "the value is missing") }
    return value
  }
}

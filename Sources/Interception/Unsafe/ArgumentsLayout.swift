/// The values that make up a message's arguments: their types and memory offsets.
///
/// An `Arguments` type is `Void` for no arguments, a tuple for several, and otherwise a single value. Only this type
/// distinguishes these cases.
@safe
struct ArgumentsLayout: Sendable {
  /// One of the values.
  struct Element: Sendable {
    let type: any Any.Type
    let offset: Int
  }

  let elements: [Element]
  /// The type of the only element, at offset zero; nil if there are several or none.
  private let soleType: (any Any.Type)?

  /// Finds the elements of an `Arguments` type.
  init(of type: any Any.Type) {
    elements = TypeShape(of: type).elements ?? [Element(type: type, offset: 0)]
    soleType = elements.count == 1 ? elements[0].type : nil
  }
}

/// Operations on lent arguments, whose type the layout describes.
extension ArgumentsLayout {
  /// Returns each value boxed.
  func box(_ arguments: Loan) -> [Any] {
    // Most messages take one argument; for these the compiler knows the array's size, and no elements are counted.
    if let soleType { return [value(of: soleType, in: arguments)] }
    return boxAll(arguments)
  }

  private func boxAll(_ arguments: Loan) -> [Any] {
    elements.map { value(of: $0.type, in: arguments.part(at: $0.offset)) }
  }

  /// Returns one value boxed.
  func value<Value>(of type: Value.Type, in place: Loan) -> Any { place[type] }

  /// Replaces one value.
  func replace(_ index: Int, with value: Any, in arguments: Loan) throws(ArgumentsMismatch) {
    guard elements.indices.contains(index) else {
      throw .noSuchIndex(index, count: elements.count)
    }
    try check(value, at: index)
    put(value, at: index, arguments, isInitialized: true)
  }

  /// Replaces all values, or none.
  func replaceAll(with values: [Any], in arguments: Loan) throws(ArgumentsMismatch) {
    try check(values)
    for (index, value) in values.enumerated() { put(value, at: index, arguments, isInitialized: true) }
  }

  /// Creates arguments from boxed values.
  func make<Arguments>(_ values: [Any], as type: Arguments.Type) throws(ArgumentsMismatch) -> Arguments {
    try check(values)
    let memory = UnsafeMutablePointer<Arguments>.allocate(capacity: 1)
    defer { unsafe memory.deallocate() }
    for (index, value) in values.enumerated() {
      put(value, at: index, unsafe Loan(UnsafeMutableRawPointer(memory)), isInitialized: false)
    }
    return unsafe memory.move()
  }

  /// Checks all values before the first one is stored, so that an error changes nothing.
  private func check(_ values: [Any]) throws(ArgumentsMismatch) {
    guard values.count == elements.count else {
      throw .count(expected: elements.count, given: values.count)
    }
    for (index, value) in values.enumerated() { try check(value, at: index) }
  }

  private func check(_ value: Any, at index: Int) throws(ArgumentsMismatch) {
    func fits<Value>(_ type: Value.Type) -> Bool { value is Value }
    guard fits(elements[index].type) else {
      throw .type(index: index, expected: "\(elements[index].type)", given: "\(type(of: value))")
    }
  }

  private func put(_ value: Any, at index: Int, _ arguments: Loan, isInitialized: Bool) {
    func put<Value>(_ type: Value.Type) {
      guard let value = value as? Value else { preconditionFailure("a value that has not been checked") }
      let place = unsafe arguments.part(at: elements[index].offset).address.assumingMemoryBound(to: Value.self)
      if isInitialized { unsafe place.pointee = value } else { unsafe place.initialize(to: value) }
    }
    put(elements[index].type)
  }
}

/// The reason why values don't fit a message's arguments.
enum ArgumentsMismatch: Error {
  case count(expected: Int, given: Int)
  case noSuchIndex(Int, count: Int)
  case type(index: Int, expected: String, given: String)
}

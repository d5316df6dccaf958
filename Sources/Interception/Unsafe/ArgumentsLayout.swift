/// The values that make up a message's arguments: their types, labels and memory offsets.
///
/// An `Arguments` type is `Void` for no arguments, a tuple for several, and otherwise a single value. Only this type
/// distinguishes these cases.
@safe
struct ArgumentsLayout: Sendable {
  /// One of the values.
  struct Element: Sendable {
    let type: any Any.Type
    let label: String?
    let offset: Int
  }

  let elements: [Element]
  /// The type of the only element, at offset zero; nil if there are several or none.
  private let soleType: (any Any.Type)?

  /// Finds the elements of an `Arguments` type.
  init(of type: any Any.Type) {
    elements = TypeShape(of: type).elements ?? [Element(type: type, label: nil, offset: 0)]
    soleType = elements.count == 1 ? elements[0].type : nil
  }
}

/// Unchecked operations on arguments in memory; the caller must ensure that the layout describes the value at the
/// address.
extension ArgumentsLayout {
  /// Returns each value boxed.
  @unsafe
  @inline(__always)
  func box(at address: UnsafeRawPointer) -> [Any] {
    // Most messages take one argument; for these the compiler knows the array's size, and no elements are counted.
    if let soleType { return [unsafe value(of: soleType, at: address)] }
    return unsafe boxAll(at: address)
  }

  @unsafe
  private func boxAll(at address: UnsafeRawPointer) -> [Any] {
    elements.map { unsafe value(of: $0.type, at: address + $0.offset) }
  }

  @unsafe
  private func value<Value>(of type: Value.Type, at address: UnsafeRawPointer) -> Any {
    unsafe address.assumingMemoryBound(to: type).pointee
  }

  /// Replaces one value.
  @unsafe
  func replace(_ index: Int, with value: Any, at address: UnsafeMutableRawPointer) throws(ArgumentsMismatch) {
    guard elements.indices.contains(index) else {
      throw .noSuchIndex(index, count: elements.count)
    }
    try check(value, at: index)
    unsafe put(value, at: index, address, isInitialized: true)
  }

  /// Replaces all values, or none.
  @unsafe
  func replaceAll(with values: [Any], at address: UnsafeMutableRawPointer) throws(ArgumentsMismatch) {
    try check(values)
    for (index, value) in values.enumerated() { unsafe put(value, at: index, address, isInitialized: true) }
  }

  /// Creates arguments from boxed values.
  func make<Arguments>(_ values: [Any], as type: Arguments.Type) throws(ArgumentsMismatch) -> Arguments {
    try check(values)
    let memory = UnsafeMutablePointer<Arguments>.allocate(capacity: 1)
    defer { unsafe memory.deallocate() }
    for (index, value) in values.enumerated() {
      unsafe put(value, at: index, UnsafeMutableRawPointer(memory), isInitialized: false)
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

  @unsafe
  private func put(_ value: Any, at index: Int, _ address: UnsafeMutableRawPointer, isInitialized: Bool) {
    func put<Value>(_ type: Value.Type) {
      guard let value = value as? Value else { preconditionFailure("a value that has not been checked") }
      let place = unsafe (address + elements[index].offset).assumingMemoryBound(to: Value.self)
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

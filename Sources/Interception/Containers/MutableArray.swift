/// An array object that is accessed through messages, so that access can be guarded, logged or counted.
///
/// Elements passed in are optional; `nil` represents a value missing in an untyped call. Without a guard, a missing
/// value or an invalid index traps; with one, it is reported and ignored, see ``installGuard(on:report:)``. If you
/// don't need this, use Swift's `Array`.
public final class MutableArray<Element>: InterceptableObject {
  /// The elements.
  public private(set) var elements: [Element]

  /// Creates an array of elements.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The array's messages, for lookup by name.
  override public class var messages: MessageList { [add, read, insert, remove, replace] }

  /// The number of elements.
  public var count: Int { elements.count }

  /// Adds an element at the end.
  ///
  /// - Precondition: the element is not nil.
  public func add(_ element: Element?) { send(MutableArray.add, element) }

  /// Returns the element at an index; nil only with a guard, if the index is invalid.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public func read(at index: Int) -> Element? { send(MutableArray.read, index) }

  /// Inserts an element at an index, or at the end.
  ///
  /// - Precondition: `index` is in `0...count`, the element is not nil.
  public func insert(_ element: Element?, at index: Int) { send(MutableArray.insert, (element, at: index)) }

  /// Removes and returns the element at an index; nil only with a guard, if the index is invalid.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @discardableResult
  public func remove(at index: Int) -> Element? { send(MutableArray.remove, index) }

  /// Replaces the element at an index.
  ///
  /// - Precondition: `index` is in `0..<count`, the element is not nil.
  public func replace(at index: Int, with element: Element?) {
    send(MutableArray.replace, (at: index, with: element))
  }
}

extension MutableArray {
  /// The message that ``add(_:)`` sends.
  public static var add: Message<MutableArray, Element?, Void> {
    Message("add(_:)") { array, element in
      array.elements.append(trap(on: violationOfAdd(array, element), else: element))
    }
  }

  /// The message that ``read(at:)`` sends.
  public static var read: Message<MutableArray, Int, Element?> {
    Message("read(at:)") { array, index in
      array.elements[trap(on: violationOfRead(array, index), else: index)]
    }
  }

  /// The message that ``insert(_:at:)`` sends.
  public static var insert: Message<MutableArray, (Element?, at: Int), Void> {
    Message("insert(_:at:)") { array, new in
      array.elements.insert(trap(on: violationOfInsert(array, new), else: new.0), at: new.at)
    }
  }

  /// The message that ``remove(at:)`` sends.
  public static var remove: Message<MutableArray, Int, Element?> {
    Message("remove(at:)") { array, index in
      array.elements.remove(at: trap(on: violationOfRemove(array, index), else: index))
    }
  }

  /// The message that ``replace(at:with:)`` sends.
  public static var replace: Message<MutableArray, (at: Int, with: Element?), Void> {
    Message("replace(at:with:)") { array, new in
      array.elements[new.at] = trap(on: violationOfReplace(array, new), else: new.with)
    }
  }

  /// Returns the value, or traps if there is a violation.
  private static func trap<Value>(on violation: ArrayViolation?, else value: Value?) -> Value {
    guard violation == nil, let value else { fatalError(violation?.description ?? "the value is missing") }
    return value
  }
}

// MARK: - Violations

/// What arguments of the messages violate; nil if they are valid.
extension MutableArray {
  private typealias Violation<Arguments> = @Sendable (MutableArray, Arguments) -> ArrayViolation?

  private static var violationOfAdd: Violation<Element?> { { $0.violation("add(_:)", $1) } }

  private static var violationOfRead: Violation<Int> { { $0.violation("read(at:)", at: $1, below: $0.count) } }

  private static var violationOfInsert: Violation<(Element?, at: Int)> {
    { $0.violation("insert(_:at:)", $1.0, at: $1.at, below: $0.count + 1) }
  }

  private static var violationOfRemove: Violation<Int> { { $0.violation("remove(at:)", at: $1, below: $0.count) } }

  private static var violationOfReplace: Violation<(at: Int, with: Element?)> {
    { $0.violation("replace(at:with:)", $1.with, at: $1.at, below: $0.count) }
  }

  private func violation(
    _ selector: Selector, _ value: Element?? = .none, at index: Int = 0, below end: Int = 1
  ) -> ArrayViolation? {
    if !(0..<end).contains(index) { return .indexOutOfBounds(selector: selector, index: index, count: count) }
    if case .some(.none) = value { return .missingValue(selector: selector) }
    return nil
  }
}

// MARK: - Guard

extension MutableArray {
  /// Installs a guard, which reports and ignores invalid indices and missing values instead of trapping.
  ///
  /// Each message of the class is exchanged with a guarded one, which passes on valid calls only. Ignored calls change
  /// nothing and return nil.
  ///
  /// ```swift
  /// let safety = try MutableArray<String>.installGuard { violation in log(violation) }
  /// let array = MutableArray(["a"])
  /// array.read(at: 1)    // nil, reported: index 1 is out of bounds of 1 elements
  /// safety.remove()
  /// ```
  ///
  /// - Parameters:
  ///   - classObject: the class to guard: that of arrays of these elements, or a dynamic subclass.
  ///   - report: called with each violation, on the thread of the call.
  /// - Throws: ``AspectError/alreadyHooked(class:selector:hookedIn:)`` if the class is already guarded; nothing is
  ///   changed then.
  @discardableResult
  public static func installGuard(
    on classObject: ClassObject = ClassObject.of(MutableArray<Element>.self),
    report: @escaping @Sendable (ArrayViolation) -> Void
  ) throws(AspectError) -> ArrayGuard {
    try Registry.locked { registry throws(AspectError) in
      if classObject.registrations["guardedAdd(_:)"]?.implementation != nil {
        throw .alreadyHooked(class: classObject.name, selector: "add(_:)", hookedIn: classObject.name)
      }
      var tokens: [ExchangeToken] = []
      /// Exchanges a message with one that passes valid calls on to the former implementation.
      func guardCalls<Arguments, Result>(
        of message: Message<MutableArray, Arguments, Result>, _ guardedName: StaticString,
        ignoring nothing: @autoclosure @escaping @Sendable () -> Result, _ violation: @escaping Violation<Arguments>
      ) throws(AspectError) {
        let unguarded = try classObject.currentImplementation(of: message)
        let guarded = Message<MutableArray, Arguments, Result>(guardedName) { array, arguments in
          guard let violation = violation(array, arguments) else { return unguarded(array, arguments) }
          report(violation)
          return nothing()
        }
        tokens.append(try classObject.exchange(message, guarded, in: &registry))
      }
      do throws(AspectError) {
        try guardCalls(of: add, "guardedAdd(_:)", ignoring: (), violationOfAdd)
        try guardCalls(of: read, "guardedRead(at:)", ignoring: nil, violationOfRead)
        try guardCalls(of: insert, "guardedInsert(_:at:)", ignoring: (), violationOfInsert)
        try guardCalls(of: remove, "guardedRemove(at:)", ignoring: nil, violationOfRemove)
        try guardCalls(of: replace, "guardedReplace(at:with:)", ignoring: (), violationOfReplace)
      } catch {
        for token in tokens { token.restore(in: &registry) }
        throw error
      }
      return ArrayGuard(tokens)
    }
  }
}

/// The handle of an installed array guard, which removes it.
public final class ArrayGuard: Sendable {
  private let exchanges: VisibleMutex<[ExchangeToken]>

  init(_ exchanges: [ExchangeToken]) {
    self.exchanges = VisibleMutex(exchanges)
  }

  /// Removes the guard; returns true if this call removed the last part of it.
  ///
  /// Messages that got another implementation since then are left unchanged, and the result is false; the other
  /// messages are restored. After those changes have been undone, it can be called again.
  @discardableResult
  public func remove() -> Bool {
    let standing = exchanges.withLock { exchanges in
      defer { exchanges.removeAll() }
      return exchanges
    }
    let left = standing.filter { !$0.restore() }
    exchanges.withLock { $0 += left }
    return !standing.isEmpty && left.isEmpty
  }
}

/// An invalid access to a ``MutableArray``.
public enum ArrayViolation: Error, Sendable, Hashable {
  /// The index is out of bounds.
  case indexOutOfBounds(selector: Selector, index: Int, count: Int)
  /// The value is nil.
  case missingValue(selector: Selector)
}

extension ArrayViolation: CustomStringConvertible {
  /// A description of the violation, with the message and the values.
  public var description: String {
    switch self {
    case .indexOutOfBounds(let selector, let index, let count):
      "\(selector): index \(index) is out of bounds of \(count) elements"
    case .missingValue(let selector):
      "\(selector): the value is missing"
    }
  }
}

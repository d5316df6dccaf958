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
      array.elements.append(trap(on: array.violation("add(_:)", element), else: element))
    }
  }

  /// The message that ``read(at:)`` sends.
  public static var read: Message<MutableArray, Int, Element?> {
    Message("read(at:)") { array, index in
      array.elements[trap(on: array.violation("read(at:)", index, in: 0..<array.count), else: index)]
    }
  }

  /// The message that ``insert(_:at:)`` sends.
  public static var insert: Message<MutableArray, (Element?, at: Int), Void> {
    Message("insert(_:at:)") { array, new in
      let violation =
        array.violation("insert(_:at:)", new.at, in: 0..<array.count + 1) ?? array.violation("insert(_:at:)", new.0)
      array.elements.insert(trap(on: violation, else: new.0), at: new.at)
    }
  }

  /// The message that ``remove(at:)`` sends.
  public static var remove: Message<MutableArray, Int, Element?> {
    Message("remove(at:)") { array, index in
      array.elements.remove(at: trap(on: array.violation("remove(at:)", index, in: 0..<array.count), else: index))
    }
  }

  /// The message that ``replace(at:with:)`` sends.
  public static var replace: Message<MutableArray, (at: Int, with: Element?), Void> {
    Message("replace(at:with:)") { array, new in
      let violation =
        array.violation("replace(at:with:)", new.at, in: 0..<array.count)
        ?? array.violation("replace(at:with:)", new.with)
      array.elements[new.at] = trap(on: violation, else: new.with)
    }
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
      let installation = GuardInstallation<Element>(classObject, report)
      do throws(AspectError) {
        try exchangeAll(by: installation, in: &registry)
      } catch {
        installation.undo(in: &registry)
        throw error
      }
      return ArrayGuard(installation.tokens)
    }
  }

  private static func exchangeAll(
    by installation: GuardInstallation<Element>, in registry: inout Registry
  ) throws(AspectError) {
    try installation.exchange(add, "guardedAdd(_:)", ignoring: (), in: &registry) { array, element in
      array.violation("add(_:)", element)
    }
    try installation.exchange(read, "guardedRead(at:)", ignoring: nil, in: &registry) { array, index in
      array.violation("read(at:)", index, in: 0..<array.count)
    }
    try installation.exchange(insert, "guardedInsert(_:at:)", ignoring: (), in: &registry) { array, new in
      array.violation("insert(_:at:)", new.at, in: 0..<array.count + 1) ?? array.violation("insert(_:at:)", new.0)
    }
    try installation.exchange(remove, "guardedRemove(at:)", ignoring: nil, in: &registry) { array, index in
      array.violation("remove(at:)", index, in: 0..<array.count)
    }
    try installation.exchange(replace, "guardedReplace(at:with:)", ignoring: (), in: &registry) { array, new in
      array.violation("replace(at:with:)", new.at, in: 0..<array.count)
        ?? array.violation("replace(at:with:)", new.with)
    }
  }
}

/// Collects the exchanges of one guard during its installation.
private final class GuardInstallation<Element> {
  private let classObject: ClassObject
  private let report: @Sendable (ArrayViolation) -> Void
  private(set) var tokens: [ExchangeToken] = []

  init(_ classObject: ClassObject, _ report: @escaping @Sendable (ArrayViolation) -> Void) {
    self.classObject = classObject
    self.report = report
  }

  /// Exchanges a message with one that passes valid calls on to the former implementation.
  func exchange<Arguments, Result>(
    _ message: Message<MutableArray<Element>, Arguments, Result>, _ guardedName: StaticString,
    ignoring nothing: @autoclosure @escaping @Sendable () -> Result, in registry: inout Registry,
    violation: @escaping @Sendable (MutableArray<Element>, Arguments) -> ArrayViolation?
  ) throws(AspectError) {
    let unguarded = try classObject.currentImplementation(of: message)
    let guarded = Message<MutableArray<Element>, Arguments, Result>(guardedName) { [report] array, arguments in
      guard let violation = violation(array, arguments) else { return unguarded(array, arguments) }
      report(violation)
      return nothing()
    }
    tokens.append(try classObject.exchange(message, guarded, in: &registry))
  }

  func undo(in registry: inout Registry) {
    for token in tokens { token.restore(in: &registry) }
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

extension MutableArray {
  /// Returns the violation if an index isn't in `bounds`; nil if it is.
  func violation(_ selector: Selector, _ index: Int, in bounds: Range<Int>) -> ArrayViolation? {
    bounds.contains(index) ? nil : .indexOutOfBounds(selector: selector, index: index, count: count)
  }

  /// Returns the violation if a value is missing; nil if it isn't.
  func violation(_ selector: Selector, _ element: Element?) -> ArrayViolation? {
    if case .none = element { .missingValue(selector: selector) } else { nil }
  }

  /// Returns the value, or traps if there is a violation.
  static func trap<Value>(on violation: ArrayViolation?, else value: Value?) -> Value {
    guard violation == nil, let value else { fatalError(violation?.description ?? "the value is missing") }
    return value
  }
}

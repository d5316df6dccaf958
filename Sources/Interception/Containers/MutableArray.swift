/// An array as an object, whose access is by messages, so that it can be guarded, logged or counted.
///
/// A value may be missing: `nil` stands for what an untyped caller forgot. Without a guard, adding it and a bad index trap; with
/// one they are reported and ignored, see ``installGuard(on:report:)``. Where that is not wanted, use Swift's own array.
public final class MutableArray<Element>: InterceptableObject {
  /// What it holds.
  public private(set) var elements: [Element]

  /// Makes an array of elements.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// The messages, by which tools find them.
  override public class var messages: MessageList { [add, read, insert, remove, replace] }

  /// How many elements there are.
  public var count: Int { elements.count }

  /// Adds an element behind the last.
  ///
  /// - Precondition: the element is not missing.
  public func add(_ element: Element?) { send(MutableArray.add, element) }

  /// The element at an index; nil only under a guard, where there is none.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public func read(at index: Int) -> Element? { send(MutableArray.read, index) }

  /// Puts an element ahead of the one at an index, or behind the last.
  ///
  /// - Precondition: `index` is in `0...count`, the element is not missing.
  public func insert(_ element: Element?, at index: Int) { send(MutableArray.insert, (element, at: index)) }

  /// Takes an element out and answers it; nil only under a guard, where there is none.
  ///
  /// - Precondition: `index` is in `0..<count`.
  @discardableResult
  public func remove(at index: Int) -> Element? { send(MutableArray.remove, index) }

  /// Puts an element in the place of another.
  ///
  /// - Precondition: `index` is in `0..<count`, the element is not missing.
  public func replace(at index: Int, with element: Element?) {
    send(MutableArray.replace, (at: index, with: element))
  }
}

extension MutableArray {
  /// The message behind ``add(_:)``.
  public static var add: Message<MutableArray, Element?, Void> {
    Message("add(_:)") { array, element in
      array.elements.append(trap(on: array.violation("add(_:)", element), else: element))
    }
  }

  /// The message behind ``read(at:)``.
  public static var read: Message<MutableArray, Int, Element?> {
    Message("read(at:)") { array, index in
      array.elements[trap(on: array.violation("read(at:)", index, in: 0..<array.count), else: index)]
    }
  }

  /// The message behind ``insert(_:at:)``.
  public static var insert: Message<MutableArray, (Element?, at: Int), Void> {
    Message("insert(_:at:)") { array, new in
      let violation =
        array.violation("insert(_:at:)", new.at, in: 0..<array.count + 1) ?? array.violation("insert(_:at:)", new.0)
      array.elements.insert(trap(on: violation, else: new.0), at: new.at)
    }
  }

  /// The message behind ``remove(at:)``.
  public static var remove: Message<MutableArray, Int, Element?> {
    Message("remove(at:)") { array, index in
      array.elements.remove(at: trap(on: array.violation("remove(at:)", index, in: 0..<array.count), else: index))
    }
  }

  /// The message behind ``replace(at:with:)``.
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
  /// Has every bad index and missing value reported and ignored from now on, where it trapped before.
  ///
  /// Each message of the class is exchanged with a guarded one, which hands on what is right. What is ignored changes nothing
  /// and answers nil.
  ///
  /// ```swift
  /// let safety = try MutableArray<String>.installGuard { violation in log(violation) }
  /// let array = MutableArray(["a"])
  /// array.read(at: 1)    // nil, reported: index 1 is out of bounds of 1 elements
  /// safety.remove()
  /// ```
  ///
  /// - Parameters:
  ///   - classObject: the class of arrays of these elements that is guarded: the declared one, or a dynamic subclass.
  ///   - report: is told of each violation, on the thread that committed it.
  /// - Throws: ``AspectError/alreadyHooked(class:selector:hookedIn:)`` where the class is guarded; nothing is changed
  ///   then.
  @discardableResult
  public static func installGuard(
    on classObject: ClassObject = ClassObject.of(MutableArray<Element>.self),
    report: @escaping @Sendable (ArrayViolation) -> Void
  ) throws(AspectError) -> ArrayGuard {
    try Registry.locked { registry throws(AspectError) in
      if classObject.books["guardedAdd(_:)"]?.hasOverride == true {
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
    try installation.exchange(add, "guardedAdd(_:)", in: &registry) { array, element in
      array.violation("add(_:)", element)
    } ignoring: {
    }
    try installation.exchange(read, "guardedRead(at:)", in: &registry) { array, index in
      array.violation("read(at:)", index, in: 0..<array.count)
    } ignoring: {
      nil
    }
    try installation.exchange(insert, "guardedInsert(_:at:)", in: &registry) { array, new in
      array.violation("insert(_:at:)", new.at, in: 0..<array.count + 1) ?? array.violation("insert(_:at:)", new.0)
    } ignoring: {
    }
    try installation.exchange(remove, "guardedRemove(at:)", in: &registry) { array, index in
      array.violation("remove(at:)", index, in: 0..<array.count)
    } ignoring: {
      nil
    }
    try installation.exchange(replace, "guardedReplace(at:with:)", in: &registry) { array, new in
      array.violation("replace(at:with:)", new.at, in: 0..<array.count)
        ?? array.violation("replace(at:with:)", new.with)
    } ignoring: {
    }
  }
}

/// The exchanges of one guard, while they are made.
private final class GuardInstallation<Element> {
  private let classObject: ClassObject
  private let report: @Sendable (ArrayViolation) -> Void
  private(set) var tokens: [ExchangeToken] = []

  init(_ classObject: ClassObject, _ report: @escaping @Sendable (ArrayViolation) -> Void) {
    self.classObject = classObject
    self.report = report
  }

  /// Exchanges a message with one that lets through what is right, to what the class ran before.
  func exchange<Arguments, Result>(
    _ message: Message<MutableArray<Element>, Arguments, Result>, _ guardedName: StaticString,
    in registry: inout Registry,
    violation: @escaping @Sendable (MutableArray<Element>, Arguments) -> ArrayViolation?,
    ignoring nothing: @escaping @Sendable () -> Result
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

/// What guarding arrays hands back; the way to take the guard off.
public final class ArrayGuard: Sendable {
  private let exchanges: VisibleMutex<[ExchangeToken]>

  init(_ exchanges: [ExchangeToken]) {
    self.exchanges = VisibleMutex(exchanges)
  }

  /// Takes the guard off; answers true once, when nothing of it is left.
  ///
  /// A message of which someone has put another implementation in place since stays as it is, and the answer is false; the rest
  /// is taken off. When that change has been undone, this can be asked again.
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

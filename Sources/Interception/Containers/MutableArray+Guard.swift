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
  /// - Throws: ``AspectError/alreadyHooked(class:selector:hookedIn:)`` where the class is guarded; then nothing has changed.
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

/// The record of what is installed for one message in one class or on one object: advice and a run-time implementation.
///
/// The records of a class and of an object of this class make up one level of a ``Chain``.
final class LevelRegistration: @unchecked Sendable {
  let kind: MessageKind
  private(set) var lists = AdviceLists()
  /// The number of exclusive advice, without observers.
  private(set) var exclusiveCount = 0
  /// The run-time implementation, if any.
  private(set) var implementation: InstalledImplementation?

  init(kind: MessageKind) {
    self.kind = kind
  }

  /// Whether there is neither advice nor an implementation.
  var isEmpty: Bool { lists.isEmpty && implementation == nil }

  /// Whether there is advice or an implementation; observers don't count, since they run outside all levels.
  var isLevel: Bool { implementation != nil || lists.hasAdvice }

  /// The installed aspects, sorted by priority, then by registration.
  ///
  /// - Complexity: O(*n* log *n*) for *n* advice.
  var aspects: [Aspect] {
    active.map(\.aspect).sorted { ($1.options.priority, $0.identifier) < ($0.options.priority, $1.identifier) }
  }

  /// The installed aspects; those of one position in the order in which they run.
  var aspectsInRunningOrder: [Aspect] { active.sorted { $0.order < $1.order }.map(\.aspect) }

  private var active: [InstalledAdvice] {
    var active: [InstalledAdvice] = []
    for list in lists.all { list.forEach { if !$0.isSpent { active.append($0) } } }
    return active
  }

  /// Returns whether any advice, without observers, satisfies the predicate.
  func containsAdvice(where predicate: (Aspect) -> Bool) -> Bool {
    lists.contains { !$0.isSpent && !$0.aspect.isObserver && predicate($0.aspect) }
  }

  func add(_ new: InstalledAdvice) {
    lists.add(new)
    if new.isExclusive { exclusiveCount += 1 }
  }

  /// Removes an advice and returns it; nil if it isn't installed here.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  func remove(_ aspect: Aspect) -> InstalledAdvice? {
    let removed = lists.remove(aspect)
    if let removed, removed.isExclusive { exclusiveCount -= 1 }
    return removed
  }

  /// Removes all advice with a name; returns how many were still active, and the former lists; nil if there was none.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  func removeAll(named name: String) -> (count: Int, former: AdviceLists)? {
    let former = lists
    var count = 0
    lists.filter { advice in
      // Read through the token: copying the aspect would retain each of its references.
      guard advice.token.aspect.options.name == name else { return true }
      if advice.isExclusive { exclusiveCount -= 1 }
      if advice.admission?.withdraw(advice.aspect) ?? true { count += 1 }
      return false
    }
    return lists.count < former.count ? (count, former) : nil
  }

  /// Sets the implementation, or removes it if nil, and returns the former one.
  func implement(by new: InstalledImplementation?) -> InstalledImplementation? {
    defer { implementation = new }
    return implementation
  }
}

extension [Selector: LevelRegistration] {
  /// Keeps the record of a message, or removes it if nothing is installed anymore.
  mutating func update(_ registration: LevelRegistration) {
    self[registration.kind.selector] = registration.isEmpty ? nil : registration
  }
}

extension InstalledAdvice {
  fileprivate final var isExclusive: Bool { token.aspect.options.policy == .exclusive && !token.aspect.isObserver }
}

/// A run-time implementation in a class; the subclass has the function.
@usableFromInline
class InstalledImplementation: @unchecked Sendable {
  /// The ``Implementation`` value it was made from; nil if there is no such value.
  final let source: AnyObject?

  init(source: AnyObject?) {
    self.source = source
  }
}

/// A run-time implementation with its function; see ``AdviceNode``.
@usableFromInline
final class ImplementationNode<Call: ~Copyable, Output, Failure: Error>: InstalledImplementation, @unchecked Sendable {
  @usableFromInline let body: (inout Call) throws(Failure) -> Output

  init(_ body: @escaping (inout Call) throws(Failure) -> Output, source: AnyObject?) {
    self.body = body
    super.init(source: source)
  }
}

/// A run-time implementation of an asynchronous message, with its function.
@usableFromInline
final class AsyncImplementationNode<Call: ~Copyable, Output, Failure: Error>: InstalledImplementation,
  @unchecked Sendable
{
  @usableFromInline let body: nonisolated(nonsending) (inout Call) async throws(Failure) -> Output

  init(_ body: nonisolated(nonsending) @escaping (inout Call) async throws(Failure) -> Output) {
    self.body = body
    super.init(source: nil)
  }
}

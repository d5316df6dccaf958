/// The advice and override installed for one message at one level, that is, in one class or on one object.
class LevelRegistration: @unchecked Sendable {
  final let kind: MessageKind
  private(set) final var lists = AdviceLists()
  /// The number of exclusive advice, without observers.
  private(set) final var exclusiveCount = 0

  init(kind: MessageKind) {
    self.kind = kind
  }

  /// Whether there is neither advice nor an override.
  final var isEmpty: Bool { lists.isEmpty && !hasOverride }

  /// Whether there is advice or an override; observers don't count, since they run outside all levels.
  final var isLevel: Bool { hasOverride || lists.hasAdvice }

  /// Whether this level has a run-time implementation.
  var hasOverride: Bool { preconditionFailure("abstract") }

  /// The installed aspects, sorted by priority, then by registration.
  ///
  /// - Complexity: O(*n* log *n*) for *n* advice.
  final var aspects: [Aspect] {
    var advice: [InstalledAdvice] = []
    for list in lists.all { list.forEach { advice.append($0) } }
    // A concurrent send may change `isSpent`, so it is read only once for each.
    return advice.filter { !$0.isSpent }.sorted { $0.order < $1.order }.map(\.aspect)
  }

  /// Returns whether any advice, without observers, satisfies the predicate.
  final func containsAdvice(where predicate: (Aspect) -> Bool) -> Bool {
    lists.contains { !$0.isSpent && !$0.aspect.isObserver && predicate($0.aspect) }
  }

  final func add(_ new: InstalledAdvice) {
    lists[new.aspect] = AdviceTree.adding(new, to: lists[new.aspect])
    if new.isExclusive { exclusiveCount += 1 }
  }

  /// Removes an advice and returns it; nil if it isn't installed here.
  ///
  /// - Complexity: O(log *n*) for *n* advice.
  final func remove(_ aspect: Aspect) -> InstalledAdvice? {
    guard let (rest, removed) = AdviceTree.removing(InstalledAdvice.Order(aspect), from: lists[aspect]) else {
      return nil
    }
    lists[aspect] = rest
    if removed.isExclusive { exclusiveCount -= 1 }
    return removed
  }

  /// Removes all advice with a name; returns how many were still active, and the former lists; nil if there was none.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  final func removeAll(named name: String) -> (count: Int, former: AdviceLists)? {
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
}

extension InstalledAdvice {
  fileprivate final var isExclusive: Bool { token.aspect.options.policy == .exclusive && !token.aspect.isObserver }
}

/// A run-time implementation in a class.
final class InstalledImplementation<Override>: @unchecked Sendable {
  let override: Override
  /// The ``Implementation`` value it was made from; nil if there is no such value.
  let source: AnyObject?

  init(_ override: Override, source: AnyObject? = nil) {
    self.override = override
    self.source = source
  }
}

/// The book of a message with known types.
final class TypedLevelRegistration<Advice: BodiedAdvice, Override>: LevelRegistration, @unchecked Sendable {
  /// The run-time implementation, if any.
  private(set) var ownImplementation: InstalledImplementation<Override>?
  var override: Override? { ownImplementation?.override }

  override var hasOverride: Bool { ownImplementation != nil }

  /// Sets the implementation, or removes it if nil, and returns the former one.
  func implement(by new: InstalledImplementation<Override>?) -> InstalledImplementation<Override>? {
    defer { ownImplementation = new }
    return ownImplementation
  }
}

/// What is installed for one message at one level: of a class, or of one object.
class LevelBook: @unchecked Sendable {
  final let kind: MessageKind
  private(set) final var lists = AdviceLists()
  /// How many of the advice are exclusive, observers left out.
  private(set) final var exclusiveCount = 0

  init(kind: MessageKind) {
    self.kind = kind
  }

  /// Whether nothing is installed and nothing overridden.
  final var isEmpty: Bool { lists.isEmpty && !hasOverride }

  /// Whether anything is installed at this level itself; observers are outside all levels.
  final var isLevel: Bool { hasOverride || lists.hasAdvice }

  /// Whether there is an implementation of this level's own.
  var hasOverride: Bool { preconditionFailure("abstract") }

  /// What is installed: by priority, then by registration.
  ///
  /// - Complexity: O(*n* log *n*) for *n* advice.
  final var aspects: [Aspect] {
    var advice: [InstalledAdvice] = []
    for list in lists.all { list.forEach { advice.append($0) } }
    // A send may spend one of them meanwhile, so each is asked once.
    return advice.filter { !$0.isSpent }.sorted { $0.order < $1.order }.map(\.aspect)
  }

  /// Whether some advice, observers left out, satisfies the predicate.
  final func containsAdvice(where predicate: (Aspect) -> Bool) -> Bool {
    lists.contains { !$0.isSpent && !$0.aspect.isObserver && predicate($0.aspect) }
  }

  final func add(_ new: InstalledAdvice) {
    lists[new.aspect] = AdviceTree.adding(new, to: lists[new.aspect])
    if new.isExclusive { exclusiveCount += 1 }
  }

  /// Takes an advice out and returns it; nil where it is not here.
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

  /// Takes out each advice of a name; returns how many had not had their one call, and the lists as they were.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  final func removeAll(named name: String) -> (count: Int, former: AdviceLists)? {
    let former = lists
    var count = 0
    lists.filter { advice in
      // Read by way of the token: a copy of the aspect would count each of its references.
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

/// An implementation of a class's own.
final class InstalledImplementation<Override>: @unchecked Sendable {
  let override: Override
  /// The ``Implementation`` that it is or was made of; nil for one that is none to callers.
  let source: AnyObject?

  init(_ override: Override, source: AnyObject? = nil) {
    self.override = override
    self.source = source
  }
}

/// The level of a message whose types are known.
final class TypedLevelBook<Advice: BodiedAdvice, Override>: LevelBook, @unchecked Sendable {
  /// The class's own implementation.
  private(set) var ownImplementation: InstalledImplementation<Override>?
  var override: Override? { ownImplementation?.override }

  override var hasOverride: Bool { ownImplementation != nil }

  /// Puts another implementation in place, or none, and hands over the former.
  func implement(by new: InstalledImplementation<Override>?) -> InstalledImplementation<Override>? {
    defer { ownImplementation = new }
    return ownImplementation
  }
}

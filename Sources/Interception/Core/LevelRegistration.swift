/// The record of one message in one class or on one object: its declaration, what is installed, and its slot.
///
/// What is installed in a class and on an object of this class makes up one level of a ``Chain``. A record is accessed
/// with the registry locked only, and lives as long as its class object.
final class LevelRegistration: @unchecked Sendable {
  /// The message that is installed or was first looked for; of several with its name, their types are the same.
  private(set) var kind: MessageKind
  /// The message as the class itself declares it: listed, or hooked or implemented without being listed.
  private(set) var declaration: MessageKind?
  /// Whether the class lists the message.
  private(set) var isListed = false
  /// The advice; see ``implementation`` for the rest of what is installed.
  private(set) var lists = AdviceLists()
  /// The run-time implementation, if any.
  private(set) var implementation: InstalledImplementation?
  /// The slot in which sends find the chain; none until something is installed, or a hooked object is sent the message.
  private(set) var slot: Slot?
  /// Slots of other types that this one has replaced, which sends may still read.
  private var replacedSlots: [Slot] = []

  init(kind: MessageKind) {
    self.kind = kind
  }

  /// Records the declaration of the message; one that isn't listed replaces none.
  func declare(_ kind: MessageKind, isListed: Bool) {
    if isListed || declaration == nil { (declaration, self.isListed) = (kind, isListed) }
  }

  /// Returns the slot of a message, created if needed.
  ///
  /// It replaces a slot of other types, which must be unhooked.
  func slot(for kind: MessageKind) -> Slot {
    if let slot {
      if slot.kind.chainType == kind.chainType { return slot }
      assert(!slot.isHooked, "a hooked slot of \(slot.kind) is replaced by one of \(kind)")
      replacedSlots.append(slot)
    }
    // Keys of other literals may still lead to the former slot of the message.
    let new = replacedSlots.first { $0.kind.chainType == kind.chainType } ?? Slot(kind: kind)
    slot = new
    return new
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
  func containsAdvice(where predicate: (AspectToken) -> Bool) -> Bool {
    // Read through the token: copying an aspect would retain each of its references.
    lists.contains { !$0.isSpent && !$0.token.aspect.isObserver && predicate($0.token) }
  }

  func add(_ new: InstalledAdvice, to kind: MessageKind) {
    if isEmpty { self.kind = kind }
    lists.add(new)
  }

  /// Removes an advice and returns it; nil if it isn't installed here.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  func remove(_ aspect: Aspect) -> InstalledAdvice? { lists.remove(aspect) }

  /// Removes all advice with a name; returns how many were still active, and the former lists; nil if there was none.
  ///
  /// - Complexity: O(*n*) for *n* advice.
  func removeAll(named name: String) -> (count: Int, former: AdviceLists)? {
    let former = lists
    var count = 0
    lists.filter { advice in
      // Read through the token: copying the aspect would retain each of its references.
      guard advice.token.aspect.options.name == name else { return true }
      if advice.admission?.withdraw(advice.aspect) ?? true { count += 1 }
      return false
    }
    return lists.count < former.count ? (count, former) : nil
  }

  /// Sets the implementation, or removes it if nil, and returns the former one.
  func implement(_ kind: MessageKind, by new: InstalledImplementation?) -> InstalledImplementation? {
    if isEmpty { self.kind = kind }
    defer { implementation = new }
    return implementation
  }

  /// Removes all that is installed, and returns it.
  func clear() -> [AnyObject] {
    defer { (lists, implementation) = (AdviceLists(), nil) }
    return (lists.all as [AnyObject]) + [implementation].compactMap(\.self)
  }
}

/// A run-time implementation in a class; the subclass has the function, as an ``AdviceNode`` has.
@usableFromInline
class InstalledImplementation: @unchecked Sendable {
  /// The ``Implementation`` value it was made from; nil if there is no such value.
  final let source: AnyObject?

  init(source: AnyObject?) {
    self.source = source
  }
}

/// A run-time implementation with its function.
@usableFromInline
final class ImplementationNode<Function>: InstalledImplementation, @unchecked Sendable {
  @usableFromInline let function: Function

  init(_ function: Function, source: AnyObject?) {
    self.function = function
    super.init(source: source)
  }
}

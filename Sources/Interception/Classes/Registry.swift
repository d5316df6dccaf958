import Synchronization

/// The books of the runtime, and the only global state that changes: which classes there are, under which names.
///
/// Everything that hooks, unhooks or moves an object does so inside ``locked(_:)``; sends never do.
struct Registry: @unchecked Sendable {
  /// The classes that can be found by name: declared ones that have been used, and dynamic ones.
  var classesByName: [String: ClassObject] = [:]
  /// What is to be released as soon as the lock is given back, since that may run anyone's deinit.
  var garbage: [AnyObject] = []
  /// The slots out of which something was taken that calls may still be inside.
  var draining: [ObjectIdentifier: Slot] = [:]
  /// Classes that have been disposed of, whose memory a send may still be about to read.
  var shells: [ClassObject] = []
  private var lastIdentifier: UInt64 = 0

  private static let shared = VisibleMutex(Registry())
  /// Aspects that have had their one call and are still in the books; held for an append, never while anything else happens.
  private static let spent = VisibleMutex<[AspectToken]>([])
  /// Whether a send has left something to do for whoever has the books next, or has them now.
  private static let hasLeftovers = Atomic<Bool>(false)

  /// Runs `body` with the books in hand, one thread at a time, and frees what it put out of use.
  static func locked<Result: Sendable, Failure: Error>(
    _ body: (inout Registry) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var garbage: [AnyObject] = []
    defer {
      garbage.removeAll()
      if hasLeftovers.load(ordering: .sequentiallyConsistent) { collectLeftovers() }
    }
    return try shared.withLock { registry throws(Failure) in
      registry.settle()
      defer { swap(&registry.garbage, &garbage) }
      return try body(&registry)
    }
  }

  /// Runs `body` with the books in hand if nobody else has them, without waiting; nil if someone has.
  static func lockedIfFree<Result: Sendable>(_ body: (inout Registry) -> Result) -> Result? {
    var garbage: [AnyObject] = []
    defer {
      garbage.removeAll()
      if hasLeftovers.load(ordering: .sequentiallyConsistent) { collectLeftovers() }
    }
    return shared.withLockIfAvailable { registry in
      registry.settle()
      defer { swap(&registry.garbage, &garbage) }
      return body(&registry)
    }
  }

  /// Does what sends have left to do, unless another thread has the books, which then sees to it.
  static func collectLeftovers() {
    hasLeftovers.store(true, ordering: .sequentiallyConsistent)
    while hasLeftovers.load(ordering: .sequentiallyConsistent) {
      var garbage: [AnyObject] = []
      let wasFree: Void? = shared.withLockIfAvailable { registry in
        registry.settle()
        swap(&registry.garbage, &garbage)
      }
      garbage.removeAll()
      if wasFree == nil { return }
    }
  }

  /// Takes an aspect that has had its one call out of the books: now, or as soon as whoever has them gives them back.
  static func removeWithoutWaiting(_ aspect: AspectToken) {
    spent.withLock { $0.append(aspect) }
    collectLeftovers()
  }

  /// Does what sends have left to do, so that whoever reads the books next reads what they came to.
  private mutating func settle() {
    guard Registry.hasLeftovers.load(ordering: .sequentiallyConsistent) else { return }
    Registry.hasLeftovers.store(false, ordering: .sequentiallyConsistent)
    removeSpent()
    for slot in draining.values { slot.collect(in: &self) }
  }

  private mutating func removeSpent() {
    let aspects = Registry.spent.withLock { spent in
      defer { spent.removeAll() }
      return spent
    }
    if aspects.isEmpty { return }
    var removal = AspectRemoval()
    for aspect in aspects { _ = aspect.withdraw(in: &removal, &self) }
    removal.finish(in: &self)
    garbage += aspects
  }

  /// A number that is larger than all before it.
  mutating func makeIdentifier() -> UInt64 {
    lastIdentifier += 1
    return lastIdentifier
  }
}

/// Finds the class object of a class by its metadata address, without a lock, as each new object does.
enum TypeTable {
  /// The current table, retained by itself: it is replaced by larger ones, and never freed.
  private static let current = Atomic<UInt>(PointerTable.bits(retaining: PointerTable()))

  /// The class object of a class that has been registered.
  static func find(_ type: InterceptableObject.Type) -> ClassObject? {
    ClassObject.from(bits: table.value(for: key(type)))
  }

  /// Makes a class be found from now on.
  static func add(_ classObject: ClassObject, for type: InterceptableObject.Type, in registry: inout Registry) {
    let grown = table.adding(classObject.retainedBits(), for: key(type))
    if grown !== table { current.store(PointerTable.bits(retaining: grown), ordering: .releasing) }
  }

  private static var table: PointerTable { PointerTable.from(bits: current.load(ordering: .acquiring)) }

  private static func key(_ type: InterceptableObject.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }
}

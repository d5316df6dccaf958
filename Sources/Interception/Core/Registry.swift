import Synchronization

/// The process-wide class registry: the classes by name, and the lock that guards all changes to them.
///
/// All hooking, unhooking and moving of objects happens inside ``locked(_:)``. Sends never wait for the lock.
struct Registry: @unchecked Sendable {
  /// Classes by name: the declared classes used so far, and the dynamic ones.
  var classesByName: [String: ClassObject] = [:]
  /// Objects to release after unlocking, since that may run arbitrary deinits.
  var garbage: [AnyObject] = []
  /// Chains that new calls can't reach, and that running calls may still use.
  private var retired: [Chain] = []
  /// Whether chains were retired since somebody looked for those that no call uses.
  private var isCollectionDue = false
  /// Disposed classes, kept since a send may still read their memory.
  var disposedClasses: [ClassObject] = []
  private var lastIdentifier: UInt64 = 0

  private static let shared = VisibleMutex(Registry())
  /// Automatically removed aspects that have run and are still registered; the lock is held only briefly, to append or
  /// take them.
  private static let finishedOnceAspects = VisibleMutex<[AspectToken]>([])
  /// Whether a send has left work for the current or next holder of the lock.
  private static let hasPendingWork = Atomic<Bool>(false)

  /// Runs `body` with the registry locked, then unlocks it and releases the collected garbage.
  static func locked<Result: Sendable, Failure: Error>(
    _ body: (inout Registry) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var garbage: [AnyObject] = []
    defer {
      garbage.removeAll()
      finishIfWorkPending()
    }
    return try shared.withLock { registry throws(Failure) in
      registry.finishPendingWork()
      defer { garbage = registry.takeGarbage() }
      return try body(&registry)
    }
  }

  /// Runs `body` with the registry locked, or returns nil without waiting if another thread holds the lock.
  static func lockedIfFree<Result: Sendable>(_ body: (inout Registry) -> Result) -> Result? {
    defer { finishIfWorkPending() }
    return lockedOnceIfFree(body)
  }

  private static func lockedOnceIfFree<Result: Sendable>(_ body: (inout Registry) -> Result) -> Result? {
    // Released when this returns, and so after the lock.
    var garbage: [AnyObject] = []
    defer { garbage.removeAll() }
    return shared.withLockIfAvailable { registry in
      registry.finishPendingWork()
      defer { garbage = registry.takeGarbage() }
      return body(&registry)
    }
  }

  /// Does the work left by sends, unless another thread holds the lock, which then does it.
  ///
  /// Whoever leaves work says so before it tries the lock, and the holder asks after it has unlocked; a fence between
  /// the two steps of each makes sure that one of them sees the other.
  static func finishPendingWorkIfUnlocked() {
    hasPendingWork.store(true, ordering: .sequentiallyConsistent)
    finishIfWorkPending()
  }

  private static func finishIfWorkPending() {
    repeat {
      atomicMemoryFence(ordering: .sequentiallyConsistent)
    } while hasPendingWork.load(ordering: .sequentiallyConsistent) && lockedOnceIfFree({ _ in true }) == true
  }

  /// Removes an aspect after its one call: now, or if another thread holds the lock, as soon as it unlocks.
  static func removeWithoutWaiting(_ aspect: AspectToken) {
    finishedOnceAspects.withLock { $0.append(aspect) }
    finishPendingWorkIfUnlocked()
  }

  /// Does the work left by sends, so that the lock's holder sees an up-to-date registry.
  private mutating func finishPendingWork() {
    guard Registry.hasPendingWork.load(ordering: .sequentiallyConsistent) else { return }
    Registry.hasPendingWork.store(false, ordering: .sequentiallyConsistent)
    removeSpent()
    isCollectionDue = true
  }

  /// Returns what is to be released after unlocking, retired chains that no call uses among it.
  private mutating func takeGarbage() -> [AnyObject] {
    if isCollectionDue { HazardCells.collect(&retired, into: &garbage) }
    isCollectionDue = false
    defer { garbage = [] }
    return garbage
  }

  /// Takes over a chain that was replaced, to be freed when no call uses it.
  mutating func retire(_ chain: Unretained<Chain>) {
    retired.append(chain.takeRetained())
    isCollectionDue = true
  }

  private mutating func removeSpent() {
    let aspects = Registry.finishedOnceAspects.withLock { finishedOnceAspects in
      defer { finishedOnceAspects.removeAll() }
      return finishedOnceAspects
    }
    remove(aspects)
    garbage += aspects
  }

  /// Removes aspects, and rebuilds each affected chain once; returns whether any was installed.
  @discardableResult
  mutating func remove(_ aspects: [AspectToken]) -> Bool {
    if aspects.isEmpty { return false }
    var removal = AspectRemoval()
    defer { removal.finish(in: &self) }
    return aspects.reduce(false) { $1.withdraw(in: &removal, &self) || $0 }
  }

  /// Returns a number greater than all returned before.
  mutating func makeIdentifier() -> UInt64 {
    lastIdentifier += 1
    return lastIdentifier
  }
}

/// A lock-free table from class metadata addresses to class objects, read when an object is created.
enum TypeTable {
  /// The current table, retained; it is replaced by larger ones and never freed.
  private static let current = AtomicReference(owned: PointerTable())

  /// Returns the class object of a class; nil if it isn't registered.
  static func find(_ type: InterceptableObject.Type) -> ClassObject? {
    current.assigned.borrow { Unretained(bits: $0.value(for: key(type))) }?.object
  }

  /// Adds a class to the table.
  static func add(_ classObject: ClassObject, for type: InterceptableObject.Type, in registry: inout Registry) {
    // The class object is never deallocated.
    let grown = table.adding(Unretained(retaining: classObject).bits, for: key(type))
    if grown !== table { current.store(owned: grown) }
  }

  private static var table: PointerTable { current.assigned.object }

  private static func key(_ type: InterceptableObject.Type) -> UInt {
    UInt(bitPattern: ObjectIdentifier(type))
  }
}

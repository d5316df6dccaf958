import Synchronization

/// The handle of an installed hook, which removes it.
///
/// A token retains neither the object nor the values captured by the advice. If a token is discarded, the advice stays
/// installed.
public final class AspectToken: Sendable, Hashable {
  /// The installed aspect.
  public let aspect: Aspect
  // Shared class objects and those of class sides are never deallocated, so they are held strongly. The class object of
  // a single object's hooks lives as long as that object, and is held weakly.
  private let classOfMany: ClassObject?
  private weak let classOfOne: ClassObject?
  /// The state of the advice's deallocation.
  private let life = Atomic<Life>(.used)
  /// The tasks that wait for the advice to be freed.
  private let waiting = VisibleMutex<[CheckedContinuation<Void, Never>]>([])

  /// The state of the advice's deallocation; ``awaited`` means ``used`` with tasks waiting until it is freed.
  private enum Life: UInt8, AtomicRepresentable {
    case used, awaited, freed
  }

  init(_ aspect: Aspect, in classObject: ClassObject) {
    self.aspect = aspect
    classOfMany = classObject.livesForEver ? classObject : nil
    classOfOne = classObject.livesForEver ? nil : classObject
  }

  private var classObject: ClassObject? { classOfMany ?? classOfOne }

  /// Removes the advice; returns true the first time, and false after that.
  ///
  /// Calls that already run with the advice finish with it; its captured values are freed when the last of those calls
  /// ends.
  @discardableResult
  public func remove() -> Bool { removeIfObjectLives() ?? false }

  /// Removes the advice as part of a group removal; returns whether it was installed.
  func withdraw(in removal: inout AspectRemoval, _ registry: inout Registry) -> Bool {
    guard let classObject else { return false }
    defer {
      // This may be the last reference, and must not be released while the lock is held.
      registry.garbage.append(classObject)
    }
    return removal.remove(aspect, from: classObject, in: &registry)
  }

  /// Removes the advice, and throws if the hooked object was already deallocated.
  ///
  /// - Returns: whether the advice was still installed.
  /// - Throws: ``AspectError/objectDeallocated(class:selector:)`` if the hooked object was deallocated.
  @discardableResult
  public func removeReportingErrors() throws(AspectError) -> Bool {
    guard let removed = removeIfObjectLives() else {
      throw .objectDeallocated(class: aspect.className, selector: aspect.selector)
    }
    return removed
  }

  /// Removes the advice and returns whether it was installed; nil if the hooked object was deallocated.
  private func removeIfObjectLives() -> Bool? {
    guard let classObject else { return nil }
    // Another thread may still retain the class object of a deallocated object while it frees it.
    return Registry.locked { classObject.isOrphan ? nil : classObject.remove(aspect, in: &$0) }
  }

  /// Removes the advice and blocks the thread until no call runs it anymore.
  ///
  /// If called from inside a call that runs the advice, it would deadlock, so it traps instead. Use ``remove()`` there.
  ///
  /// - Precondition: the calling thread and task are not inside a call of the message on an object that has the advice.
  @discardableResult
  public func removeAndWait() -> Bool {
    let removed = remove()
    if isFreed { return removed }
    checkNotHeldByTask()
    if HazardCells.currentThreadUses({ $0.holds(self) }) { fatalError(waitMessage) }
    var round = 0
    while !isFreed {
      Registry.finishPendingWorkIfUnlocked()
      System.pauseThread(inRound: round)
      round += 1
    }
    return removed
  }

  /// Removes the advice and suspends until no call runs it anymore.
  ///
  /// Cancellation doesn't end the wait, since continuing earlier wouldn't be safe. If called from inside a call that
  /// runs the advice, it would wait forever, so it traps instead. A task that the advice starts without awaiting it may
  /// call it.
  ///
  /// - Precondition: neither the calling task nor a task that waits for it is inside a call that runs the advice.
  @discardableResult
  public nonisolated(nonsending) func removeAndWait() async -> Bool {
    let removed = remove()
    checkNotHeldByTask()
    await withCheckedContinuation { resumeWhenFreed($0) }
    return removed
  }

  private func checkNotHeldByTask() {
    if !isFreed, TaskCalls.currentTaskKeeps(self) { fatalError(waitMessage) }
  }

  private var waitMessage: String {
    "removeAndWait() of an advice would wait for the call that it is called from, for ever; remove() does not wait: \(aspect)"
  }

  /// Whether the advice and its captured values have been freed.
  var isFreed: Bool { life.load(ordering: .acquiring) == .freed }

  /// Records that the advice and its captured values have been freed.
  fileprivate func adviceWasFreed() {
    if life.exchange(.freed, ordering: .acquiringAndReleasing) == .awaited { resumeAll() }
  }

  private func resumeAll() {
    let tasks = waiting.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in tasks { task.resume() }
  }

  private func resumeWhenFreed(_ task: CheckedContinuation<Void, Never>) {
    waiting.withLock { $0.append(task) }
    let former = life.compareExchange(expected: .used, desired: .awaited, ordering: .acquiringAndReleasing).original
    // If the advice was freed before this exchange, nobody has resumed the task.
    if former == .freed { resumeAll() }
  }

  /// Returns whether two tokens are the same object.
  public static func == (one: AspectToken, other: AspectToken) -> Bool { one === other }

  /// Hashes the token's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(aspect.identifier)
  }
}

/// Notifies an advice's token when the advice and its captured values have been freed.
///
/// It must be the last stored property of a final class, so that it is destroyed after the closures.
struct AdviceLifetime: ~Copyable {
  private let token: AspectToken

  init(_ token: AspectToken) {
    self.token = token
  }

  deinit { token.adviceWasFreed() }
}

/// A group removal: removes advice from any number of levels, then rebuilds each affected chain once.
struct AspectRemoval {
  /// A level from which advice was removed.
  private struct Level {
    let classObject: ClassObject
    let kind: MessageKind
  }

  private struct Key: Hashable {
    let classObject: ObjectIdentifier
    let selector: Selector
  }

  // The first level is stored separately, since most removals affect one level only.
  private var first: Level?
  private var others: [Key: Level] = [:]

  /// Removes one advice; returns whether it was installed.
  mutating func remove(_ aspect: Aspect, from classObject: ClassObject, in registry: inout Registry) -> Bool {
    guard let book = classObject.registrations[aspect.selector], let removed = book.remove(aspect) else { return false }
    note(book, of: classObject)
    registry.garbage.append(removed)
    return removed.admission?.withdraw(aspect) ?? true
  }

  /// Removes all advice of a class with the given name; returns their number.
  mutating func removeAll(named name: String, from classObject: ClassObject, in registry: inout Registry) -> Int {
    var count = 0
    for book in classObject.registrations.values {
      guard let (removed, former) = book.removeAll(named: name) else { continue }
      note(book, of: classObject)
      count += removed
      // The former lists are released after the lock, since that may free advice.
      for list in former.all { registry.garbage.append(list) }
    }
    return count
  }

  private mutating func note(_ book: LevelRegistration, of classObject: ClassObject) {
    let selector = book.kind.selector
    classObject.registrations.update(book)
    if let first, first.classObject !== classObject || first.kind.selector != selector {
      let key = Key(classObject: ObjectIdentifier(classObject), selector: selector)
      if others[key] == nil { others[key] = Level(classObject: classObject, kind: book.kind) }
    } else {
      first = first ?? Level(classObject: classObject, kind: book.kind)
    }
  }

  /// Rebuilds the chains of all affected levels and their subclasses, once each.
  func finish(in registry: inout Registry) {
    guard let first else { return }
    if others.isEmpty {
      first.classObject.rebuild(first.kind.selector, in: &registry)
      return first.classObject.returnOwnerIfUnhooked(in: &registry)
    }
    let levels = [first] + others.values
    var rebuilt: Set<Key> = []
    for level in levels {
      for object in level.classObject.selfAndSubclasses
      where rebuilt.insert(Key(classObject: ObjectIdentifier(object), selector: level.kind.selector)).inserted {
        object.refresh(level.kind.selector, in: &registry)
      }
    }
    for level in levels { level.classObject.returnOwnerIfUnhooked(in: &registry) }
  }
}

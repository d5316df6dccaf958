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
  private let life = VisibleMutex(Life())

  /// Whether the advice and its captured values have been freed, and the tasks that wait for it.
  private struct Life {
    var isFreed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
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
  public func remove() -> Bool { (try? removeReportingErrors()) ?? false }

  /// Removes the advice as part of a group removal; returns whether it was installed.
  func withdraw(in removal: inout AspectRemoval, _ registry: inout Registry) -> Bool {
    guard let classObject else { return false }
    // This may be the last reference, and must not be released while the lock is held.
    registry.garbage.append(classObject)
    return removal.remove(aspect, from: classObject, in: &registry)
  }

  /// Removes the advice, and throws if the hooked object was already deallocated.
  ///
  /// - Returns: whether the advice was still installed.
  /// - Throws: ``AspectError/objectDeallocated(class:selector:)`` if the hooked object was deallocated.
  @discardableResult
  public func removeReportingErrors() throws(AspectError) -> Bool {
    // Another thread may still retain the class object of a deallocated object while it frees it.
    let removed = classObject.flatMap { classObject in
      Registry.locked { classObject.isOrphan ? nil : classObject.remove(aspect, in: &$0) }
    }
    guard let removed else { throw .objectDeallocated(class: aspect.className, selector: aspect.selector) }
    return removed
  }

  /// Removes the advice and blocks the thread until no call runs it anymore.
  ///
  /// If called from inside a call that runs the advice, it would deadlock, so it traps instead. Use ``remove()`` there.
  ///
  /// - Precondition: the calling thread and task are not inside a call of the message on an object that has the advice.
  @discardableResult
  public func removeAndWait() -> Bool {
    let removed = remove()
    checkNotHeld(byThread: true)
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
    checkNotHeld(byThread: false)
    await withCheckedContinuation { resumeWhenFreed($0) }
    return removed
  }

  private func checkNotHeld(byThread: Bool) {
    if isFreed { return }
    guard TaskCalls.currentTaskKeeps(self) || byThread && HazardCells.currentThreadUses({ $0.holds(self) }) else {
      return
    }
    fatalError(
      "removeAndWait() of an advice would wait for the call that it is called from, for ever; remove() does not wait: \(aspect)"
    )
  }

  /// Whether the advice and its captured values have been freed.
  var isFreed: Bool { life.withLock { $0.isFreed } }

  /// Records that the advice and its captured values have been freed.
  fileprivate func adviceWasFreed() {
    let tasks = life.withLock { life in
      defer { life = Life(isFreed: true) }
      return life.waiting
    }
    for task in tasks { task.resume() }
  }

  private func resumeWhenFreed(_ task: CheckedContinuation<Void, Never>) {
    let isFreed = life.withLock { life in
      if !life.isFreed { life.waiting.append(task) }
      return life.isFreed
    }
    if isFreed { task.resume() }
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
  private struct Level: Hashable {
    let classObject: ClassObject
    let selector: Selector
  }

  /// Those of which advice was removed; a level may occur several times, though not in a row.
  private var levels: [Level] = []

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
    let level = Level(classObject: classObject, selector: book.kind.selector)
    if levels.last != level { levels.append(level) }
  }

  /// Rebuilds the chains of all affected levels and their subclasses, once each.
  func finish(in registry: inout Registry) {
    if levels.count == 1, let level = levels.first {
      level.classObject.rebuild(level.selector, in: &registry)
      return level.classObject.returnOwnerIfUnhooked(in: &registry)
    }
    var rebuilt: Set<Level> = []
    for level in levels {
      for object in level.classObject.selfAndSubclasses
      where rebuilt.insert(Level(classObject: object, selector: level.selector)).inserted {
        object.refresh(level.selector, in: &registry)
      }
    }
    for level in levels { level.classObject.returnOwnerIfUnhooked(in: &registry) }
  }
}

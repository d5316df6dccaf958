import Synchronization

/// What a hook hands back; the one way to take it away again, exactly once.
///
/// A token keeps alive neither the object nor what the advice captured, and losing it leaves the advice in place.
public final class AspectToken: Sendable, Hashable {
  /// What was installed.
  public let aspect: Aspect
  // Classes live for ever, and so do their sides. What is hooked on another object lives as long as that, and only this is
  // worth a weak reference.
  private let classOfMany: ClassObject?
  private weak let classOfOne: ClassObject?
  /// How far the advice has come.
  private let life = Atomic<Life>(.used)
  /// Those who wait for the advice to be freed.
  private let waiting = VisibleMutex<[CheckedContinuation<Void, Never>]>([])

  /// How far an advice has come: ``awaited`` is ``used`` with someone waiting for its end.
  private enum Life: UInt8, AtomicRepresentable {
    case used, awaited, freed
  }

  init(_ aspect: Aspect, in classObject: ClassObject) {
    self.aspect = aspect
    classOfMany = classObject.livesForEver ? classObject : nil
    classOfOne = classObject.livesForEver ? nil : classObject
  }

  private var classObject: ClassObject? { classOfMany ?? classOfOne }

  /// Takes the advice away, and nothing else; answers true once and false ever after.
  ///
  /// Calls that are inside the advice finish with it; what it captured is freed when the last of them leaves.
  @discardableResult
  public func remove() -> Bool { removeIfObjectLives() ?? false }

  /// Takes the advice out, as one of several; returns whether it was there.
  func withdraw(in removal: inout AspectRemoval, _ registry: inout Registry) -> Bool {
    guard let classObject else { return false }
    defer {
      // This may be the last reference, and must not be given back under the lock.
      registry.garbage.append(classObject)
    }
    return removal.remove(aspect, from: classObject, in: &registry)
  }

  /// Takes the advice away and says why if that was not possible.
  ///
  /// - Returns: whether it was there to be taken away.
  /// - Throws: ``AspectError/objectDeallocated(class:selector:)`` where the hooked object is gone.
  @discardableResult
  public func removeReportingErrors() throws(AspectError) -> Bool {
    guard let removed = removeIfObjectLives() else {
      throw .objectDeallocated(class: aspect.className, selector: aspect.selector)
    }
    return removed
  }

  /// Whether the advice was there to be taken away; nil where the hooked object is gone.
  private func removeIfObjectLives() -> Bool? {
    guard let classObject else { return nil }
    // Another thread may keep the class object of an object that is gone, for as long as it takes to free it.
    return Registry.locked { classObject.isOrphan ? nil : classObject.remove(aspect, in: &$0) }
  }

  /// Takes the advice away and returns when no call is inside it any more; its thread waits.
  ///
  /// Called from inside a call that runs the advice, it would wait for that call, and so for ever: it traps instead. ``remove()``
  /// is what an advice may do there.
  ///
  /// - Precondition: the calling thread and task are not inside a call of the message on an object that has the advice.
  @discardableResult
  public func removeAndWait() -> Bool {
    let removed = remove()
    if isFreed { return removed }
    checkNotHeldByTask()
    let isHeldByThread = Registry.locked { registry in
      registry.draining.values.contains { $0.isKeptByCurrentThread(self) }
    }
    if isHeldByThread { fatalError(waitMessage) }
    while !isFreed {
      Registry.collectLeftovers()
      pauseThread()
    }
    return removed
  }

  /// Takes the advice away and returns when no call is inside it any more; its thread goes on with other tasks.
  ///
  /// A task that is cancelled waits all the same, since what it waits for is what makes it safe to go on. Called from inside a call
  /// that runs the advice, it would wait for ever: it traps instead. A task that the advice starts, and does not wait for, may do it.
  ///
  /// - Precondition: the calling task is not inside a call that runs the advice, nor is one that waits for it.
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

  /// Whether the advice and what it captured has been freed.
  var isFreed: Bool { life.load(ordering: .acquiring) == .freed }

  /// Notes that the advice and what it captured has been freed.
  func noteFreed() {
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
    // Whoever noted the end before this has not seen the task.
    if former == .freed { resumeAll() }
  }

  /// Whether two tokens stand for the same hook.
  public static func == (one: AspectToken, other: AspectToken) -> Bool { one === other }

  /// Feeds the token's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(aspect.identifier)
  }
}

/// Tells an advice's token when the advice, and what it captured, has been freed.
///
/// It is the last stored property of a final class, so that it is destroyed behind the closures.
struct AdvicePresence: ~Copyable {
  private let token: AspectToken

  init(_ token: AspectToken) {
    self.token = token
  }

  deinit { token.noteFreed() }
}

/// Takes advice out of any number of levels, and then makes each chain that held some of it once.
struct AspectRemoval {
  /// A level out of which something was taken.
  private struct Level {
    let classObject: ClassObject
    let kind: MessageKind
  }

  private struct Key: Hashable {
    let classObject: ObjectIdentifier
    let selector: Selector
  }

  // The first one apart: most removals are of one advice, or of one level.
  private var first: Level?
  private var others: [Key: Level] = [:]

  /// Takes one advice out; returns whether it was there.
  mutating func remove(_ aspect: Aspect, from classObject: ClassObject, in registry: inout Registry) -> Bool {
    guard let book = classObject.books[aspect.selector], let removed = book.remove(aspect) else { return false }
    note(book, of: classObject)
    registry.garbage.append(removed)
    return removed.admission?.withdraw(aspect) ?? true
  }

  /// Takes out each advice of a class that has a name; returns how many there were.
  mutating func removeAll(named name: String, from classObject: ClassObject, in registry: inout Registry) -> Int {
    var count = 0
    for book in classObject.books.values {
      guard let (removed, former) = book.removeAll(named: name) else { continue }
      note(book, of: classObject)
      count += removed
      // What is freed with the last reference to the former lists is freed outside the lock.
      for list in former.all { registry.garbage.append(list) }
    }
    return count
  }

  private mutating func note(_ book: LevelBook, of classObject: ClassObject) {
    let selector = book.kind.selector
    if book.isEmpty { classObject.books[selector] = nil }
    if let first, first.classObject !== classObject || first.kind.selector != selector {
      let key = Key(classObject: ObjectIdentifier(classObject), selector: selector)
      if others[key] == nil { others[key] = Level(classObject: classObject, kind: book.kind) }
    } else {
      first = first ?? Level(classObject: classObject, kind: book.kind)
    }
  }

  /// Makes the chains of all levels out of which something was taken, and of the classes below, once each.
  func finish(in registry: inout Registry) {
    guard let first else { return }
    if others.isEmpty {
      first.classObject.rebuild(first.kind, in: &registry)
      return first.classObject.returnOwnerIfPlain(in: &registry)
    }
    let levels = [first] + others.values
    var rebuilt: Set<Key> = []
    for level in levels {
      for object in level.classObject.descent
      where rebuilt.insert(Key(classObject: ObjectIdentifier(object), selector: level.kind.selector)).inserted {
        object.refresh(level.kind, in: &registry)
      }
    }
    for level in levels { level.classObject.returnOwnerIfPlain(in: &registry) }
  }
}

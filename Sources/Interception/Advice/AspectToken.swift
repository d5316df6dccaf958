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
  private weak let presence: AdvicePresence?

  init(_ aspect: Aspect, _ presence: AdvicePresence, in classObject: ClassObject) {
    self.aspect = aspect
    self.presence = presence
    classOfMany = classObject.livesForEver ? classObject : nil
    classOfOne = classObject.livesForEver ? nil : classObject
  }

  private var classObject: ClassObject? { classOfMany ?? classOfOne }

  /// Takes the advice away, and nothing else; answers true once and false ever after.
  ///
  /// Calls that are inside the advice finish with it; what it captured is freed when the last of them leaves.
  @discardableResult
  public func remove() -> Bool { removeIfObjectLives() ?? false }

  /// Takes out an advice that has had its one call.
  func withdraw(in registry: inout Registry) {
    guard let classObject else { return }
    _ = classObject.remove(aspect, in: &registry)
    // This may be the last reference, and must not be given back under the lock.
    registry.garbage.append(classObject)
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
  /// - Precondition: the caller is not inside the advice itself, for which it would wait for ever.
  @discardableResult
  public func removeAndWait() -> Bool {
    let removed = remove()
    while presence != nil {
      Registry.collectLeftovers()
      pauseThread()
    }
    return removed
  }

  /// Takes the advice away and returns when no call is inside it any more; its thread goes on with other tasks.
  ///
  /// A task that is cancelled waits all the same, since what it waits for is what makes it safe to go on.
  ///
  /// - Precondition: the caller is not inside the advice itself, for which it would wait for ever.
  @discardableResult
  public nonisolated(nonsending) func removeAndWait() async -> Bool {
    let removed = remove()
    await withCheckedContinuation { presence?.keep(Departure($0)) ?? $0.resume() }
    return removed
  }

  /// Whether two tokens stand for the same hook.
  public static func == (one: AspectToken, other: AspectToken) -> Bool { one === other }

  /// Feeds the token's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(aspect.identifier)
  }
}

public import Interception

/// Batches: all changes between begin and end are carried out as one update, and their order does not matter.
extension ListView {
  /// The message of ``beginUpdates()``.
  public static let beginUpdates = Message<ListView, Void, Void>("beginUpdates()") { list, _ in
    list.openBatch()
  }

  /// Opens a batch; inside an open batch, a nested one that becomes part of it.
  ///
  /// In a callback during a load or an update it opens none; ``endUpdates()`` and all changes are refused there.
  public final func beginUpdates() { send(ListView.beginUpdates) }

  /// The message of ``endUpdates()``.
  public static let endUpdates: ThrowingMessage<ListView, Void, Void, ListUpdateError> = .init("endUpdates()") {
    (list, _) throws(ListUpdateError) in
    try list.checkCanUpdate(by: ListView.endUpdates.selector)
    try list.closeBatch()
  }

  /// Closes a batch; closing the outermost one carries out all changes.
  ///
  /// - Throws: ``ListUpdateError`` if no batch is open, the changes are contradictory or do not match the data source's
  ///   counts, or the list is being loaded or updated; the list is then unchanged.
  public final func endUpdates() throws(ListUpdateError) { try send(ListView.endUpdates) }

  /// The message of `performBatchUpdates(_:completion:)`.
  public static let performBatchUpdates = ThrowingMessage<
    ListView, (changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)?), Void, ListUpdateError
  >("performBatchUpdates(_:completion:)") { (list, request) throws(ListUpdateError) in
    try list.checkCanUpdate(by: "performBatchUpdates(_:completion:)")
    list.openBatch()
    let former = list.batch.beforeInnermost
    do throws(ListUpdateError) {
      try request.changes?()
    } catch {
      list.abandonUpdates(to: former)
      throw error
    }
    if let completion = request.completion { list.batch.append(completion) }
    try list.closeBatch()
  }

  /// Carries out several changes as one update; change the data source inside the block.
  ///
  /// The data source returns the counts before the update until the block starts, and those after the update when the
  /// block has ended. The completion is called once, when the outermost batch is closed and before this method returns:
  /// with true if the changes were carried out, with false if a reload replaced them. It is not called if this method
  /// throws. The block is not called while the list is being loaded or updated.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or the error of the block; the list is then unchanged.
  public final func performBatchUpdates(
    _ changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)? = nil
  ) throws(ListUpdateError) {
    try send(ListView.performBatchUpdates, (changes: changes, completion: completion))
  }

  /// The message of ``hasUncommittedUpdates``.
  public static let hasUncommittedUpdates = Message<ListView, Void, Bool>("hasUncommittedUpdates") { list, _ in
    list.batch.isOpen || list.isUpdating
  }

  /// Whether the list's rows may differ from the data source's: a batch is open, or an update is under way.
  public final var hasUncommittedUpdates: Bool { send(ListView.hasUncommittedUpdates) }

  private func openBatch() {
    loadIfNeeded()
    if !refusesUpdates { batch.open() }
  }

  private func closeBatch() throws(ListUpdateError) {
    guard batch.isOpen else { throw .refused(method: "endUpdates()", reason: "no batch is open") }
    guard let closed = batch.close() else { return }
    setNeedsLayout()
    let isMade = try make(closed)
    notifyObserversOfChanges()
    for completion in closed.completions { completion(isMade) }
  }

  /// Makes the changes of a closed batch; returns whether they were made, rather than a reload in their place.
  private func make(_ closed: ListBatch.Closed) throws(ListUpdateError) -> Bool {
    guard let noted = closed.noted else {
      // The list was reloaded inside the batch, and the data may have changed again since.
      if !closed.isCarriedOut { discardData() }
      return false
    }
    return try apply(noted)
  }

  /// Closes every open batch without carrying it out, and returns their state.
  package final func suspendBatch() -> ListBatch {
    defer { batch = ListBatch() }
    return batch
  }

  /// Opens a batch again that was set aside; where a callback has reloaded the list meanwhile, its end has nothing left to do.
  package final func resumeBatch(_ former: ListBatch, isCarriedOut: Bool = false) {
    batch = isCarriedOut ? former.carriedOut : former
  }

  /// Runs a request for the counts after an update: no layout runs, and updates are refused.
  package final func whileUpdating<Result>(_ ask: () -> Result) -> Result {
    let wasUpdating = isUpdating
    data.isUpdating = true
    cycle.hold()
    defer {
      data.isUpdating = wasUpdating
      cycle.release()
    }
    return ask()
  }

  /// Whether a batch is open whose changes a reload has made obsolete.
  package final var isBatchReloaded: Bool { batch.isReloaded }

  /// Discards the noted changes and closes every open batch, so that nothing changes.
  package final func abandonUpdates() { abandonUpdates(to: nil) }

  /// Goes back to the state before a batch was opened inside another one, or closes all of them.
  private func abandonUpdates(to former: ListBatch.Mark?) {
    if batch.abandon(to: former) { discardData() }
  }
}

/// The changes noted between the beginning and the end of a batch, which may have batches inside it.
///
/// Invariant: while no batch is open, nothing is noted and no completion waits.
package struct ListBatch {
  /// What has been noted; nil when no batch is open, or when a reload has made it obsolete.
  private var noted: ListUpdates?
  /// How many batches are open, one inside the other.
  private var depth = 0
  /// What to call when the outermost batch has been closed.
  private var completions: [(Bool) -> Void] = []
  /// Whether a reload has already shown the result of the batch.
  private var isCarriedOut = false

  /// What is left to do when the outermost batch has been closed.
  struct Closed {
    fileprivate let noted: ListUpdates?
    fileprivate let completions: [(Bool) -> Void]
    fileprivate let isCarriedOut: Bool
  }

  /// The state before the innermost batch was opened.
  struct Mark {
    fileprivate let noted: ListUpdates?
    fileprivate let completions: [(Bool) -> Void]
    fileprivate let depth: Int
  }

  init() {}

  var isOpen: Bool { depth > 0 }

  /// Whether a reload has made the changes of the open batch obsolete.
  var isReloaded: Bool { isOpen && noted == nil }

  /// Opens a batch, or one inside the open one.
  mutating func open() {
    if depth == 0 {
      self = ListBatch()
      noted = ListUpdates()
    }
    depth += 1
  }

  /// Notes a change, unless a reload has made the batch obsolete.
  mutating func note(_ change: (inout ListUpdates) -> Void) {
    guard var noted else { return }
    // Taken out meanwhile, so that noting one more change does not copy all those before.
    self.noted = nil
    change(&noted)
    self.noted = noted
  }

  mutating func append(_ completion: @escaping (Bool) -> Void) { completions.append(completion) }

  /// Drops what has been noted, since the list is being reloaded.
  mutating func discardNoted() { noted = nil }

  /// Closes the innermost batch; returns what is left to do when it was the outermost one.
  mutating func close() -> Closed? {
    depth -= 1
    guard depth == 0 else { return nil }
    defer { self = ListBatch() }
    return Closed(noted: noted, completions: completions, isCarriedOut: isCarriedOut)
  }

  /// The state to go back to when the block of the innermost batch throws.
  fileprivate var beforeInnermost: Mark { Mark(noted: noted, completions: completions, depth: max(0, depth - 1)) }

  /// Goes back to a state, or to no open batch; returns whether the list has to be loaded again.
  mutating func abandon(to former: Mark?) -> Bool {
    let mustReload = isReloaded && !isCarriedOut
    completions = former?.completions ?? []
    depth = min(former?.depth ?? 0, depth)
    noted = isOpen && !mustReload ? former?.noted : nil
    return mustReload && !isOpen
  }

  /// The same batch after a reload that has already shown its result.
  fileprivate var carriedOut: ListBatch {
    var batch = self
    batch.noted = nil
    batch.isCarriedOut = true
    return batch
  }
}

// MARK: - Batch errors

/// Batches whose block throws errors of any type.
extension ListView {
  /// Carries out several changes as one update; change the data source inside the block, which may throw any error.
  ///
  /// ```swift
  /// try list.performBatchUpdates {
  ///   letters = try editions.next()
  ///   try list.deleteRows(at: [ListPath(row: 0, section: 0)])
  /// }
  /// ```
  ///
  /// It sends the message of `performBatchUpdates(_:completion:)`, like the method whose block only throws
  /// ``ListUpdateError``.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or the error of the block; the list is then unchanged.
  @_disfavoredOverload
  public final func performBatchUpdates(
    _ changes: @escaping () throws -> Void, completion: ((Bool) -> Void)? = nil
  ) throws {
    var failure: (any Error)?
    let block = { () throws(ListUpdateError) in
      do {
        try changes()
      } catch let error as ListUpdateError {
        throw error
      } catch {
        failure = error
        throw ListUpdateError.refused(method: "performBatchUpdates(_:completion:)", reason: "its block threw \(error)")
      }
    }
    do throws(ListUpdateError) {
      try performBatchUpdates(block, completion: completion)
    } catch {
      throw failure ?? error
    }
  }
}

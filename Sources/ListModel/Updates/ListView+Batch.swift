public import Interception

/// Several changes as one: what is said between begin and end is collected, and its order does not matter.
extension ListView {
  /// The message of ``beginUpdates()``.
  public static let beginUpdates = Message<ListView, Void, Void>("beginUpdates()") { list, _ in
    list.openBatch()
  }

  /// Opens a batch, or one inside the open one, which then belongs to it.
  ///
  /// A callback that is called while the list is being loaded or updated opens none: ``endUpdates()``, and every change, is refused
  /// there.
  public final func beginUpdates() { send(ListView.beginUpdates) }

  /// The message of ``endUpdates()``.
  public static let endUpdates: ThrowingMessage<ListView, Void, Void, ListUpdateError> = .init("endUpdates()") {
    (list, _) throws(ListUpdateError) in
    try list.checkCanUpdate(by: ListView.endUpdates.selector)
    try list.closeBatch()
  }

  /// Closes a batch; the outermost one makes all its changes.
  ///
  /// - Throws: ``ListUpdateError`` where no batch is open, the changes do not fit together or the counts do not fit them, and while
  ///   the list is being loaded or updated; then nothing has changed.
  public final func endUpdates() throws(ListUpdateError) { try send(ListView.endUpdates) }

  /// The message of `performBatchUpdates(_:completion:)`.
  public static let performBatchUpdates = ThrowingMessage<
    ListView, (changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)?), Void, ListUpdateError
  >("performBatchUpdates(_:completion:)") { (list, request) throws(ListUpdateError) in
    try list.checkCanUpdate(by: "performBatchUpdates(_:completion:)")
    let depth = list.batchDepth
    list.openBatch()
    let noted = list.batch
    let completions = list.batchCompletions
    do throws(ListUpdateError) {
      try request.changes?()
    } catch {
      list.abandonUpdates(noted: noted, completions, depth: depth)
      throw error
    }
    if let completion = request.completion { list.batchCompletions.append(completion) }
    try list.closeBatch()
  }

  /// Makes several changes as one; the data source is changed inside the block.
  ///
  /// Until the block starts the data source answers the counts before, and when it has ended those after. The completion is
  /// called once, when the outermost batch is closed and before this returns: with true if the list has changed as was said,
  /// with false if a reload has taken the place of it. It is not called where this throws, and neither is the block while the list
  /// is being loaded or updated.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or what the block throws; then nothing has changed.
  public final func performBatchUpdates(
    _ changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)? = nil
  ) throws(ListUpdateError) {
    try send(ListView.performBatchUpdates, (changes: changes, completion: completion))
  }

  /// The message of ``hasUncommittedUpdates``.
  public static let hasUncommittedUpdates = Message<ListView, Void, Bool>("hasUncommittedUpdates") { list, _ in
    list.batchDepth > 0 || list.isUpdating
  }

  /// Whether the list's rows may be others than the data source's: a batch is open, or an update under way.
  public final var hasUncommittedUpdates: Bool { send(ListView.hasUncommittedUpdates) }

  private func openBatch() {
    loadIfNeeded()
    guard !refusesUpdates else { return }
    if batchDepth == 0 {
      batch = ListUpdates()
      batchCompletions = []
      isBatchCarriedOut = false
    }
    batchDepth += 1
  }

  private func closeBatch() throws(ListUpdateError) {
    guard batchDepth > 0 else { throw .refused(method: "endUpdates()", reason: "no batch is open") }
    batchDepth -= 1
    guard batchDepth == 0 else { return }
    setNeedsLayout()
    let completions = batchCompletions
    batchCompletions = []
    let isMade = try makeNotedChanges()
    tellChanges()
    for completion in completions { completion(isMade) }
  }

  /// Makes what has been noted; answers whether it has been made, and not a reload in its place.
  private func makeNotedChanges() throws(ListUpdateError) -> Bool {
    guard let noted = batch else {
      // Reloaded inside the batch: the data may have changed further since.
      if !isBatchCarriedOut { discardData() }
      return false
    }
    batch = nil
    return try apply(noted)
  }

  /// What is open, or nothing, as it is kept while the counts after an update are asked for.
  package struct OpenBatch {
    fileprivate var noted: ListUpdates?
    fileprivate var depth: Int
    fileprivate var completions: [(Bool) -> Void]
    fileprivate var isCarriedOut: Bool
  }

  /// Closes every open batch without carrying it out, and returns what was open.
  package final func setBatchAside() -> OpenBatch {
    defer {
      (batch, batchDepth, batchCompletions, isBatchCarriedOut) = (nil, 0, [], false)
    }
    return OpenBatch(noted: batch, depth: batchDepth, completions: batchCompletions, isCarriedOut: isBatchCarriedOut)
  }

  /// Opens again what was set aside; where a callback has reloaded the list meanwhile, its end has nothing left to do.
  package final func resumeBatch(_ former: OpenBatch, isCarriedOut: Bool = false) {
    (batch, batchDepth, batchCompletions) = (isCarriedOut ? nil : former.noted, former.depth, former.completions)
    isBatchCarriedOut = isCarriedOut || former.isCarriedOut
  }

  /// Asks for the counts after an update, as the list itself does: nothing is laid out, and updates are refused.
  package final func whileUpdating<Result>(_ ask: () -> Result) -> Result {
    let wasUpdating = isUpdating
    isUpdating = true
    layoutHolds += 1
    defer {
      isUpdating = wasUpdating
      layoutHolds -= 1
    }
    return ask()
  }

  /// Whether a batch is open whose changes a reload has made pointless.
  package final var isBatchReloaded: Bool { batchDepth > 0 && batch == nil }

  /// Drops what has been noted and closes every open batch, so that nothing changes.
  package final func abandonUpdates() {
    abandonUpdates(noted: nil, [], depth: 0)
  }

  /// Goes back to how things were when a batch was opened inside another one, or to none.
  private func abandonUpdates(noted: ListUpdates?, _ completions: [(Bool) -> Void], depth: Int) {
    batchCompletions = completions
    let isReloaded = isBatchReloaded && !isBatchCarriedOut
    batchDepth = min(depth, batchDepth)
    batch = batchDepth > 0 && !isReloaded ? noted : nil
    if isReloaded, batchDepth == 0 { discardData() }
  }
}

// MARK: - Batch errors

/// Batches whose block throws what it likes.
extension ListView {
  /// Makes several changes as one; the data source is changed inside the block, which may throw errors of its own.
  ///
  /// ```swift
  /// try list.performBatchUpdates {
  ///   letters = try editions.next()
  ///   try list.deleteRows(at: [ListPath(row: 0, section: 0)])
  /// }
  /// ```
  ///
  /// It sends the message of `performBatchUpdates(_:completion:)`, as does the method whose block throws nothing but a
  /// ``ListUpdateError``.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or what the block throws; then nothing has changed.
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

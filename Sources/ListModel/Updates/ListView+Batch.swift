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
    list.batchDepth > 0 || list.isUpdating
  }

  /// Whether the list's rows may differ from the data source's: a batch is open, or an update is under way.
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

  /// Carries out the noted changes; returns false if a reload replaced them.
  private func makeNotedChanges() throws(ListUpdateError) -> Bool {
    guard let noted = batch else {
      // The list was reloaded inside the batch, and the data may have changed again since.
      if !isBatchCarriedOut { discardData() }
      return false
    }
    batch = nil
    return try apply(noted)
  }

  /// The state of the open batches, kept while the counts after an update are requested.
  package struct OpenBatch {
    fileprivate var noted: ListUpdates?
    fileprivate var depth: Int
    fileprivate var completions: [(Bool) -> Void]
    fileprivate var isCarriedOut: Bool
  }

  /// Closes every open batch without carrying it out, and returns their state.
  package final func setBatchAside() -> OpenBatch {
    defer {
      (batch, batchDepth, batchCompletions, isBatchCarriedOut) = (nil, 0, [], false)
    }
    return OpenBatch(noted: batch, depth: batchDepth, completions: batchCompletions, isCarriedOut: isBatchCarriedOut)
  }

  /// Restores open batches; if a callback has reloaded the list meanwhile, closing them changes nothing.
  package final func resumeBatch(_ former: OpenBatch, isCarriedOut: Bool = false) {
    (batch, batchDepth, batchCompletions) = (isCarriedOut ? nil : former.noted, former.depth, former.completions)
    isBatchCarriedOut = isCarriedOut || former.isCarriedOut
  }

  /// Runs a request for the counts after an update: no layout runs, and updates are refused.
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

  /// Whether a batch is open whose changes became obsolete by a reload.
  package final var isBatchReloaded: Bool { batchDepth > 0 && batch == nil }

  /// Discards the noted changes and closes every open batch, so that nothing changes.
  package final func abandonUpdates() {
    abandonUpdates(noted: nil, [], depth: 0)
  }

  /// Restores the state before a nested batch was opened, or closes all batches.
  private func abandonUpdates(noted: ListUpdates?, _ completions: [(Bool) -> Void], depth: Int) {
    batchCompletions = completions
    let isReloaded = isBatchReloaded && !isBatchCarriedOut
    batchDepth = min(depth, batchDepth)
    batch = batchDepth > 0 && !isReloaded ? noted : nil
    if isReloaded, batchDepth == 0 { discardData() }
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

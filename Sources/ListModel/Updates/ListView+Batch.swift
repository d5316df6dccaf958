public import Interception

/// Several changes as one: what is said between begin and end is collected, and its order does not matter.
extension ListView {
  /// The message of ``beginUpdates()``.
  public static let beginUpdates = Message<ListView, Void, Void>("beginUpdates()") { list, _ in
    list.openBatch()
  }

  /// Opens a batch, or one inside the open one, which then belongs to it.
  public final func beginUpdates() { send(ListView.beginUpdates) }

  /// The message of ``endUpdates()``.
  public static let endUpdates = ThrowingMessage<ListView, Void, Void, ListUpdateError>("endUpdates()") {
    (list, _) throws(ListUpdateError) in
    try list.closeBatch()
  }

  /// Closes a batch; the outermost one makes all its changes.
  ///
  /// - Throws: ``ListUpdateError`` where no batch is open, the changes do not fit together or the counts do not fit them; then
  ///   nothing has changed.
  public final func endUpdates() throws(ListUpdateError) { try send(ListView.endUpdates) }

  /// The message of ``performBatchUpdates(_:)``.
  public static let performBatchUpdates = ThrowingMessage<
    ListView, () throws(ListUpdateError) -> Void, Void, ListUpdateError
  >("performBatchUpdates(_:)") { (list, changes) throws(ListUpdateError) in
    let depth = list.batchDepth
    list.openBatch()
    let noted = list.batch
    do throws(ListUpdateError) {
      try changes()
    } catch {
      list.abandonUpdates(noted: noted, depth: depth)
      throw error
    }
    try list.closeBatch()
  }

  /// Makes several changes as one; the data source is changed inside the block.
  ///
  /// - Throws: ``ListUpdateError`` as ``endUpdates()`` does, or what the block throws; then nothing has changed.
  public final func performBatchUpdates(
    _ changes: @escaping () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    try send(ListView.performBatchUpdates, changes)
  }

  private func openBatch() {
    loadIfNeeded()
    if batchDepth == 0 { batch = ListUpdates() }
    batchDepth += 1
  }

  private func closeBatch() throws(ListUpdateError) {
    guard batchDepth > 0 else { throw .refused(method: "endUpdates()", reason: "no batch is open") }
    batchDepth -= 1
    guard batchDepth == 0 else { return }
    setNeedsLayout()
    guard let noted = batch else {
      // Reloaded inside the batch: the data may have changed further since.
      return discardData()
    }
    batch = nil
    try checkCanUpdate()
    try apply(noted)
  }

  /// Whether a batch is open whose changes a reload has made pointless.
  package final var isBatchReloaded: Bool { batchDepth > 0 && batch == nil }

  /// Drops what has been noted and closes every open batch, so that nothing changes.
  package final func abandonUpdates() {
    abandonUpdates(noted: nil, depth: 0)
  }

  /// Goes back to how things were when a batch was opened inside another one, or to none.
  private func abandonUpdates(noted: ListUpdates?, depth: Int) {
    let isReloaded = batchDepth > 0 && batch == nil
    batchDepth = min(depth, batchDepth)
    batch = batchDepth > 0 && !isReloaded ? noted : nil
    if isReloaded, batchDepth == 0 { discardData() }
  }
}

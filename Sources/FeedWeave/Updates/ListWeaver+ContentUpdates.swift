import Interception
import ListModel
import Placement

/// What the content side says of its own changes, alone or in a batch.
extension ListWeaver {
  /// Notes a change if a batch of the content side is open; else has the list make it.
  ///
  /// `alone` is the call itself, for a change that comes to nothing.
  func update(
    _ kind: Selector, with animation: ListRowAnimation, _ note: (inout ListUpdates) -> Void,
    alone: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    loadList()
    try list?.checkCanUpdate(by: kind)
    if contentBatch.isOpen { return contentBatch.note(kind, with: animation, note) }
    var updates = ListUpdates()
    note(&updates)
    guard let list, let plan = try plan(updates, by: kind) else { return }
    try carryOut(plan, mark: mapMark) { () throws(ListUpdateError) in
      let difference = plan.difference.updates
      if difference.messageCount == 0 { try alone() } else { try tell(list, difference, with: animation) }
    }
  }

  /// Ends a batch of the content side, by the call that ends it on the list, which knows of no change in it yet.
  func endUpdates(_ list: ListView, _ end: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    try list.checkCanUpdate(by: ListView.endUpdates.selector)
    if feedBatch.isOpen { throw .duringFeedBatch(ListView.endUpdates.selector) }
    guard let updates = contentBatch.close() else { return try inFeedSpace(end) }
    let said = contentBatch
    if list.isBatchReloaded { return try inFeedSpace(end) }
    // As in a list without insertions, the batch is closed while the counts are asked for.
    let batch = list.setBatchAside()
    let plan = try plan(updates, by: ListView.endUpdates.selector)
    list.resumeBatch(batch, isCarriedOut: plan == nil)
    guard let plan else { return try inFeedSpace(end) }
    try carryOut(plan, mark: mapMark) { () throws(ListUpdateError) in
      do throws(ListUpdateError) {
        try say(plan.difference.updates, to: list, with: said.animation(of:))
      } catch {
        list.abandonUpdates()
        throw error
      }
      try end()
    }
  }

  /// What a batch of the list has to do for several changes that the content side makes as one.
  func gathering(_ request: BatchRequest, _ list: ListView) -> BatchRequest {
    let changes = request.changes
    return (
      changes: { () throws(ListUpdateError) in try self.gather(changes, list) },
      completion: request.completion.map { completion in
        { isMade in
          // The list has changed, and its rows are known by the map after.
          self.settle()
          self.inUserSpace { completion(isMade) }
        }
      }
    )
  }

  private func gather(
    _ changes: (() throws(ListUpdateError) -> Void)?, _ list: ListView
  ) throws(ListUpdateError) {
    let outer = contentBatch
    contentBatch.open()
    do throws(ListUpdateError) {
      try inUserSpace { () throws(ListUpdateError) in try changes?() }
    } catch {
      contentBatch = outer
      throw error
    }
    let updates = contentBatch.close()
    let said = contentBatch
    guard let updates, !list.isBatchReloaded else { return }
    // Closed while the counts are asked for, and where the changes are refused, though a block has ended one batch too many.
    let batch = list.setBatchAside()
    let plan = try plan(updates, by: ListView.performBatchUpdates.selector)
    list.resumeBatch(batch, isCarriedOut: plan == nil)
    guard let plan else { return }
    begin(plan, mark: mapMark)
    try say(plan.difference.updates, to: list, with: said.animation(of:))
  }

  /// Refuses a method by a callback of the very question that would have to be asked again, and between the lines of a batch in
  /// feed space.
  func checkCanUpdate(by method: Selector) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: method)
    if pendingUpdate != nil || loadingCounts != nil { throw .duringUpdate(method) }
    if feedBatch.isOpen { throw .duringFeedBatch(method) }
  }
}

extension ListUpdateError {
  /// The refusal of a change of the content, or of the end of its side's batch, while one in feed space is open.
  static func duringFeedBatch(_ selector: Selector) -> ListUpdateError {
    .refused(method: selector.name, reason: "a batch is open in feed space")
  }

  /// The refusal of a change in feed space between the lines of a batch of the content side.
  static func duringContentBatch(_ selector: Selector) -> ListUpdateError {
    .refused(method: selector.name, reason: "a batch of the content side is open")
  }
}

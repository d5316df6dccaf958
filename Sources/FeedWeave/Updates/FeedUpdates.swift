import Interception
import ListModel
import Placement

/// Updates in feed space.
///
/// The list checks and makes them, and the map follows.
///
/// An update that only reloads keeps the insertions that are shown; any other shows the requested ones.
extension ListWeaver {
  /// Has the list make a change, or record it in an open batch in feed space.
  func updateInFeedSpace(
    _ selector: Selector, isReload: Bool, _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: selector)
    if feedBatch.isOpen || feed.pending != nil {
      // A change inside another update belongs to that update.
      if !isReload { feedBatch.hasChanges = true }
      return try change()
    }
    if contentBatch.isOpen { throw .duringContentBatch(selector) }
    feedBatch.hasChanges = !isReload
    try watch(change)
  }

  /// Ends an open batch in feed space.
  func endUpdatesInFeedSpace(_ end: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: ListView.endUpdates.selector)
    if !feedBatch.isOpen, contentBatch.isOpen { throw .duringContentBatch(ListView.endUpdates.selector) }
    feedBatch.close()
    if feedBatch.isOpen || contentBatch.isOpen || feed.pending != nil { return try end() }
    try watch(end)
  }

  /// Returns the batch request for the list, for changes made in feed space in one batch.
  func collectingInFeedSpace(_ request: BatchRequest) throws(ListUpdateError) -> BatchRequest {
    try list?.checkCanUpdate(by: ListView.performBatchUpdates.selector)
    if !feedBatch.isOpen, contentBatch.isOpen { throw .duringContentBatch(ListView.performBatchUpdates.selector) }
    let changes = request.changes
    return (
      changes: { () throws(ListUpdateError) in try self.gatherInFeedSpace(changes) },
      completion: request.completion.map { completion in
        { isMade in
          self.finishUpdate()
          self.inFeedSpace { completion(isMade) }
        }
      }
    )
  }

  private func gatherInFeedSpace(_ changes: (() throws(ListUpdateError) -> Void)?) throws(ListUpdateError) {
    let outer = feedBatch
    feedBatch.open()
    do throws(ListUpdateError) {
      try changes?()
    } catch {
      feedBatch = outer
      throw error
    }
    feedBatch.close()
  }

  /// Has the list make a change and updates the map, unless the change belongs to an open batch or another update.
  func performUpdateUnlessNested(_ change: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    if feedBatch.isOpen || feed.pending != nil { return try change() }
    try watch(change)
  }

  /// Has the list make a change, and updates the map once the list has changed.
  private func watch(_ change: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    loadList()
    feed.begin(PendingUpdate(nil, mark: feed.mapRequestState, updateCount: list?.updateCount ?? 0))
    defer { finishUpdate() }
    try change()
  }
}

/// The arguments of `performBatchUpdates(_:completion:)`.
typealias BatchRequest = (changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)?)

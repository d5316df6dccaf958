import Interception
import ListModel
import Placement

/// What is said in feed space: the list checks and makes it, and the map goes with it.
///
/// A change of what is there keeps to the insertions that are shown; any other shows what has been asked for.
extension ListWeaver {
  /// Has the list change, or note a change in a batch that is open in feed space.
  func updateInFeedSpace(
    _ selector: Selector, isReload: Bool, _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: selector)
    if feedBatch.isOpen || feed.pending != nil {
      // A change inside another one belongs to it.
      if !isReload { feedBatch.hasChanges = true }
      return try change()
    }
    if contentBatch.isOpen { throw .duringContentBatch(selector) }
    feedBatch.hasChanges = !isReload
    try watch(change)
  }

  /// Ends a batch that is open in feed space.
  func endUpdatesInFeedSpace(_ end: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: ListView.endUpdates.selector)
    if !feedBatch.isOpen, contentBatch.isOpen { throw .duringContentBatch(ListView.endUpdates.selector) }
    feedBatch.close()
    if feedBatch.isOpen || contentBatch.isOpen || feed.pending != nil { return try end() }
    try watch(end)
  }

  /// What a batch of the list has to do for several changes that are made in feed space as one.
  func gatheringInFeedSpace(_ request: BatchRequest) throws(ListUpdateError) -> BatchRequest {
    try list?.checkCanUpdate(by: ListView.performBatchUpdates.selector)
    if !feedBatch.isOpen, contentBatch.isOpen { throw .duringContentBatch(ListView.performBatchUpdates.selector) }
    let changes = request.changes
    return (
      changes: { () throws(ListUpdateError) in try self.gatherInFeedSpace(changes) },
      completion: request.completion.map { completion in
        { isMade in
          self.settle()
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

  /// Has the list change, unless it notes the change in a batch that is open in feed space, or it belongs to another one.
  func watchUnlessOpen(_ change: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    if feedBatch.isOpen || feed.pending != nil { return try change() }
    try watch(change)
  }

  /// Has the list change, and the map with it as soon as the list has.
  private func watch(_ change: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    loadList()
    feed.begin(PendingUpdate(map: nil, mark: feed.mapMark, updateCount: list?.updateCount ?? 0))
    defer { settle() }
    try change()
  }
}

/// What `performBatchUpdates(_:completion:)` is given.
typealias BatchRequest = (changes: (() throws(ListUpdateError) -> Void)?, completion: ((Bool) -> Void)?)

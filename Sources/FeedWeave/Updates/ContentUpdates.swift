import Interception
import ListModel
import Placement

/// Updates by the content provider, single or in a batch.
extension ListWeaver {
  /// Records a change if a content batch is open; otherwise has the list make it.
  ///
  /// `alone` is the call itself, used for a change that has no effect on the feed.
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
    try carryOut(plan, mark: feed.mapRequestState) { () throws(ListUpdateError) in
      if plan.updates.messageCount == 0 { try alone() } else { try tell(list, plan.updates, with: animation) }
    }
  }

  /// Ends a content batch.
  ///
  /// `end` ends the batch of the list, which has not received any of its changes yet.
  func endUpdates(_ list: ListView, _ end: () throws(ListUpdateError) -> Void) throws(ListUpdateError) {
    try list.checkCanUpdate(by: ListView.endUpdates.selector)
    if feedBatch.isOpen { throw .duringFeedBatch(ListView.endUpdates.selector) }
    guard let updates = contentBatch.close() else { return try inFeedSpace(end) }
    let said = contentBatch
    if list.isBatchReloaded { return try inFeedSpace(end) }
    // The batch is closed while the counts are requested, as in a list without insertions.
    let batch = list.suspendBatch()
    let plan = try plan(updates, by: ListView.endUpdates.selector)
    list.resumeBatch(batch, isCarriedOut: plan == nil)
    guard let plan else { return try inFeedSpace(end) }
    try carryOut(plan, mark: feed.mapRequestState) { () throws(ListUpdateError) in
      do throws(ListUpdateError) {
        try say(plan.updates, to: list, with: said.animation(of:))
      } catch {
        list.abandonUpdates()
        throw error
      }
      try end()
    }
  }

  /// Returns the batch request for the list, for changes that the content provider makes in one batch.
  fileprivate func gathering(_ request: BatchRequest, _ list: ListView) -> BatchRequest {
    let changes = request.changes
    return (
      changes: { () throws(ListUpdateError) in try self.gather(changes, list) },
      completion: request.completion.map { completion in
        { isMade in
          // The list has changed, so its rows are translated by the map after the update.
          self.finishUpdate()
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
    // Closed while the counts are requested, and when the changes are refused, even if the block has ended one batch
    // too many.
    let batch = list.suspendBatch()
    let plan = try plan(updates, by: ListView.performBatchUpdates.selector)
    list.resumeBatch(batch, isCarriedOut: plan == nil)
    guard let plan else { return }
    begin(plan, mark: feed.mapRequestState)
    try say(plan.updates, to: list, with: said.animation(of:))
  }

  /// Throws if `method` is called during an update or a load, or while a batch in feed space is open.
  func checkCanUpdate(by method: Selector) throws(ListUpdateError) {
    try list?.checkCanUpdate(by: method)
    if feed.pending != nil || feed.loadingCounts != nil { throw .duringUpdate(method) }
    if feedBatch.isOpen { throw .duringFeedBatch(method) }
  }
}

extension ListUpdateError {
  /// The error for a content change, or for ending a content batch, while a batch in feed space is open.
  fileprivate static func duringFeedBatch(_ selector: Selector) -> ListUpdateError {
    .refused(method: selector.name, reason: "a batch is open in feed space")
  }

  /// The error for a change in feed space while a content batch is open.
  static func duringContentBatch(_ selector: Selector) -> ListUpdateError {
    .refused(method: selector.name, reason: "a batch of the content side is open")
  }
}

/// The changes of an open content batch, in content coordinates.
struct ContentBatch {
  private(set) var depth = 0
  private var noted = ListUpdates()
  private var animations: [Selector: ListRowAnimation] = [:]

  var isOpen: Bool { depth > 0 }

  mutating func open() {
    if depth == 0 {
      noted = ListUpdates()
      animations = [:]
    }
    depth += 1
  }

  /// Records a change and the animation for changes of its kind.
  mutating func note(
    _ kind: Selector, with animation: ListRowAnimation, _ note: (inout ListUpdates) -> Void
  ) {
    note(&noted)
    animations[kind] = animations[kind, default: animation] == animation ? animation : .automatic
  }

  /// Returns the animation for changes of a kind; `.automatic` where they were made with different ones.
  func animation(of kind: Selector) -> ListRowAnimation { animations[kind] ?? .automatic }

  /// Closes a batch; returns the recorded changes if it is the outermost.
  mutating func close() -> ListUpdates? {
    guard depth > 0 else { return nil }
    depth -= 1
    return depth == 0 ? noted : nil
  }
}

/// The open batches in feed space.
///
/// The list itself records their changes.
struct FeedBatch {
  private(set) var depth = 0
  /// Whether a change other than a reload was recorded.
  var hasChanges = false

  var isOpen: Bool { depth > 0 }

  mutating func open() {
    if depth == 0 { hasChanges = false }
    depth += 1
  }

  mutating func close() { depth = max(0, depth - 1) }
}

// MARK: - Updates

extension WovenClass {
  /// Overrides updates: the content provider's changes are translated, and the list receives their difference in the
  /// feed.
  static func overrideUpdates(in woven: ClassObject) throws(AspectError) {
    try overrideRows(ListView.insertRows, in: woven) { $0.insertedRows += $1 }
    try overrideRows(ListView.deleteRows, in: woven) { $0.deletedRows += $1 }
    try overrideRows(ListView.reloadRows, in: woven, isReload: true) { $0.reloadedRows += $1 }
    try overrideSections(ListView.insertSections, in: woven) { $0.insertedSections += $1 }
    try overrideSections(ListView.deleteSections, in: woven) { $0.deletedSections += $1 }
    try overrideSections(ListView.reloadSections, in: woven, isReload: true) { $0.reloadedSections += $1 }
    try overrideUpdate(ListView.reconfigureRows, in: woven, isReload: true) { (weaver, call) throws(ListUpdateError) in
      let paths = call.arguments
      try weaver.update(ListView.reconfigureRows.selector, with: .automatic, { $0.reconfiguredRows += paths }) {
        () throws(ListUpdateError) in
        try call.callSuper([])
      }
    }
    try overrideMoves(ListView.moveRow, ListView.moveRows, in: woven) { $0.movedRows += $1 }
    try overrideMoves(ListView.moveSection, ListView.moveSections, in: woven) { $0.movedSections += $1 }
  }

  /// Overrides the message of a single move and that of several.
  private static func overrideMoves<Move>(
    _ one: ThrowingMessage<ListView, Move, Void, ListUpdateError>,
    _ several: ThrowingMessage<ListView, [Move], Void, ListUpdateError>, in woven: ClassObject,
    _ note: @escaping @Sendable (inout ListUpdates, [Move]) -> Void
  ) throws(AspectError) {
    try overrideUpdate(one, in: woven) { (weaver, call) throws(ListUpdateError) in
      let move = call.arguments
      try weaver.update(one.selector, with: .automatic, { note(&$0, [move]) }, alone: {})
    }
    try overrideUpdate(several, in: woven) { (weaver, call) throws(ListUpdateError) in
      let moves = call.arguments
      try weaver.update(several.selector, with: .automatic, { note(&$0, moves) }) { () throws(ListUpdateError) in
        try call.callSuper([])
      }
    }
  }

  private static func overrideRows(
    _ message: ListView.RowsMessage, in woven: ClassObject, isReload: Bool = false,
    _ note: @escaping @Sendable (inout ListUpdates, [ListPath]) -> Void
  ) throws(AspectError) {
    try overrideUpdate(message, in: woven, isReload: isReload) { (weaver, call) throws(ListUpdateError) in
      let (paths, animation) = call.arguments
      try weaver.update(message.selector, with: animation, { note(&$0, paths) }) { () throws(ListUpdateError) in
        try call.callSuper((paths: [], animation: animation))
      }
    }
  }

  private static func overrideSections(
    _ message: ListView.SectionsMessage, in woven: ClassObject, isReload: Bool = false,
    _ note: @escaping @Sendable (inout ListUpdates, [Int]) -> Void
  ) throws(AspectError) {
    try overrideUpdate(message, in: woven, isReload: isReload) { (weaver, call) throws(ListUpdateError) in
      let (sections, animation) = call.arguments
      try weaver.update(message.selector, with: animation, { note(&$0, sections) }) { () throws(ListUpdateError) in
        try call.callSuper((sections: [], animation: animation))
      }
    }
  }

  /// Overrides a message that changes the list: translates content changes, and observes feed changes to update the
  /// map.
  private static func overrideUpdate<Arguments>(
    _ message: ThrowingMessage<ListView, Arguments, Void, ListUpdateError>, in woven: ClassObject,
    isReload: Bool = false, _ override: @escaping Translation<Arguments, Void, ListUpdateError>
  ) throws(AspectError) {
    try woven.override(message) { call throws(ListUpdateError) in
      guard let weaver = call.weaver else { return try call.callSuper() }
      if weaver.space == .user { return try override(weaver, &call) }
      try weaver.updateInFeedSpace(message.selector, isReload: isReload) { () throws(ListUpdateError) in
        try call.callSuper()
      }
    }
  }
}

// MARK: - Batch

extension WovenClass {
  /// Overrides batches: content changes are collected until the batch ends; in feed space the list collects them.
  static func overrideBatch(in woven: ClassObject) throws(AspectError) {
    try woven.override(ListView.beginUpdates) { call in
      // While the list is being loaded or updated it opens no batch.
      guard let weaver = call.weaver, !call.receiver.refusesUpdates else { return call.callSuper() }
      if weaver.space == .user {
        weaver.inFeedSpace { call.callSuper() }
        weaver.contentBatch.open()
      } else {
        call.callSuper()
        weaver.feedBatch.open()
      }
    }
    try woven.override(ListView.endUpdates) { call throws(ListUpdateError) in
      guard let weaver = call.weaver else { return try call.callSuper() }
      let list = call.receiver
      if weaver.space == .user {
        try weaver.endUpdates(list) { () throws(ListUpdateError) in try call.callSuper() }
      } else {
        try weaver.endUpdatesInFeedSpace { () throws(ListUpdateError) in try call.callSuper() }
      }
    }
    try woven.override(ListView.performBatchUpdates) { call throws(ListUpdateError) in
      guard let weaver = call.weaver else { return try call.callSuper() }
      if weaver.space == .user {
        // A call in a callback of an update in progress is refused, and that update continues.
        let isDuringUpdate = weaver.feed.pending != nil
        defer { if !isDuringUpdate { weaver.finishUpdate() } }
        try weaver.callSuper(call, weaver.gathering(call.arguments, call.receiver))
      } else {
        let request = try weaver.collectingInFeedSpace(call.arguments)
        try weaver.performUpdateUnlessNested { () throws(ListUpdateError) in try call.callSuper(request) }
      }
    }
  }
}

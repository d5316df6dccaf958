import Interception
import ListModel
import Placement

/// Planning and carrying out updates of a woven list.
extension ListWeaver {
  /// Plans a content update by `method`; returns nil if the content reloads the list when it is asked for its counts.
  ///
  /// - Throws: The error that a list without insertions would throw, in content coordinates.
  func plan(_ updates: ListUpdates, by method: Selector) throws(ListUpdateError) -> PlannedUpdate? {
    try checkCanUpdate(by: method)
    guard let list else { return nil }
    let loads = list.loads
    let counts = list.whileUpdating { currentContentCounts() }
    guard loads == list.loads else { return nil }
    let before = feed.shown
    let origins = try updates.origins(before: before.map.userCounts, after: counts)
    do throws(PlacementError) {
      let content = ContentUpdate(updates, origins, userCounts: counts)
      var map = before.map
      let dropped = try map.apply(content, checkedAs: origins, policy: policy)
      let after = SharedMap(map)
      let difference = FeedDifference(content: updates, origins: origins, from: before, to: after, policy: policy)
      return PlannedUpdate(
        map: after, updates: difference.updates, content: content, dropped: dropped,
        stayed: policy == .pinned ? insertions(inSections: updates.deletedSections) : [],
        movesInsertions: policy == .anchored && !origins.isAppending)
    } catch {
      throw .refused(method: method.name, reason: "\(error)")
    }
  }

  /// Returns the numbers of the row insertions shown in these sections of the content.
  private func insertions(inSections sections: [Int]) -> [Int] {
    sections.sorted().compactMap { map.feedSection(forUser: $0) }.flatMap { section in
      (0..<map.insertedRowCount(inFeedSection: section)).map {
        map.insertedRow(ofRank: $0, inFeedSection: section).number
      }
    }
  }

  /// Has the list carry out a plan, and makes the plan's map current once the list has changed.
  ///
  /// The criterion is whether the list has changed, not how the call ends: an aspect on the list's class may keep the
  /// call from the list, or throw after the list has changed.
  func carryOut(
    _ plan: PlannedUpdate, mark: RequestState, _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    begin(plan, mark: mark)
    defer { finishUpdate() }
    try inFeedSpace(change)
  }

  /// Begins an update: from now on the list counts by the plan's map.
  func begin(_ plan: PlannedUpdate, mark: RequestState) {
    feed.begin(PendingUpdate(plan, mark: mark, updateCount: list?.updateCount ?? 0))
  }

  /// Ends the update in progress, makes its map current if the list has changed, and notifies the inserted provider.
  func finishUpdate() {
    makePendingMapCurrent()
    feed.endUpdate()
    sendNotices()
    list?.notifyObserversOfChanges()
  }

  /// Makes the map of the update in progress current, if the update has changed the list.
  func makePendingMapCurrent() {
    // Asked for each row that comes into view.
    guard feed.isPendingMapReady, let update = feed.pending, let list, list.updateCount != update.updateCount else {
      return
    }
    if let plan = update.plan {
      if let content = plan.content { notices.append(content: content) }
      // Withdrawn insertions are not reported as dropped.
      if update.mark.generation == feed.requests.mark.generation {
        if !plan.dropped.isEmpty { notices.append(.dropped(plan.dropped)) }
        if !plan.stayed.isEmpty { notices.append(.stayed(plan.stayed)) }
      }
    }
    feed.makePendingMapCurrent()
  }
}

extension ContentUpdate {
  /// Makes a content update of a checked update of the content provider.
  init(_ updates: ListUpdates, _ origins: ListOrigins, userCounts: [Int]) {
    self.init(origins: origins.sections, userCounts: userCounts)
    leavingSections = updates.leavingSections
    comingSections = updates.comingSections
    reloadedSections = origins.reloadedSections
    leavingRows = updates.leavingRows.map { UserPath($0) }
    comingRows = updates.comingRows.map { UserPath($0) }
  }
}

/// A planned update of content or insertions.
final class PlannedUpdate {
  /// The map after the update.
  let map: SharedMap
  /// The difference that the list makes.
  let updates: ListUpdates
  /// The notification of what becomes of the content; nil where it isn't updated.
  let content: WeaverNotices.Notice?
  /// The numbers of the row insertions that go with their section.
  let dropped: [Int]
  /// The numbers of the row insertions that stay though their section is deleted.
  let stayed: [Int]
  /// Whether insertions go where their content goes.
  let movesInsertions: Bool

  init(
    map: SharedMap, updates: ListUpdates, content: ContentUpdate? = nil, dropped: [Int] = [], stayed: [Int] = [],
    movesInsertions: Bool = false
  ) {
    (self.map, self.updates, self.content) = (map, updates, content.map { .content($0) })
    (self.dropped, self.stayed, self.movesInsertions) = (dropped, stayed, movesInsertions)
  }
}

extension BatchOrigins {
  /// Whether rows are only inserted, below all rows of their sections, so that no insertion moves.
  fileprivate var isAppending: Bool {
    keepsSections && reloadedSections.isEmpty
      && changedSections.allSatisfy { section in
        guard let shift = shift(ofSection: section), let origin = sections[section] else { return false }
        return shift.leaving.isEmpty && shift.coming.allSatisfy { $0 >= before[origin] }
      }
  }
}

// MARK: - Telling

/// Sending a difference to the list by its own messages, in feed space, to the implementations of its own class.
///
/// Hooks on the class see what the list does. Hooks on the single list are outside of the weaving, and see only the
/// content provider's calls.
extension ListWeaver {
  /// Has the list make a difference as one update: by a single message if possible, otherwise in a batch.
  func tell(_ list: ListView, _ updates: ListUpdates, with animation: ListRowAnimation) throws(ListUpdateError) {
    if updates.messageCount <= 1 { return try say(updates, to: list) { _ in animation } }
    // An aspect may keep the end from the list; no batch stays open.
    defer { list.abandonUpdates() }
    ListView.beginUpdates.send(to: list, as: formerClass, ())
    try say(updates, to: list) { _ in animation }
    try ListView.endUpdates.send(to: list, as: formerClass, ())
  }

  /// Sends one message for each kind of change, with its animation.
  func say(
    _ updates: ListUpdates, to list: ListView, with animation: (Selector) -> ListRowAnimation
  ) throws(ListUpdateError) {
    try say(ListView.deleteSections, updates.deletedSections, to: list, with: animation)
    try say(ListView.reloadSections, updates.reloadedSections, to: list, with: animation)
    try say(ListView.insertSections, updates.insertedSections, to: list, with: animation)
    try say(updates.movedSections, by: ListView.moveSection, or: ListView.moveSections, to: list)
    try say(ListView.deleteRows, updates.deletedRows, to: list, with: animation)
    try say(ListView.reloadRows, updates.reloadedRows, to: list, with: animation)
    try say(ListView.insertRows, updates.insertedRows, to: list, with: animation)
    if !updates.reconfiguredRows.isEmpty {
      try ListView.reconfigureRows.send(to: list, as: formerClass, updates.reconfiguredRows)
    }
    try say(updates.movedRows, by: ListView.moveRow, or: ListView.moveRows, to: list)
  }

  /// Sends one message for all moves, which is another one if there is only one move.
  private func say<Move>(
    _ moves: [Move], by one: ThrowingMessage<ListView, Move, Void, ListUpdateError>,
    or several: ThrowingMessage<ListView, [Move], Void, ListUpdateError>, to list: ListView
  ) throws(ListUpdateError) {
    if moves.count > 1 { return try several.send(to: list, as: formerClass, moves) }
    for move in moves { try one.send(to: list, as: formerClass, move) }
  }

  private func say(
    _ message: ListView.SectionsMessage, _ sections: [Int], to list: ListView,
    with animation: (Selector) -> ListRowAnimation
  ) throws(ListUpdateError) {
    if sections.isEmpty { return }
    try message.send(to: list, as: formerClass, (sections: sections, animation: animation(message.selector)))
  }

  private func say(
    _ message: ListView.RowsMessage, _ paths: [ListPath], to list: ListView,
    with animation: (Selector) -> ListRowAnimation
  ) throws(ListUpdateError) {
    if paths.isEmpty { return }
    try message.send(to: list, as: formerClass, (paths: paths, animation: animation(message.selector)))
  }
}

extension ListUpdates {
  /// Whether rows are inserted, and nothing else changes.
  var onlyInsertsRows: Bool { !insertedRows.isEmpty && messageCount == 1 }

  /// The number of messages needed: one for each kind of change.
  var messageCount: Int {
    func count(_ changes: some Collection) -> Int { changes.isEmpty ? 0 : 1 }
    return count(deletedSections) + count(reloadedSections) + count(insertedSections) + count(movedSections)
      + count(deletedRows) + count(reloadedRows) + count(insertedRows) + count(movedRows) + count(reconfiguredRows)
  }
}

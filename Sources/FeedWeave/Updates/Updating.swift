import Interception
import ListModel
import Placement

/// Moving a woven list from one map to another, or not at all.
extension ListWeaver {
  /// What an update of the content by a method leads to; nil where the content has the list reloaded when it is asked for its counts.
  ///
  /// - Throws: what a list without insertions would throw, in the content's own numbers.
  func plan(_ updates: ListUpdates, by method: Selector) throws(ListUpdateError) -> PlannedUpdate? {
    try checkCanUpdate(by: method)
    guard let list else { return nil }
    let loads = list.loads
    let counts = list.whileUpdating { currentContentCounts() }
    guard loads == list.loads else { return nil }
    let origins = try updates.origins(before: map.userCounts, after: counts)
    var after = map
    do throws(PlacementError) {
      let content = ContentUpdate(updates, origins, userCounts: counts)
      let dropped = try after.apply(content, policy: policy)
      return PlannedUpdate(
        map: after,
        difference: FeedDifference(content: updates, origins: origins, from: map, to: after, policy: policy),
        content: content, dropped: dropped,
        stayed: policy == .pinned ? insertions(inSections: updates.deletedSections) : [])
    } catch {
      throw .refused(method: method.name, reason: "\(error)")
    }
  }

  /// The numbers of the row insertions shown in sections of the content.
  private func insertions(inSections sections: [Int]) -> [Int] {
    sections.sorted().compactMap { map.feedSection(forUser: $0) }.flatMap { section in
      (0..<map.insertedRowCount(inFeedSection: section)).map {
        map.insertedRow(ofRank: $0, inFeedSection: section).number
      }
    }
  }

  /// Has the list change as has been planned, and the map with it as soon as the list has.
  ///
  /// Whether the list has is what decides, and not how the call ends: an aspect on the list's class may keep the call from the
  /// list, or throw when the list has changed already.
  func carryOut(
    _ plan: PlannedUpdate, mark: RequestMark, _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    begin(plan, mark: mark)
    defer { settle() }
    try inFeedSpace(change)
  }

  /// Has the list count by the map of a plan from now on.
  func begin(_ plan: PlannedUpdate, mark: RequestMark) {
    feed.begin(
      PendingUpdate(
        map: plan.map, mark: mark, updateCount: list?.updateCount ?? 0, content: plan.content, dropped: plan.dropped,
        stayed: plan.stayed, movesInsertions: policy == .anchored))
  }

  /// Ends the update under way, puts its map in force if the list has changed by it, and tells the insertions' side of it.
  func settle() {
    putPendingMapInForce()
    feed.endUpdate()
    tellNotices()
    list?.tellChanges()
  }

  /// Puts the map of an update under way in force, if the list has changed by it.
  func putPendingMapInForce() {
    guard let update = feed.pending, update.isReady, let list, list.updateCount != update.updateCount else { return }
    if let content = update.content { notices.append(content) }
    // What has been withdrawn is not missed.
    if update.mark.generation == feed.requests.mark.generation {
      if !update.dropped.isEmpty { notices.append(.dropped(update.dropped)) }
      if !update.stayed.isEmpty { notices.append(.stayed(update.stayed)) }
    }
    feed.putPendingMapInForce()
  }
}

extension ContentUpdate {
  /// An update of a list as its content side has said it, which has been found to fit.
  init(_ updates: ListUpdates, _ origins: ListOrigins, userCounts: [Int]) {
    self.init(origins: origins.sections, userCounts: userCounts)
    leavingSections = updates.deletedSections + updates.movedSections.map(\.from)
    comingSections = updates.insertedSections + updates.movedSections.map(\.to)
    reloadedSections = origins.reloadedSections
    leavingRows = (updates.deletedRows + updates.movedRows.map(\.from)).map { UserPath($0) }
    comingRows = (updates.insertedRows + updates.movedRows.map(\.to)).map { UserPath($0) }
  }
}

/// An update of content or insertions, and what the list is told of it.
struct PlannedUpdate {
  var map: InsertionMap
  var difference: FeedDifference
  /// What becomes of the content; nil where it stays.
  var content: ContentUpdate?
  var dropped: [Int] = []
  /// The numbers of the row insertions that stay though their section is deleted.
  var stayed: [Int] = []
}

// MARK: - Telling

/// Telling the list of a difference by its own messages, in feed space, as its class has them.
///
/// Hooks on the class see what the list does; hooks on the list, which stand outside the weaving, see what the content side says
/// and nothing else.
extension ListWeaver {
  /// Has the list make a difference as one update: by one message if that says it all, or else by a batch.
  func tell(_ list: ListView, _ updates: ListUpdates, with animation: ListRowAnimation) throws(ListUpdateError) {
    if updates.messageCount <= 1 { return try say(updates, to: list) { _ in animation } }
    // An aspect may keep the end from the list; no batch stays open.
    defer { list.abandonUpdates() }
    ListView.beginUpdates.send(to: list, as: formerClass, ())
    try say(updates, to: list) { _ in animation }
    try ListView.endUpdates.send(to: list, as: formerClass, ())
  }

  /// Says each kind of change once, and how it is shown; moves are said one by one.
  func say(
    _ updates: ListUpdates, to list: ListView, with animation: (Selector) -> ListRowAnimation
  ) throws(ListUpdateError) {
    for (message, sections) in updates.sectionMessages {
      try message.send(to: list, as: formerClass, (sections: sections, animation: animation(message.selector)))
    }
    for move in updates.movedSections {
      try ListView.moveSection.send(to: list, as: formerClass, move)
    }
    for (message, paths) in updates.rowMessages {
      try message.send(to: list, as: formerClass, (paths: paths, animation: animation(message.selector)))
    }
    if !updates.reconfiguredRows.isEmpty {
      try ListView.reconfigureRows.send(to: list, as: formerClass, updates.reconfiguredRows)
    }
    for move in updates.movedRows {
      try ListView.moveRow.send(to: list, as: formerClass, move)
    }
  }
}

extension ListUpdates {
  /// How many messages say it.
  var messageCount: Int {
    sectionMessages.count + movedSections.count + rowMessages.count + (reconfiguredRows.isEmpty ? 0 : 1)
      + movedRows.count
  }

  fileprivate var sectionMessages: [(ListView.SectionsMessage, [Int])] {
    [
      (ListView.deleteSections, deletedSections), (ListView.reloadSections, reloadedSections),
      (ListView.insertSections, insertedSections),
    ].filter { !$1.isEmpty }
  }

  fileprivate var rowMessages: [(ListView.RowsMessage, [ListPath])] {
    [
      (ListView.deleteRows, deletedRows), (ListView.reloadRows, reloadedRows), (ListView.insertRows, insertedRows),
    ].filter { !$1.isEmpty }
  }
}

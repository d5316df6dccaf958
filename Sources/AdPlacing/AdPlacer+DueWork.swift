import AdServing
import FeedWeave
import ListModel
import Placement

/// Doing the work that is due.
extension AdPlacer {
  /// Whether work waits because the list could not be changed.
  public var isBehind: Bool { activity.isBehind }

  /// Does all work that is due: requests ads, fills places, replaces and clears expired ads, and counts impressions.
  ///
  /// ```swift
  /// while let deadline = try placer.advance() { wait(until: deadline) }
  /// ```
  ///
  /// Work that waits for the list, see ``isBehind``, has no deadline: the end of the batch or update, or the next
  /// layout, does it without a call. A placer that is not attached makes no requests. If the weaver was removed or the
  /// list no longer exists, the placer is removed as by ``remove()``.
  ///
  /// - Returns: The time by which to call again; nil if nothing is due until the list changes or a source answers.
  /// - Throws: The ``AdPlacerError`` that has kept the placer from placing since the last call. Due work is done
  ///   nevertheless.
  @discardableResult
  public func advance() throws(AdPlacerError) -> Duration? {
    removeIfListIsGone()
    let seen = impressions.advance()
    doDueWork()
    if let fault {
      self.fault = nil
      throw fault
    }
    if weaver == nil { return seen }
    let now = time()
    if activity.hasMoreToDo { return now }
    return .least(seen, state.nextDeadline(at: now, isBehind: activity.isBehind))
  }

  /// Repeats due work until none is left.
  ///
  /// A nested call leaves its work to the outer one.
  func doDueWork() {
    activity.isDue = true
    guard activity.beginWork() else { return }
    defer { activity.endWork() }
    let now = time()
    for _ in 0..<PlacerActivity.maxRounds where activity.isDue {
      activity.isDue = false
      if weaver != nil { updateList(at: now) }
      sendNotices()
      if weaver != nil, ask(at: now) { activity.isDue = true }
    }
    if !activity.isDue { state.findRest(at: now) }
  }

  /// Does due work after a layout, if the displayed rows or the time have made any due.
  func doWorkIfDue() {
    let isLate = state.rest?.deadline.map { $0 <= time() } ?? false
    if activity.isDue || activity.isBehind || isLate { doDueWork() }
  }

  /// Updates the list's ads, if the list can be changed now.
  private func updateList(at now: Duration) {
    guard let weaver, weaver.isLoaded else { return }
    activity.isBehind = !weaver.canUpdateInsertions
    if activity.isBehind { return }
    let count = notices.waiting.count
    let work = state.work(at: now, traits: traits) { weaver.isInView(insertion: $0.number) }
    notices.append(work)
    activity.beginListChange()
    let isShown = (try? show(work, in: weaver)) ?? false
    let change = activity.endListChange()
    if !isShown, !change.isReloaded {
      // The list has made no change: undo everything except the sources' answers that arrived meanwhile.
      state.undo(work)
      for answer in change.answers { answer() }
      notices.removeLast(notices.waiting.count - count)
      activity.isBehind = true
    } else if !work.cleared.isEmpty, state.checksRules {
      // The remaining rows are closer together now.
      activity.isDue = true
    }
    for call in change.calls { call() }
  }

  /// Shows the changed ads in the list; returns whether the list made the change.
  private func show(_ work: AdPlacerWork<Creative>, in weaver: ListWeaver) throws -> Bool {
    let map = try state.map(userCounts: weaver.map.userCounts)
    if map != weaver.map {
      let change = work.shown == weaver.map ? state.insertionChange(of: work) : nil
      guard try change.map({ try weaver.show(map, changing: $0) }) ?? weaver.show(map) else { return false }
    }
    let rows = work.replaced.compactMap { state.live.feedPath(of: $0.other.place) }
    if !rows.isEmpty { try weaver.rawList.reloadRows(at: rows) }
    return true
  }

  /// Runs a call at once, or after the change of the list in progress.
  func whenChanged(_ call: @escaping () -> Void) {
    if !activity.duringListChange({ $0.calls.append(call) }) { call() }
  }
}

extension AdPlacerState {
  /// Returns the change of the insertions that some work has made; nil if comparing the maps is necessary, or faster.
  fileprivate func insertionChange(of work: AdPlacerWork<Creative>) -> InsertionChange? {
    guard isLoaded, work.cleared.count + work.placed.count <= 64 + ads.count / 64 else { return nil }
    var change = InsertionChange()
    change.deleted = work.cleared.compactMap { cleared in
      live[cleared.ad.place].flatMap { work.shown.feedPath(ofInsertion: $0.id.number, before: $0.content) }
    }.sorted()
    change.inserted = work.placed.compactMap { live.feedPath(of: $0.place) }
    change.numberEnd = work.placed.reduce(0) { max($0, $1.place.number + 1) }
    var counts = work.shown.visibleInsertionCounts
    for path in change.deleted { counts[path.section] -= 1 }
    for path in change.inserted { counts[path.section] += 1 }
    // Other insertions may have begun or ended to wait for content.
    return live.shown.visibleInsertionCounts == counts ? change : nil
  }
}

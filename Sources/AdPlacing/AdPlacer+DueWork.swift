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
    guard !activity.isWorking, !activity.isChangingList else { return }
    activity.isWorking = true
    defer { activity.isWorking = false }
    let now = time()
    for _ in 0..<PlacerActivity.maxRounds where activity.isDue {
      activity.isDue = false
      if weaver != nil { updateList(at: now) }
      tellNotices()
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
    guard weaver.canUpdateInsertions else { return activity.isBehind = true }
    activity.isBehind = false
    let (former, count, loads) = (FormerAdPlacerState(state, at: now), notices.waiting.count, activity.loads)
    activity.answers = []
    let work = state.work(at: now, traits: traits) { weaver.isInView(insertion: $0.number) }
    notices.append(work)
    if !show(work, after: former, in: weaver), loads == activity.loads {
      // The list has made no change: undo everything except the sources' answers that arrived meanwhile.
      former.restore(&state, undoing: work)
      activity.sharesMap = false
      for answer in activity.answers { answer() }
      notices.removeLast(notices.waiting.count - count)
      activity.isBehind = true
    } else if !work.cleared.isEmpty, state.needsRuleCheck, state.options.withdraws {
      // The remaining rows are closer together now.
      activity.isDue = true
    }
    let waiting = activity.waiting
    activity.waiting = []
    for call in waiting { call() }
  }

  /// Shows the changed ads in the list; returns whether the list made the change.
  private func show(
    _ work: AdPlacerWork<Creative>, after former: FormerAdPlacerState<Creative>, in weaver: ListWeaver
  ) -> Bool {
    activity.isChangingList = true
    defer { activity.isChangingList = false }
    do {
      let map = try state.map(userCounts: weaver.map.userCounts)
      if map != weaver.map {
        if try !show(map, after: former, work, in: weaver) { return false }
      } else if !activity.sharesMap {
        weaver.shareStorage(of: map)
      }
      activity.sharesMap = true
      if work.replaced.isEmpty { return true }
      let rows = work.replaced.compactMap { state.live.feedPath(of: $0.other.place) }
      if !rows.isEmpty { try weaver.rawList.reloadRows(at: rows) }
      return true
    } catch { return false }
  }

  /// Shows a map by the changes that were made if these are all, or else by comparing it with the one shown.
  private func show(
    _ map: InsertionMap, after former: FormerAdPlacerState<Creative>, _ work: AdPlacerWork<Creative>,
    in weaver: ListWeaver
  ) throws(ListUpdateError) -> Bool {
    guard former.shown == weaver.map, let change = state.change(work, after: former) else {
      return try weaver.show(map)
    }
    return try weaver.show(map, changing: change)
  }

  /// Runs a call at once, or after the change of the list in progress.
  func whenChanged(_ call: @escaping () -> Void) {
    if activity.isChangingList { activity.waiting.append(call) } else { call() }
  }
}

/// The state before some work, to which a placer returns if the list does not show what the work has changed.
private struct FormerAdPlacerState<Creative> {
  /// The map before the work.
  let shown: InsertionMap
  /// The tenants, whose queues the work takes ads from.
  private let tenants: [TenantState<Creative>]
  /// The whole state; nil if the work can only fill places, which then need not be copied to clear them again.
  private let whole: AdPlacerState<Creative>?

  init(_ state: AdPlacerState<Creative>, at now: Duration) {
    (shown, tenants) = (state.live.shown, state.tenants)
    whole = state.onlyFillsPlaces(at: now) ? nil : state
  }

  /// Returns where an ad was before the work; nil if it was not shown.
  func feedPath(of place: LivePlacement.PlaceID) -> FeedPath? { whole?.live.feedPath(of: place) }

  /// Undoes the work.
  func restore(_ state: inout AdPlacerState<Creative>, undoing work: AdPlacerWork<Creative>) {
    guard let whole else { return state.undoFilling(work, tenants: tenants) }
    let standing = state.standing
    state = whole
    state.standing.noteChange(after: standing)
  }
}

extension AdPlacerState {
  /// Returns the change of the insertions that some work has made of a placement; nil if there are so many that
  /// comparing the maps is faster, or if other insertions have begun or ended to wait for content.
  fileprivate func change(
    _ work: AdPlacerWork<Creative>, after former: FormerAdPlacerState<Creative>
  ) -> InsertionChange? {
    guard isLoaded, work.cleared.count + work.placed.count <= 64 + standing.count / 64 else { return nil }
    var change = InsertionChange()
    for one in work.cleared {
      if let path = former.feedPath(of: one.ad.place) { change.deleted.append(path) }
    }
    for ad in work.placed {
      if let path = live.feedPath(of: ad.place) { change.inserted.append(path) }
      change.numberEnd = max(change.numberEnd, ad.place.number + 1)
    }
    change.deleted.sort()
    return live.shown.visibleInsertionCounts == change.applied(to: former.shown.visibleInsertionCounts) ? change : nil
  }
}

extension InsertionChange {
  /// Returns the number of insertions in each section, given that before.
  fileprivate func applied(to counts: [Int]) -> [Int] {
    var counts = counts
    for path in deleted { counts[path.section] -= 1 }
    for path in inserted { counts[path.section] += 1 }
    return counts
  }
}

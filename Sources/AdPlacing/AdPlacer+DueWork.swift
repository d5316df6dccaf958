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
    return [seen, state.nextDeadline(at: now, isBehind: activity.isBehind)].compactMap(\.self).min()
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
  }

  /// Updates the list's ads, if the list can be changed now.
  private func updateList(at now: Duration) {
    guard let weaver, weaver.isLoaded else { return }
    guard weaver.canUpdateInsertions else { return activity.isBehind = true }
    activity.isBehind = false
    let (former, count, loads) = (state, notices.waiting.count, activity.loads)
    activity.answers = []
    let work = state.work(at: now, traits: traits) { weaver.isInView(insertion: $0.number) }
    notices.append(work)
    if !show(work, in: weaver), loads == activity.loads {
      // The list has made no change: undo everything except the sources' answers that arrived meanwhile.
      state = former
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
  private func show(_ work: AdPlacerWork<Creative>, in weaver: ListWeaver) -> Bool {
    activity.isChangingList = true
    defer { activity.isChangingList = false }
    do {
      let map = try state.map(userCounts: weaver.map.userCounts)
      if map != weaver.map {
        if try !weaver.show(map) { return false }
      } else {
        weaver.shareStorage(of: map)
      }
      let rows = work.replaced.compactMap { state.live.feedPath(of: $0.other.place) }
      if !rows.isEmpty { try weaver.rawList.reloadRows(at: rows) }
      return true
    } catch { return false }
  }

  /// Runs a call at once, or after the change of the list in progress.
  func whenChanged(_ call: @escaping () -> Void) {
    if activity.isChangingList { activity.waiting.append(call) } else { call() }
  }
}

public import AdServing
import FeedWeave
import ListModel
public import Placement

/// Doing what is due.
extension AdPlacer {
  /// Whether work is waiting because the list could not be changed.
  public var isBehind: Bool { activity.isBehind }

  /// Does all that is due: asks sources, fills places, replaces and clears what has expired, and counts what has been seen.
  ///
  /// ```swift
  /// while let deadline = try placer.advance() { wait(until: deadline) }
  /// ```
  ///
  /// What the list keeps from being done, as long as ``isBehind`` says so, has no time: the end of the batch or of the update, or the
  /// next layout, brings it about, without a call. A placer that is not attached asks nobody; one whose weaver has been removed, or
  /// whose list is gone, is removed as by ``remove()``.
  ///
  /// - Returns: when something is due next at the latest; nil where nothing is until the list changes or a source answers.
  /// - Throws: ``AdPlacerError`` that kept the placer from placing since the last call; what is due is done all the same.
  @discardableResult
  public func advance() throws(AdPlacerError) -> Duration? {
    removeIfListIsGone()
    let seen = impressions.advance()
    settle()
    if let fault {
      self.fault = nil
      throw fault
    }
    if weaver == nil { return seen }
    let now = time()
    if activity.hasMoreToDo { return now }
    return [seen, state.nextDeadline(at: now, isBehind: activity.isBehind)].compactMap(\.self).min()
  }

  /// Does what is due until nothing is left; a nested call leaves its work to the outer one.
  func settle() {
    activity.isDue = true
    guard !activity.isSettling, !activity.isChangingList else { return }
    activity.isSettling = true
    defer { activity.isSettling = false }
    let now = time()
    for _ in 0..<PlacerActivity.mostRounds where activity.isDue {
      activity.isDue = false
      if weaver != nil { bringUp(at: now) }
      tellNotices()
      if weaver != nil, ask(at: now) { activity.isDue = true }
    }
  }

  /// Brings the list up to date with the ads, if it can be changed now.
  private func bringUp(at now: Duration) {
    guard let weaver, weaver.isLoaded else { return }
    guard weaver.canUpdateInsertions else { return activity.isBehind = true }
    activity.isBehind = false
    let (former, count, loads) = (state, notices.waiting.count, activity.loads)
    activity.answers = []
    let work = state.work(at: now, traits: traits) { weaver.isInView(insertion: $0.number) }
    notices.append(work)
    if !show(work, in: weaver), loads == activity.loads {
      // Nothing of it is in force, but for what sources have answered meanwhile.
      state = former
      for answer in activity.answers { answer() }
      notices.removeLast(notices.waiting.count - count)
      activity.isBehind = true
    } else if !work.cleared.isEmpty, state.needsJudging, state.options.withdraws {
      // Those that are left stand closer together.
      activity.isDue = true
    }
    let waiting = activity.waiting
    activity.waiting = []
    for call in waiting { call() }
  }

  /// Shows the changed ads in the list; answers whether it took them.
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

  /// Runs a call at once, or, where the list is just being changed, when it has been.
  func whenChanged(_ call: @escaping () -> Void) {
    if activity.isChangingList { activity.waiting.append(call) } else { call() }
  }
}

// MARK: - Changing

/// Changing ads by hand.
extension AdPlacer {
  /// Replaces an ad with another, in view or not: its row is reloaded, and nothing else.
  ///
  /// Caps and repeats are not asked. It stands until the list is reloaded, and goes into no queue.
  ///
  /// - Returns: whether an ad stood there; false, too, for one that has no name or no campaign, or that has expired.
  @discardableResult
  public func replace(_ id: PlaceID, with ad: Ad<Creative>) -> Bool {
    if ad.id.isEmpty || ad.campaign.isEmpty || ad.hasExpired(at: time()) { return false }
    guard state.standing[id] != nil, state.doomed[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self else { return }
      state.replace(id, with: ad)
      settle()
    }
    return true
  }

  /// Has another ad stand at a row of the feed at which one stands, as ``replace(_:with:)`` does.
  ///
  /// - Returns: whether an ad stood there that it has replaced.
  @discardableResult
  public func replaceAd(at path: FeedPath, with ad: Ad<Creative>) -> Bool {
    place(at: path).map { replace($0, with: ad) } ?? false
  }

  /// Takes an ad out of the feed; its place stays content until the list is reloaded.
  ///
  /// - Returns: whether an ad stood there.
  @discardableResult
  public func clear(_ id: PlaceID) -> Bool {
    guard state.standing[id] != nil, state.doomed[id] == nil else { return false }
    whenChanged { [weak self] in
      guard let self, state.standing[id] != nil else { return }
      state.doomed[id] = .request
      state.closed.insert(id)
      settle()
    }
    return true
  }

  /// Takes the ad at a row out of the feed; its place stays content until the list is reloaded.
  ///
  /// - Returns: whether an ad stood there.
  @discardableResult
  public func clearAd(at path: FeedPath) -> Bool { place(at: path).map { clear($0) } ?? false }

  /// Takes an ad out at once, wherever it stands, out of the queues and from among the house ads.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func recall(adID: String) -> Int { recall({ $0.id == adID }) { $0.recall(adID: adID) } }

  /// Takes all ads of a campaign out at once, wherever they stand, out of the queues and from among the house ads.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func recall(campaign: String) -> Int {
    recall({ $0.campaign == campaign }) { $0.recall(campaign: campaign) }
  }

  private func recall(
    _ isRecalled: @escaping (Ad<Creative>) -> Bool, _ recall: @escaping (inout TenantState<Creative>) -> Int
  ) -> Int {
    // Counted on a copy, since it may have to wait.
    var trial = state
    let count = trial.recall(isRecalled, recall)
    whenChanged { [weak self] in
      guard let self else { return }
      _ = state.recall(isRecalled, recall)
      settle()
    }
    return count
  }
}

extension AdPlacerState {
  mutating func replace(_ id: PlaceID, with ad: Ad<Creative>) {
    guard let former = standing[id], let was = placedAd(at: id) else { return }
    standing.put(
      StandingAd(ad: ad, tenant: former.tenant, isHouseAd: false, origin: former.origin, isByHand: true), at: id)
    note(was, replacedAt: id)
  }

  mutating func recall(
    _ isRecalled: (Ad<Creative>) -> Bool, _ recall: (inout TenantState<Creative>) -> Int
  ) -> Int {
    var count = 0
    for id in standing.places(where: { isRecalled($0.ad) }) where doomed[id] == nil {
      doomed[id] = .recall
      count += 1
    }
    for index in tenants.indices { count += recall(&tenants[index]) }
    return count
  }
}

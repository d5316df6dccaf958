import AdServing
public import FeedWeave
import Interception
import ListModel
import Placement

extension AdPlacer {
  /// Begins to place ads in a weaver's list.
  ///
  /// From now on the placer needs all insertions of the list to itself.
  ///
  /// In a list that is already loaded, ads are placed at once, below the displayed rows. Sources are asked at once.
  ///
  /// - Throws: ``AdPlacerError`` if the placer is already attached, the list no longer exists, or it has insertions;
  ///   then nothing has changed.
  public func attach(to weaver: ListWeaver) throws(AdPlacerError) {
    removeIfListIsGone()
    if self.weaver != nil { throw .attached }
    guard weaver.list != nil else { throw .noList }
    let foreign = weaver.requestCount
    if foreign > 0 { throw .foreignInsertions(foreign) }
    do throws(AspectError) {
      try hook(weaver)
      if weaver.isLoaded { try watch(weaver) }
    } catch {
      unhook()
      throw .hook(error)
    }
    self.weaver = weaver
    weaver.policy = .anchored
    if weaver.isLoaded { adopt(weaver) }
    doDueWork()
  }

  /// Removes the ads from the list and stops placing.
  ///
  /// Ads of sources return to their queues.
  ///
  /// If the list can't be changed now, as in a batch or a callback of a load, the ads stay in it until it is reloaded. The
  /// placer may be attached again afterwards. A placer that ends without this call leaves its ads in the list;
  /// `ListWeaver.removeAllInsertions()` and `updateInsertions()` remove them.
  public func remove() {
    if tokens.isEmpty { return }
    let weaver = weaver
    unhook()
    self.weaver = nil
    weaver?.removeAllInsertions()
    try? weaver?.updateInsertions()
    activity.duringListChange { $0.isReloaded = true }
    notices.append(cleared: state.unload(at: time()), .removal)
    inFeedSpace(of: weaver) { sendNotices() }
  }

  /// Detaches the placer from a list that no longer exists.
  func removeIfListIsGone() {
    if weaver?.list == nil { remove() }
  }

  private func unhook() {
    for token in tokens { token.remove() }
    tokens = []
    impressions.remove()
  }

  private func hook(_ weaver: ListWeaver) throws(AspectError) {
    tokens.append(
      try weaver.hook(ListWeaver.willLoad, .after) { [weak self] call in
        self?.attached(to: call.receiver)?.load(call.arguments, in: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didUpdateContent, .before) { [weak self] call in
        self?.attached(to: call.receiver)?.follow(call.arguments)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didChange, .before) { [weak self] call in
        self?.attached(to: call.receiver)?.note(call.arguments, in: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didReportChanges, .before) { [weak self] call in
        self?.attached(to: call.receiver)?.doDueWork(afterChangeOf: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.willDisplayRow, .before) { [weak self] call in
        guard let self, attached(to: call.receiver) != nil else { return }
        if call.arguments.row.owner.isInsertion { impressions.beginDisplay(of: call.arguments, in: call.receiver) }
        display(call.arguments.row)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didEndDisplayingRow, .before) { [weak self] call in
        guard let self, attached(to: call.receiver) != nil else { return }
        impressions.endDisplay(of: call.arguments, in: call.receiver)
        // An ad in view that is to be changed may be out of view now.
        // Read part by part: a property of the whole state would copy the state.
        if state.due.checksExpiry || state.due.checksRules && state.options.withdraws { activity.isDue = true }
      })
  }

  /// Attaches the tracker to the list.
  ///
  /// The tracker examines the list at once, without laying it out. The placer's hooks serve both. After a layout the tracker
  /// is told before the placer works, which may change what is in view.
  private func watch(_ weaver: ListWeaver) throws(AspectError) {
    impressions.attach(toListOf: weaver)
    tokens.append(
      try weaver.hook(ListWeaver.didLayOut, .after) { [weak self] call in
        guard let self, attached(to: call.receiver) != nil else { return }
        impressions.measureAfterLayout(of: call.receiver, version: state.ads.version)
        doWorkIfDue()
      })
  }
}

// MARK: - What the weaver tells

extension AdPlacer {
  /// Returns the placer while it is attached: a call in which it is removed still runs its advice.
  private func attached(to weaver: ListWeaver) -> AdPlacer? { self.weaver === weaver ? self : nil }

  /// Takes over a list that was loaded before the placer was attached.
  private func adopt(_ weaver: ListWeaver) {
    plan(weaver.map.userCounts)
    for (path, _) in weaver.list?.displayedViews.rows ?? [] {
      if let row = weaver.ownedRow(at: path) { state.display(row) }
    }
  }

  /// Removes all ads, and makes a new plan, unless the same ads would be at the same places.
  private func plan(_ userCounts: [Int]) {
    activity.duringListChange { $0.isReloaded = true }
    if let removed = state.reload(userCounts: userCounts, traits: traits, at: time()) {
      return notices.append(cleared: removed, .reload)
    }
    notices.append(cleared: state.unload(at: time()), .reload)
    do throws(PlacementError) { try state.load(userCounts: userCounts, traits: traits) } catch {
      fault = .placement(error)
    }
  }

  /// Handles a load of the list, which contains ready ads from the start.
  private func load(_ userCounts: [Int], in weaver: ListWeaver) {
    let beginsWork = activity.beginWork()
    defer { if beginsWork { activity.endWork() } }
    if impressions.weaver == nil {
      do throws(AspectError) { try watch(weaver) } catch { fault = .hook(error) }
    }
    plan(userCounts)
    let now = time()
    let wanted = state.fillableCounts(traits)
    var rounds = 0
    while rounds < PlacerActivity.maxRounds, ask(at: now, wanted: wanted) { rounds += 1 }
    guard attached(to: weaver) != nil else { return }
    notices.append(state.work(at: now, traits: traits) { _ in false })
    do {
      try weaver.show(state.map(userCounts: userCounts))
    } catch { activity.isBehind = true }
    activity.isDue = true
  }

  /// Handles a content update.
  ///
  /// The change of the feed is reported next.
  private func follow(_ update: ContentUpdate) {
    do throws(PlacementError) {
      notices.append(cleared: try state.apply(update, traits: traits, at: time()), .content)
    } catch {
      notices.append(cleared: state.unload(at: time()), .content)
      fault = .placement(error)
    }
  }

  /// Handles a change of the feed.
  private func note(_ change: FeedChange, in weaver: ListWeaver) {
    notices.append(.change(change))
    if activity.isChangingList { return }
    // A load within a load, or in feed space, may change content without a notification.
    if state.isLoaded, weaver.map.userCounts != state.live.userCounts { plan(weaver.map.userCounts) }
    sendNotices()
  }

  /// Does due work after all receivers were notified of a change of the feed.
  private func doDueWork(afterChangeOf weaver: ListWeaver) {
    if activity.isChangingList { return }
    if weaver.canUpdateInsertions { doDueWork() } else { activity.isDue = true }
  }

  /// Handles a row that is about to be displayed.
  private func display(_ row: OwnedRow) {
    state.display(row)
    if state.rest?.ends(with: row.path) ?? true { activity.isDue = true }
  }
}

import AdServing
public import FeedWeave
import Interception
import ListModel
import Placement

extension AdPlacer {
  /// Begins to place ads in a weaver's list, whose insertions are the placer's alone from now on.
  ///
  /// A list that is loaded already has ads placed at once, below what has been displayed. Sources are asked at once.
  ///
  /// - Throws: ``AdPlacerError`` where the placer is attached, the list is gone, or insertions stand in it; then nothing has changed.
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
    settle()
  }

  /// Ends placing: the ads are taken out of the list, and those of sources go back to their queues.
  ///
  /// Where the list cannot be changed now, they stay in it until it is reloaded. A placer that has been removed may be attached again.
  public func remove() {
    if tokens.isEmpty { return }
    let weaver = weaver
    unhook()
    self.weaver = nil
    weaver?.removeAllInsertions()
    try? weaver?.updateInsertions()
    notices.append(cleared: state.unload(at: time()), .removal)
    tellNotices()
  }

  /// Lets go of a list that nobody weaves any more.
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
        self?.load(call.arguments, in: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didUpdateContent, .before) { [weak self] call in self?.follow(call.arguments) })
    tokens.append(
      try weaver.hook(ListWeaver.didChange, .before) { [weak self] call in
        self?.note(call.arguments, in: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.didTellChanges, .before) { [weak self] call in
        self?.settle(afterChangeOf: call.receiver)
      })
    tokens.append(
      try weaver.hook(ListWeaver.willDisplayRow, .before) { [weak self] call in self?.display(call.arguments.row) })
    tokens.append(
      try weaver.hook(ListWeaver.didEndDisplayingRow, .after) { [weak self] _ in self?.activity.isDue = true })
  }

  /// Has the tracker watch the list, ahead of the placer, which may change what is in view.
  ///
  /// The tracker looks at the list at once, without having it laid out.
  private func watch(_ weaver: ListWeaver) throws(AspectError) {
    try impressions.attach(to: weaver, laysOut: false)
    tokens.append(
      try weaver.hook(ListWeaver.didLayOut, .after) { [weak self] _ in self?.settleIfDue() })
  }
}

// MARK: - What the weaver tells

extension AdPlacer {
  /// Takes over a list that was loaded before the placer was attached.
  private func adopt(_ weaver: ListWeaver) {
    plan(weaver.map.userCounts)
    for (path, _) in weaver.list?.displayedViews.rows ?? [] {
      if let row = weaver.ownedRow(at: path) { state.display(row) }
    }
  }

  /// Takes all ads out, and plans again.
  private func plan(_ userCounts: [Int]) {
    activity.loads += 1
    notices.append(cleared: state.unload(at: time()), .reload)
    do throws(PlacementError) { try state.load(userCounts: userCounts, traits: traits) } catch {
      fault = .placement(error)
    }
  }

  /// The list is about to load: ads that are ready are in it from the start.
  private func load(_ userCounts: [Int], in weaver: ListWeaver) {
    let wasSettling = activity.isSettling
    activity.isSettling = true
    defer { activity.isSettling = wasSettling }
    if impressions.weaver == nil {
      do throws(AspectError) { try watch(weaver) } catch { fault = .hook(error) }
    }
    plan(userCounts)
    let now = time()
    let wanted = state.fillableCounts(traits)
    for _ in 0..<PlacerActivity.mostRounds where ask(at: now, wanted: wanted) {}
    notices.append(state.work(at: now, traits: traits) { _ in false })
    do {
      try weaver.show(state.map(userCounts: userCounts))
    } catch { activity.isBehind = true }
    activity.isDue = true
  }

  /// The content has changed, and the feed with it, of which is told next.
  private func follow(_ update: ContentUpdate) {
    do throws(PlacementError) {
      notices.append(cleared: try state.apply(update, traits: traits, at: time()), .content)
    } catch {
      notices.append(cleared: state.unload(at: time()), .content)
      fault = .placement(error)
    }
  }

  /// The feed has changed.
  private func note(_ change: FeedChange, in weaver: ListWeaver) {
    notices.append(.change(change))
    if activity.isChangingList { return }
    // A load within a load, or in feed space, may change content without a notice.
    if state.isLoaded, weaver.map.userCounts != state.live.userCounts { plan(weaver.map.userCounts) }
    tellNotices()
  }

  /// Everybody has been told of a change of the feed.
  private func settle(afterChangeOf weaver: ListWeaver) {
    if activity.isChangingList { return }
    if weaver.canUpdateInsertions { settle() } else { activity.isDue = true }
  }

  /// A row is about to be shown.
  private func display(_ row: OwnedRow) {
    state.display(row)
    activity.isDue = true
  }

  /// What is in view stands where it does.
  private func settleIfDue() {
    if activity.isDue || activity.isBehind { settle() }
  }
}

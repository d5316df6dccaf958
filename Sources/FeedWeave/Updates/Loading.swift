import Interception
import ListModel
import Placement

/// Finding out what the list shows: the content's counts, and the insertions asked for.
extension ListWeaver {
  /// Sees to it that the map is that of a loaded list.
  func loadList() {
    inFeedSpace { list?.loadIfNeeded() }
  }

  /// The map by which the list is to count, which has just begun to ask: for an update under way, or else because it loads.
  func countedMap() -> InsertionMap {
    guard let update = feed.pending, !update.isCounted else {
      // A list that counts once more inside an update is being reloaded by a callback.
      feed.endUpdate()
      load()
      return map
    }
    if let after = update.map {
      feed.count(by: after)
      return after
    }
    let (after, mark) = feedMap()
    feed.count(by: after, of: mark)
    return after
  }

  /// The map after an update in feed space: one that only asks for rows anew keeps to the insertions that are shown, any other
  /// shows what has been asked for.
  private func feedMap() -> (map: InsertionMap, mark: RequestMark?) {
    let counts = currentContentCounts()
    guard feedBatch.hasChanges else { return (map.replacingUserCounts(counts), nil) }
    return (makeMap(userCounts: counts), feed.requests.mark)
  }

  /// Asks the content for its counts, lets the insertions' side place, and puts the map in force by which the list is shown.
  private func load() {
    // What has changed before is told before.
    tellNotices()
    let counts = currentContentCounts()
    // A weaver that is being removed shows none.
    if isBeingRemoved {
      feed.setMap(makeMap(userCounts: counts))
      return
    }
    // Who is placing, and has the list loaded meanwhile, by another data source for one, is not asked once more.
    if feed.loadingCounts == nil {
      feed.beginLoading(counts)
      send(ListWeaver.willLoad, counts)
      feed.endLoading()
    }
    let loaded = makeMap(userCounts: counts)
    feed.setMap(loaded, of: feed.requests.mark)
    notices.append(.change(.reload))
    tellNotices()
  }

  /// The counts that the content's data source gives now, brought into the range that a list takes.
  func currentContentCounts() -> [Int] {
    var room = ListLimits.rows
    return send(ListWeaver.contentCounts).prefix(ListLimits.sections).map { count in
      let rows = max(0, min(count, room))
      room -= rows
      return rows
    }
  }
}

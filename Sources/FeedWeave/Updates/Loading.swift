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
    guard let update = pendingUpdate, !update.isCounted else {
      // A list that counts once more inside an update is being reloaded by a callback.
      pendingUpdate = nil
      load()
      return map
    }
    let after = update.map ?? feedMap()
    pendingUpdate?.map = after
    pendingUpdate?.isCounted = true
    return after
  }

  /// The map after an update in feed space: one that only asks for rows anew keeps to the insertions that are shown, any other
  /// shows what has been asked for.
  private func feedMap() -> InsertionMap {
    let counts = currentContentCounts()
    guard feedBatch.hasChanges else { return map.replacingUserCounts(counts) }
    let after = makeMap(userCounts: counts)
    pendingUpdate?.mark = requests.mark
    return after
  }

  /// Asks the content for its counts, lets the insertions' side place, and puts the map in force by which the list is shown.
  private func load() {
    // What has changed before is told before.
    tellNotices()
    let counts = currentContentCounts()
    // A weaver that is being removed shows none.
    if isBeingRemoved {
      map = makeMap(userCounts: counts)
      return
    }
    // Who is placing, and has the list loaded meanwhile, by another data source for one, is not asked once more.
    if loadingCounts == nil {
      loadingCounts = counts
      send(ListWeaver.willLoad, counts)
      loadingCounts = nil
    }
    map = makeMap(userCounts: counts)
    mapMark = requests.mark
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

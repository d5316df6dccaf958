import Interception
import ListModel
import Placement

/// Loading the list: requesting the content's counts and applying the requested insertions.
extension ListWeaver {
  /// Loads the list if it is not loaded, so that the map is valid.
  func loadList() {
    inFeedSpace { list?.loadIfNeeded() }
  }

  /// Returns the map for the list to count by, which begins to ask for counts: for an update in progress, or else for a
  /// load.
  func countedMap() -> InsertionMap {
    guard let update = pendingUpdate, !update.isCounted else {
      // A second count inside an update means that a callback reloads the list.
      pendingUpdate = nil
      load()
      return map
    }
    let after = update.map ?? feedMap()
    pendingUpdate?.map = after
    pendingUpdate?.isCounted = true
    return after
  }

  /// Returns the map after an update in feed space: with the same insertions after mere reloads, else with the
  /// requested ones.
  private func feedMap() -> InsertionMap {
    let counts = currentContentCounts()
    guard feedBatch.hasChanges else { return map.replacingUserCounts(counts) }
    let after = makeMap(userCounts: counts)
    pendingUpdate?.mark = requests.mark
    return after
  }

  /// Requests the content's counts, lets the inserted provider request insertions, and makes the new map current.
  private func load() {
    // Earlier changes are reported first.
    tellNotices()
    let counts = currentContentCounts()
    // A weaver that is being removed shows no insertions.
    if isBeingRemoved {
      map = makeMap(userCounts: counts)
      return
    }
    // A load during `willLoad`, for example after setting another data source, doesn't send it again.
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

  /// Returns the counts that the content's data source gives now, limited to the range that a list supports.
  func currentContentCounts() -> [Int] {
    var room = ListLimits.rows
    return send(ListWeaver.contentCounts).prefix(ListLimits.sections).map { count in
      let rows = max(0, min(count, room))
      room -= rows
      return rows
    }
  }
}

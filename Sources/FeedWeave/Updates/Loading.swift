import Interception
import ListModel
import Placement

/// Loading the list: requesting the content's counts and applying the requested insertions.
extension ListWeaver {
  /// Loads the list if it is not loaded, so that the map is valid.
  func loadList() {
    if let list { loadList(list) }
  }

  /// Loads the list of this weaver if it is not loaded.
  func loadList(_ list: ListView) {
    if !list.isLoaded { inFeedSpace { list.loadIfNeeded() } }
  }

  /// Returns the map for the list to count by, which begins to ask for counts: for an update in progress, or else for a
  /// load.
  func mapForCounting() -> SharedMap {
    guard let update = feed.pending, case .begun = update.stage else {
      // A second count inside an update means that a callback reloads the list.
      feed.endUpdate()
      load()
      return feed.shown
    }
    if let plan = update.plan {
      feed.count(by: plan.map)
    } else {
      let (map, mark) = feedMap()
      feed.count(by: SharedMap(map), of: mark)
    }
    return feed.counting
  }

  /// Returns the map after an update in feed space: with the same insertions after mere reloads, else with the
  /// requested ones.
  private func feedMap() -> (map: InsertionMap, mark: RequestState?) {
    let counts = currentContentCounts()
    guard feedBatch.hasChanges else { return (map.replacingUserCounts(counts), nil) }
    return (makeMap(userCounts: counts), feed.requests.mark)
  }

  /// Requests the content's counts, lets the inserted provider request insertions, and makes the new map current.
  private func load() {
    // Earlier changes are reported first.
    sendNotices()
    let counts = currentContentCounts()
    // A weaver that is being removed shows no insertions.
    if isBeingRemoved {
      feed.setMap(makeMap(userCounts: counts))
      return
    }
    // A load during `willLoad`, for example after setting another data source, doesn't send it again.
    if feed.loadingCounts == nil {
      feed.beginLoading(counts)
      send(ListWeaver.willLoad, counts)
      feed.endLoading()
    }
    let loaded = makeMap(userCounts: counts)
    feed.setMap(loaded, of: feed.requests.mark)
    notices.append(.change(.reload))
    sendNotices()
  }

  /// Returns the counts that the content's data source gives now, limited to the range that a list supports.
  func currentContentCounts() -> [Int] {
    ListLimits.rowCounts(send(ListWeaver.contentCounts))
  }
}

import Interception
public import ListModel
public import Placement

/// Changing the insertions while the list is shown.
extension ListWeaver {
  /// Shows the requested insertions without a reload: the list makes only the difference.
  ///
  /// Afterwards the list shows what a reload would show. The content provider is not asked for anything, and the
  /// selection is kept. As with every update, a row that is being dragged is released without a drop.
  ///
  /// ```swift
  /// try weaver.insertRows(at: [FeedPath(section: 0, row: 8)])
  /// weaver.removeInsertions([2])
  /// try weaver.updateInsertions()
  /// ```
  ///
  /// - Complexity: O(n log n), for the sections and all insertions; O(sections + n log n) for n rows that have been requested
  ///   since, if nothing else was, and they are below all other insertions of their sections.
  /// - Throws: `ListUpdateError` while the list is being loaded or updated, or a batch is open; then nothing has changed.
  public func updateInsertions() throws(ListUpdateError) {
    // During `willLoad`, the load in progress shows the requested insertions.
    guard list != nil, !isBeingRemoved, feed.loadingCounts == nil else { return }
    loadList()
    try checkCanUpdateInsertions()
    if let (after, rows) = mapAppendingRequests(to: map) {
      let after = SharedMap(after)
      return try updateMap(to: after, by: FeedDifference(deleting: [], inserting: rows, from: feed.shown, to: after))
    }
    let after = makeMap(userCounts: map.userCounts)
    try updateMap(to: after, numbersAreSame: feed.mapRequestState.generation == feed.requests.mark.generation)
  }
}

// MARK: - Showing insertions

/// Showing an exact set of insertions, while the list is shown or about to load.
extension ListWeaver {
  /// Shows exactly the insertions of a map, at their positions in the map.
  ///
  /// An insertion is identified by its number: one that the list already shows keeps its cell and selection, and is not
  /// touched unless content has moved between it and its neighbors. So one update can insert some, delete others and
  /// shift the rest. Requests that are not in the map are withdrawn.
  ///
  /// ```swift
  /// var map = weaver.map
  /// map.removeInsertion(at: FeedPath(section: 0, row: 2))
  /// try map.addInsertion(at: FeedPath(section: 0, row: 6), index: 12)
  /// try weaver.show(map)
  /// ```
  ///
  /// If it is called while the list is about to load, the load shows the map.
  ///
  /// - Complexity: O(n log n), for the sections and all insertions.
  /// - Returns: Whether the list shows them now, or is about to; an aspect on the list's class may prevent it.
  /// - Throws: `ListUpdateError` for a map of other content or with a number that is too large, while the list is being
  ///   loaded or updated, and while a batch is open; then nothing has changed.
  @discardableResult
  public func show(_ map: InsertionMap) throws(ListUpdateError) -> Bool {
    try show(map, numbersBelow: map.rowNumberEnd) {
      FeedDifference(insertionsFrom: $0, to: $1, numbersAreSame: true)
    }
  }

  /// Shows a map that differs from the shown one only by row insertions that the caller knows.
  ///
  /// - Complexity: O(sections + changed insertions).
  /// - Returns: Whether the list shows the map, as for ``show(_:)``.
  package func show(_ map: InsertionMap, changing change: InsertionChange) throws(ListUpdateError) -> Bool {
    guard isLoaded, feed.loadingCounts == nil, feed.isMapOfRequests else { return try show(map) }
    return try show(map, numbersBelow: change.numberEnd) { before, after in
      FeedDifference(deleting: change.deleted, inserting: change.inserted, from: before, to: after)
    }
  }

  private func show(
    _ map: InsertionMap, numbersBelow end: Int,
    by difference: (_ before: SharedMap, _ after: SharedMap) -> FeedDifference
  ) throws(ListUpdateError) -> Bool {
    guard let list, !isBeingRemoved else { return false }
    let isLoading = feed.loadingCounts != nil
    if !isLoading {
      loadList()
      try checkCanUpdateInsertions(by: "show(_:)")
    }
    let generation = (isLoading ? feed.requests.mark : feed.mapRequestState).generation
    let mark = try mark(of: map, numbersBelow: end, generation: generation)
    let former = (feed: feed, updateCount: list.updateCount)
    feed.request(map, mark: mark)
    if isLoading { return true }
    do throws(ListUpdateError) {
      let after = SharedMap(map)
      try updateMap(to: after, by: difference(feed.shown, after))
    } catch {
      if list.updateCount == former.updateCount { feed.restoreRequests(of: former.feed) }
      throw error
    }
    return feed.mapRequestState == mark
  }

  /// Has the list make the difference to a map of the requests.
  func updateMap(to after: InsertionMap, numbersAreSame: Bool) throws(ListUpdateError) {
    let after = SharedMap(after)
    try updateMap(
      to: after, by: FeedDifference(insertionsFrom: feed.shown, to: after, numbersAreSame: numbersAreSame))
  }

  private func updateMap(to after: SharedMap, by difference: FeedDifference) throws(ListUpdateError) {
    guard let list else { return }
    let updates = difference.updates
    guard updates.messageCount > 0 else {
      feed.setMap(after, of: feed.requests.mark)
      return sendNotices()
    }
    try carryOut(PlannedUpdate(map: after, updates: updates), mark: feed.requests.mark) {
      () throws(ListUpdateError) in
      try list.keepingHeights { () throws(ListUpdateError) in
        guard updates.onlyInsertsRows else { return try tell(list, updates, with: .automatic) }
        try list.insert(updates.insertedRows) { () throws(ListUpdateError) in
          try tell(list, updates, with: .automatic)
        }
      }
    }
  }

  /// Throws where a change of the content is refused, and while a content batch is open.
  func checkCanUpdateInsertions(by method: Selector = "updateInsertions()") throws(ListUpdateError) {
    try checkCanUpdate(by: method)
    if contentBatch.isOpen { throw .duringContentBatch(method) }
  }

  /// Returns the mark of the requests for a map whose row numbers are below `end`, and mean what they mean in a generation.
  private func mark(
    of map: InsertionMap, numbersBelow end: Int, generation: Int
  ) throws(ListUpdateError) -> RequestState {
    let counts = feed.loadingCounts ?? self.map.userCounts
    guard map.userCounts == counts else {
      throw .refused(method: "show(_:)", reason: "the map is of \(map.userCounts) rows, and the content has \(counts)")
    }
    let former = feed.requests.mark
    let isNew = generation != former.generation
    let mark = RequestState(
      generation: generation, rows: max(isNew ? 0 : former.rows, end),
      sections: max(isNew ? 0 : former.sections, map.sectionNumberEnd), changes: former.changes + 1)
    guard mark.rows <= RowMap.limit, mark.sections <= RowMap.limit else {
      let number = max(mark.rows, mark.sections) - 1
      throw .refused(method: "show(_:)", reason: "\(number) is too large a number for an insertion")
    }
    return mark
  }
}

/// A change of row insertions, in feed paths.
package struct InsertionChange {
  /// The insertions to delete, by their paths in the map before.
  package var deleted: [FeedPath] = []
  /// The insertions to insert, by their paths in the map after.
  package var inserted: [FeedPath] = []
  /// A number greater than those of all inserted ones.
  package var numberEnd = 0

  /// Makes an empty change.
  package init() {}
}

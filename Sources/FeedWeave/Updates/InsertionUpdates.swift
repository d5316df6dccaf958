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
  /// - Complexity: O(n log n), for the sections and all insertions.
  /// - Throws: `ListUpdateError` while the list is being loaded or updated, or a batch is open; then nothing has changed.
  public func updateInsertions() throws(ListUpdateError) {
    // During `willLoad`, the load in progress shows the requested insertions.
    guard list != nil, feed.loadingCounts == nil else { return }
    loadList()
    try checkCanUpdateInsertions()
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
    guard let list, !isBeingRemoved else { return false }
    if feed.loadingCounts == nil {
      loadList()
      try checkCanUpdateInsertions(by: "show(_:)")
    }
    let shown = feed.loadingCounts == nil ? feed.mapRequestState : feed.requests.mark
    let asked = try requests(for: map, number: shown.generation)
    let former = (feed: feed, updateCount: list.updateCount)
    feed.setRequests(asked)
    guard feed.loadingCounts == nil else { return true }
    do throws(ListUpdateError) {
      try updateMap(to: map, numbersAreSame: true)
    } catch {
      if list.updateCount == former.updateCount { feed.restoreRequests(of: former.feed) }
      throw error
    }
    return feed.mapRequestState == asked.mark
  }

  /// Has the list make the difference to a map of the requests.
  func updateMap(to after: InsertionMap, numbersAreSame: Bool) throws(ListUpdateError) {
    guard let list else { return }
    let updates = FeedDifference(insertionsFrom: map, to: after, numbersAreSame: numbersAreSame).updates
    guard updates.messageCount > 0 else {
      feed.setMap(after, of: feed.requests.mark)
      return tellNotices()
    }
    try carryOut(PlannedUpdate(map: SharedMap(after), updates: updates), mark: feed.requests.mark) {
      () throws(ListUpdateError) in
      try tell(list, updates, with: .automatic)
    }
  }

  /// Throws where a change of the content is refused, and while a content batch is open.
  func checkCanUpdateInsertions(by method: Selector = "updateInsertions()") throws(ListUpdateError) {
    try checkCanUpdate(by: method)
    if contentBatch.isOpen { throw .duringContentBatch(method) }
  }

  /// Returns requests that produce a map, with numbers of the same meaning as in the shown map.
  private func requests(for map: InsertionMap, number generation: Int) throws(ListUpdateError) -> InsertionRequests {
    let counts = feed.loadingCounts ?? self.map.userCounts
    guard map.userCounts == counts else {
      throw .refused(method: "show(_:)", reason: "the map is of \(map.userCounts) rows, and the content has \(counts)")
    }
    let asked = InsertionRequests(showing: map, after: feed.requests.mark, generation: generation)
    guard asked.mark.rows <= RowMap.limit, asked.mark.sections <= RowMap.limit else {
      let number = max(asked.mark.rows, asked.mark.sections) - 1
      throw .refused(method: "show(_:)", reason: "\(number) is too large a number for an insertion")
    }
    return asked
  }
}

extension InsertionRequests {
  /// Makes the requests of a map, at their positions in the map.
  fileprivate init(showing map: InsertionMap, after former: RequestState, generation: Int) {
    let rows = map.rowPositions
    let sections = map.sectionPositions
    let isNew = generation != former.generation
    mark = RequestState(
      generation: generation, rows: max(isNew ? 0 : former.rows, InsertionRequests.end(of: rows.keys)),
      sections: max(isNew ? 0 : former.sections, InsertionRequests.end(of: sections.keys)),
      changes: former.changes + 1)
    self.rows = rows.sorted { $0.key < $1.key }.map { (number: $0.key, position: $0.value) }
    self.sections = sections.sorted { $0.key < $1.key }.map { (number: $0.key, position: $0.value) }
  }

  /// Returns one more than the greatest of the numbers; 0 if there are none.
  private static func end(of numbers: some Sequence<Int>) -> Int {
    let last = numbers.max() ?? -1
    return last == .max ? .max : last + 1
  }
}

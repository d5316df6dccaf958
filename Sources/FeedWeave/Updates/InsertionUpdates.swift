import Interception
public import ListModel
public import Placement

/// Changing what is inserted while the list is shown.
extension ListWeaver {
  /// Shows the insertions that are asked for without a reload: the list is told of the difference and no more.
  ///
  /// Afterwards the list shows what a reload would show. The content side is asked for nothing, and what is selected stays so.
  /// As with every update, a row that is being dragged is let go without a drop.
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
    // Who is placing has what it places shown by the load under way.
    guard list != nil, feed.loadingCounts == nil else { return }
    loadList()
    try checkCanUpdateInsertions()
    let after = makeMap(userCounts: map.userCounts)
    try bringIn(after, areSame: feed.mapMark.generation == feed.requests.mark.generation)
  }
}

// MARK: - Showing insertions

/// Saying exactly what is inserted, while the list is shown or about to load.
extension ListWeaver {
  /// Shows the insertions of a map in the list and no others, each where the map has it.
  ///
  /// An insertion is known by its number: one that the list shows already keeps its cell and its selection, and is not touched
  /// unless content has come between it and its neighbours. So some may come, some go and others make room in one update. What
  /// was asked for and is not in the map is withdrawn.
  ///
  /// ```swift
  /// var map = weaver.map
  /// map.removeInsertion(at: FeedPath(section: 0, row: 2))
  /// try map.addInsertion(at: FeedPath(section: 0, row: 6), index: 12)
  /// try weaver.show(map)
  /// ```
  ///
  /// Called while the list is about to load, it says what is to be loaded.
  ///
  /// - Complexity: O(n log n), for the sections and all insertions.
  /// - Returns: whether the list shows them now, or is about to; an aspect on the list's class may keep it from that.
  /// - Throws: `ListUpdateError` for a map of other content or with a number that is too large, while the list is being loaded or
  ///   updated, and while a batch is open; then nothing has changed.
  @discardableResult
  public func show(_ map: InsertionMap) throws(ListUpdateError) -> Bool {
    guard let list, !isBeingRemoved else { return false }
    if feed.loadingCounts == nil {
      loadList()
      try checkCanUpdateInsertions(by: "show(_:)")
    }
    let shown = feed.loadingCounts == nil ? feed.mapMark : feed.requests.mark
    let asked = try requests(for: map, number: shown.generation)
    let former = (feed: feed, updateCount: list.updateCount)
    feed.setRequests(asked)
    guard feed.loadingCounts == nil else { return true }
    do throws(ListUpdateError) {
      try bringIn(map, areSame: true)
    } catch {
      if list.updateCount == former.updateCount { feed.restoreRequests(of: former.feed) }
      throw error
    }
    return feed.mapMark == asked.mark
  }

  /// Has the list be told of the difference to a map of what is asked for.
  func bringIn(_ after: InsertionMap, areSame: Bool) throws(ListUpdateError) {
    guard let list else { return }
    let difference = FeedDifference(insertionsFrom: map, to: after, areSame: areSame)
    guard difference.updates.messageCount > 0 else {
      feed.setMap(after, of: feed.requests.mark)
      return
    }
    try carryOut(PlannedUpdate(map: after, difference: difference), mark: feed.requests.mark) {
      () throws(ListUpdateError) in
      try tell(list, difference.updates, with: .automatic)
    }
  }

  /// Refuses a change of the insertions where one of the content is refused, and between the lines of the content side's batch.
  func checkCanUpdateInsertions(by method: Selector = "updateInsertions()") throws(ListUpdateError) {
    try checkCanUpdate(by: method)
    if contentBatch.isOpen { throw .duringContentBatch(method) }
  }

  /// Requests that lead to a map, with numbers that mean what they do in what is shown.
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
  /// What is shown by a map, asked for where it stands.
  fileprivate init(showing map: InsertionMap, after former: RequestMark, generation: Int) {
    let rows = map.rowPositions
    let sections = map.sectionPositions
    let isNew = generation != former.generation
    mark = RequestMark(
      generation: generation, rows: max(isNew ? 0 : former.rows, InsertionRequests.end(of: rows.keys)),
      sections: max(isNew ? 0 : former.sections, InsertionRequests.end(of: sections.keys)),
      withdrawals: former.withdrawals + 1)
    self.rows = rows.sorted { $0.key < $1.key }.map { NumberedRequest(number: $0.key, position: $0.value) }
    self.sections = sections.sorted { $0.key < $1.key }.map { NumberedRequest(number: $0.key, position: $0.value) }
  }

  /// The least number above all of some.
  private static func end(of numbers: some Sequence<Int>) -> Int {
    let last = numbers.max() ?? -1
    return last == .max ? .max : last + 1
  }
}

public import Placement

/// Asking for insertions; they appear when the list is next reloaded, or by ``updateInsertions()``.
extension ListWeaver {
  /// Asks for rows at feed positions, beside those asked for before.
  ///
  /// Where a position is taken, the next free one is used. A row that the content does not reach waits until it does.
  ///
  /// - Complexity: O(n log n) for all n that are asked for, so that many are better asked for at once.
  /// - Returns: where each landed, in the order asked.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is asked for.
  @discardableResult
  public func insertRows(at paths: [FeedPath]) throws(PlacementError) -> [Insertion<FeedPath>] {
    var asked = feed.followedRequests()
    asked.ask(rows: paths)
    let resolved = try resolve(asked, userCounts: feed.loadingCounts ?? map.userCounts)
    feed.setRequests(asked)
    return Array(resolved.rows.suffix(paths.count))
  }

  /// Asks for sections at feed positions, beside those asked for before; they have the rows that are inserted into them.
  ///
  /// - Complexity: O(n log n) for all n that are asked for, so that many are better asked for at once.
  /// - Returns: where each landed, in the order asked.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is asked for.
  @discardableResult
  public func insertSections(at sections: [Int]) throws(PlacementError) -> [Insertion<Int>] {
    var asked = feed.followedRequests()
    asked.ask(sections: sections)
    let resolved = try resolve(asked, userCounts: feed.loadingCounts ?? map.userCounts)
    feed.setRequests(asked)
    return Array(resolved.sections.suffix(sections.count))
  }

  /// Withdraws all that was asked for; what stands in the list stays until it is reloaded or the insertions are updated.
  public func removeAllInsertions() {
    feed.withdrawAll()
  }

  /// Withdraws rows by their numbers, and leaves the others where they are asked for; no number is given again.
  ///
  /// What stands in the list stays until it is reloaded or the insertions are updated.
  ///
  /// - Complexity: O(insertions).
  public func removeInsertions(_ numbers: some Sequence<Int>) {
    feed.withdraw(rows: Set(numbers))
  }

  /// Asks for rows at other positions than so far, by their numbers.
  func ask(rowsElsewhere positions: [Int: FeedPath]) {
    feed.ask(rowsElsewhere: positions)
  }
}

/// Making maps of what is asked for.
extension ListWeaver {
  /// The map of content with these counts and what is asked for, and where each landed.
  fileprivate func resolve(
    _ asked: InsertionRequests, userCounts: [Int]
  ) throws(PlacementError) -> ResolvedInsertions {
    try InsertionMap.resolve(userCounts: userCounts, numberedRows: asked.rows, numberedSections: asked.sections)
  }

  /// The map of content with these counts and all that is asked for.
  func makeMap(userCounts: [Int]) -> InsertionMap {
    if isBeingRemoved { return InsertionMap.empty.replacingUserCounts(userCounts) }
    // What has gone with its content, and nothing else, has changed: it stays as it is.
    if feed.insertionsMovedWithContent, feed.isMapOfRequests { return map.replacingUserCounts(userCounts) }
    do throws(PlacementError) {
      return try resolve(feed.followedRequests(), userCounts: userCounts).map
    } catch {
      // Requests were checked when they were made, so it is the counts.
      fatalError("the data source's counts cannot be shown: \(error)")
    }
  }
}

extension InsertionMap {
  /// The map of a list that has not been loaded.
  static var empty: InsertionMap {
    do throws(PlacementError) {
      return try InsertionMap()
    } catch {
      preconditionFailure("a map of nothing is refused: \(error)")
    }
  }

  /// The map with other counts of content.
  func replacingUserCounts(_ counts: [Int]) -> InsertionMap {
    var map = self
    do throws(PlacementError) {
      try map.setUserCounts(counts)
    } catch {
      fatalError("the data source's counts cannot be shown: \(error)")
    }
    return map
  }
}

public import Placement

/// Requesting insertions.
///
/// They appear when the list is next reloaded, or with ``updateInsertions()``.
extension ListWeaver {
  /// Requests insertions of rows at feed positions, in addition to earlier requests.
  ///
  /// Where a position is taken, the next free one is used. A row at a position beyond the end of the content is not
  /// shown until the content reaches it.
  ///
  /// - Complexity: O(log n) for each row, and O(rows that are asked for after it in its section) with a small factor; O(n
  ///   log n) for the first after insertions have been withdrawn or content has moved them.
  /// - Returns: The resulting positions, in the order of the requests.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is requested.
  @discardableResult
  public func insertRows(at paths: [FeedPath]) throws(PlacementError) -> [Insertion<FeedPath>] {
    if let placed = feed.place(rows: paths) { return placed }
    // Placed with all others, so that the error names the first position that cannot be taken.
    return Array(try request { $0.ask(rows: paths) }.rows.suffix(paths.count))
  }

  /// Requests insertions of sections at feed positions, in addition to earlier requests.
  ///
  /// Inserted sections have only the rows that are inserted into them.
  ///
  /// - Complexity: O(n log n), for all n requested insertions, so request many at once.
  /// - Returns: The resulting positions, in the order of the requests.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is requested.
  @discardableResult
  public func insertSections(at sections: [Int]) throws(PlacementError) -> [Insertion<Int>] {
    Array(try request { $0.ask(sections: sections) }.sections.suffix(sections.count))
  }

  /// Adds requests, and returns the positions of all insertions; requests nothing if a position is refused.
  private func request(
    _ ask: (inout InsertionRequests) -> Void
  ) throws(PlacementError) -> ResolvedInsertions {
    var asked = feed.followedRequests()
    ask(&asked)
    let resolved = try resolve(asked, userCounts: feed.loadingCounts ?? map.userCounts)
    feed.setRequests(asked)
    return resolved
  }

  /// Withdraws all requests for insertions.
  ///
  /// Insertions in the list stay until it is reloaded or the insertions are updated.
  public func removeAllInsertions() {
    feed.withdrawAll()
  }

  /// Withdraws the requests for rows by their numbers.
  ///
  /// Other requests keep their positions; no number is used again.
  ///
  /// Insertions in the list stay until it is reloaded or the insertions are updated.
  ///
  /// - Complexity: O(insertions).
  public func removeInsertions(_ numbers: some Sequence<Int>) {
    feed.withdraw(rows: Set(numbers))
  }

  /// Withdraws the requests for sections by their numbers, and the requests for the rows in these sections.
  ///
  /// A section's number is its index in the order of the requests; the map tells it by `sectionInsertionIndex(at:)`.
  /// Other rows stay in their sections, though the numbers of these change. Other inserted sections keep their
  /// positions in the feed; no number is used again.
  ///
  /// Insertions in the list stay until it is reloaded or the insertions are updated. Then the inserted provider is
  /// notified of the rows that were withdrawn with their sections, by `weaver(_:didDropRows:)`.
  ///
  /// ```swift
  /// try weaver.insertSections(at: [2, 5])
  /// try weaver.insertRows(at: [FeedPath(section: 2, row: 0), FeedPath(section: 3, row: 1)])
  /// weaver.removeInsertedSections([0])
  /// try weaver.updateInsertions()
  /// // Row 0 is dropped with its section; row 1 is in section 2, the former section 3.
  /// ```
  ///
  /// - Complexity: O(n log n), for all n requested insertions.
  public func removeInsertedSections(_ numbers: some Sequence<Int>) {
    feed.withdraw(sections: Set(numbers))
  }

  /// Changes the requested positions of rows, by their numbers.
  func ask(rowsElsewhere positions: [Int: FeedPath]) {
    feed.ask(rowsElsewhere: positions)
  }
}

/// Making maps of the requests.
extension ListWeaver {
  /// Resolves requests in content with these counts: the map, and the position of each insertion.
  fileprivate func resolve(
    _ asked: InsertionRequests, userCounts: [Int]
  ) throws(PlacementError) -> ResolvedInsertions {
    try InsertionMap.resolve(userCounts: userCounts, numberedRows: asked.rows, numberedSections: asked.sections)
  }

  /// Returns the map of content with these counts and all requested insertions.
  func makeMap(userCounts: [Int]) -> InsertionMap {
    if isBeingRemoved { return InsertionMap.empty.replacingUserCounts(userCounts) }
    // Nothing has been asked for or withdrawn since the map was made, so insertions stay where they are in it.
    if feed.isMapOfRequests { return map.replacingUserCounts(userCounts) }
    if let map = feed.mapOfRequests { return map.replacingUserCounts(userCounts) }
    if let appended = mapAppendingRequests(to: map.replacingUserCounts(userCounts)) { return appended.map }
    do throws(PlacementError) {
      return try resolve(feed.followedRequests(), userCounts: userCounts).map
    } catch {
      // Requests were checked when they were made, so the counts are invalid.
      fatalError("the data source's counts cannot be shown: \(error)")
    }
  }
}

extension ListWeaver {
  /// Returns a map with the rows that have been asked for since it was made, and the paths of those that it shows.
  ///
  /// Nil if something else was asked for, or if one of them is not below all insertions of its section, so that others
  /// have to make room.
  ///
  /// - Complexity: O(new rows log new rows).
  func mapAppendingRequests(to map: InsertionMap) -> (map: InsertionMap, shown: [FeedPath])? {
    feed.rowsAskedSince.flatMap { map.appending(Array($0)) }
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

  /// Returns the map with other row counts of the content.
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

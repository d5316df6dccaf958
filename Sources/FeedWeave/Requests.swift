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
  /// - Complexity: O(n log n), for all n requested insertions, so request many at once.
  /// - Returns: The resulting positions, in the order of the requests.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is requested.
  @discardableResult
  public func insertRows(at paths: [FeedPath]) throws(PlacementError) -> [Insertion<FeedPath>] {
    followContent()
    var asked = requests
    asked.ask(rows: paths)
    let resolved = try resolve(asked, userCounts: loadingCounts ?? map.userCounts)
    requests = asked
    return Array(resolved.rows.suffix(paths.count))
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
    followContent()
    var asked = requests
    asked.ask(sections: sections)
    let resolved = try resolve(asked, userCounts: loadingCounts ?? map.userCounts)
    requests = asked
    return Array(resolved.sections.suffix(sections.count))
  }

  /// Withdraws all requests for insertions.
  ///
  /// Insertions in the list stay until it is reloaded or the insertions are updated.
  public func removeAllInsertions() {
    requests.withdrawAll()
  }

  /// Withdraws the requests for rows by their numbers.
  ///
  /// Other requests keep their positions; no number is used again.
  ///
  /// Insertions in the list stay until it is reloaded or the insertions are updated.
  ///
  /// - Complexity: O(insertions).
  public func removeInsertions(_ numbers: some Sequence<Int>) {
    followContent()
    requests.withdraw(rows: Set(numbers))
  }

  /// Changes the requested positions of rows, by their numbers.
  func ask(rowsElsewhere positions: [Int: FeedPath]) {
    followContent()
    requests.ask(rowsElsewhere: positions)
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
    // Only content has moved insertions since the map was made, so they stay in the map.
    if haveTravelled, requests.mark == mapMark { return map.replacingUserCounts(userCounts) }
    followContent()
    do throws(PlacementError) {
      return try resolve(requests, userCounts: userCounts).map
    } catch {
      // Requests were checked when they were made, so the counts are invalid.
      fatalError("the data source's counts cannot be shown: \(error)")
    }
  }

  /// Moves requests to the current positions of insertions that have moved with their content, so that a reload keeps
  /// them there.
  private func followContent() {
    guard haveTravelled else { return }
    requests.follow(map, shown: mapMark)
    haveTravelled = false
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

/// The requested insertions, in the order of the requests, each with its number.
struct InsertionRequests {
  var rows: [NumberedRequest<FeedPath>] = []
  var sections: [NumberedRequest<Int>] = []
  /// The state of the requests, for comparing two times.
  var mark = RequestMark()

  mutating func ask(rows paths: [FeedPath]) {
    for path in paths {
      rows.append(NumberedRequest(number: mark.rows, position: path))
      mark.rows += 1
    }
  }

  mutating func ask(sections numbers: [Int]) {
    for section in numbers {
      sections.append(NumberedRequest(number: mark.sections, position: section))
      mark.sections += 1
    }
  }

  mutating func withdrawAll() {
    self = InsertionRequests(mark: RequestMark(generation: mark.generation + 1))
  }

  mutating func withdraw(rows numbers: Set<Int>) {
    rows.removeAll { numbers.contains($0.number) }
    mark.withdrawals += 1
  }

  /// Changes the requested positions of rows, by their numbers.
  mutating func ask(rowsElsewhere positions: [Int: FeedPath]) {
    rows = rows.map { NumberedRequest(number: $0.number, position: positions[$0.number] ?? $0.position) }
  }

  /// Moves requests to their positions in `map`, which showed the requests of `shown`; drops those no longer in it.
  mutating func follow(_ map: InsertionMap, shown: RequestMark) {
    // Withdrawn insertions stay in the list until it is reloaded, but are not requested any more.
    guard shown.generation == mark.generation else { return }
    rows = InsertionRequests.follow(rows, map.rowPositions, below: shown.rows)
    sections = InsertionRequests.follow(sections, map.sectionPositions, below: shown.sections)
  }

  private static func follow<Position>(
    _ requests: [NumberedRequest<Position>], _ positions: [Int: Position], below count: Int
  ) -> [NumberedRequest<Position>] {
    requests.compactMap { request in
      guard request.number < count else { return request }
      return positions[request.number].map { NumberedRequest(number: request.number, position: $0) }
    }
  }
}

/// A state of the requests, which tells whether anything was requested or withdrawn between two times.
struct RequestMark: Equatable {
  /// How often all requests were withdrawn.
  ///
  /// Numbering begins again each time.
  var generation = 0
  /// The count of numbers given to rows.
  var rows = 0
  /// The count of numbers given to sections.
  var sections = 0
  /// How often single requests were withdrawn.
  var withdrawals = 0
}

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
    followContent()
    var asked = requests
    asked.ask(rows: paths)
    let resolved = try resolve(asked, userCounts: loadingCounts ?? map.userCounts)
    requests = asked
    return Array(resolved.rows.suffix(paths.count))
  }

  /// Asks for sections at feed positions, beside those asked for before; they have the rows that are inserted into them.
  ///
  /// - Complexity: O(n log n) for all n that are asked for, so that many are better asked for at once.
  /// - Returns: where each landed, in the order asked.
  /// - Throws: `PlacementError` for a position that is negative or too large; then nothing is asked for.
  @discardableResult
  public func insertSections(at sections: [Int]) throws(PlacementError) -> [Insertion<Int>] {
    followContent()
    var asked = requests
    asked.ask(sections: sections)
    let resolved = try resolve(asked, userCounts: loadingCounts ?? map.userCounts)
    requests = asked
    return Array(resolved.sections.suffix(sections.count))
  }

  /// Withdraws all that was asked for; what stands in the list stays until it is reloaded or the insertions are updated.
  public func removeAllInsertions() {
    requests.withdrawAll()
  }

  /// Withdraws rows by their numbers, and leaves the others where they are asked for; no number is given again.
  ///
  /// What stands in the list stays until it is reloaded or the insertions are updated.
  ///
  /// - Complexity: O(insertions).
  public func removeInsertions(_ numbers: some Sequence<Int>) {
    followContent()
    requests.withdraw(rows: Set(numbers))
  }

  /// Asks for rows at other positions than so far, by their numbers.
  func ask(rowsElsewhere positions: [Int: FeedPath]) {
    followContent()
    requests.ask(rowsElsewhere: positions)
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
    if haveTravelled, requests.mark == mapMark { return map.replacingUserCounts(userCounts) }
    followContent()
    do throws(PlacementError) {
      return try resolve(requests, userCounts: userCounts).map
    } catch {
      // Requests were checked when they were made, so it is the counts.
      fatalError("the data source's counts cannot be shown: \(error)")
    }
  }

  /// Has insertions that have gone with their content be asked for where they have come to stand, so that a reload leaves them
  /// there.
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

/// What has been asked to be inserted, in the order asked, each under its number.
struct InsertionRequests {
  var rows: [NumberedRequest<FeedPath>] = []
  var sections: [NumberedRequest<Int>] = []
  /// How much has been asked for and withdrawn.
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

  /// Asks for rows at other positions, by their numbers.
  mutating func ask(rowsElsewhere positions: [Int: FeedPath]) {
    rows = rows.map { NumberedRequest(number: $0.number, position: positions[$0.number] ?? $0.position) }
  }

  /// Asks for insertions where they have come to stand in a map that showed what was asked for at a mark, and for what is no
  /// longer in it not at all.
  mutating func follow(_ map: InsertionMap, shown: RequestMark) {
    // What has been withdrawn stands in the list until it is reloaded, but is not asked for any more.
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

/// How much has been asked for and withdrawn at a time, so that two times can be told apart.
struct RequestMark: Equatable {
  /// How often all has been withdrawn, since numbers of requests mean others from then on.
  var generation = 0
  /// The numbers given to rows.
  var rows = 0
  /// The numbers given to sections.
  var sections = 0
  /// How often some have been withdrawn.
  var withdrawals = 0
}

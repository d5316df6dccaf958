public import Placement

/// What has been asked to be inserted, in the order asked.
struct InsertionRequests {
  var rows: [FeedPath] = []
  var sections: [Int] = []
  /// How often all has been withdrawn, since numbers of requests mean others from then on.
  var generation = 0
}

/// Asking for insertions; they appear when the list is next reloaded.
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
    var asked = requests
    asked.rows += paths
    let resolved = try resolve(asked)
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
    var asked = requests
    asked.sections += sections
    let resolved = try resolve(asked)
    requests = asked
    return Array(resolved.sections.suffix(sections.count))
  }

  /// Withdraws all that was asked for; what stands in the list stays until it is reloaded.
  public func removeAllInsertions() {
    requests = InsertionRequests(generation: requests.generation + 1)
  }

  private func resolve(_ asked: InsertionRequests) throws(PlacementError) -> ResolvedInsertions {
    try InsertionMap.resolve(
      userCounts: loadingCounts ?? map.userCounts, rows: asked.rows, sections: asked.sections)
  }

  /// The map of content with these counts and all that is asked for.
  func makeMap(userCounts: [Int]) -> InsertionMap {
    do throws(PlacementError) {
      return try InsertionMap(userCounts: userCounts, rows: requests.rows, sections: requests.sections)
    } catch {
      // Requests were checked when they were made, so it is the counts.
      preconditionFailure("the data source's counts cannot be shown: \(error)")
    }
  }

  /// Has anchored insertions be asked for where they have come to stand, so that a reload leaves them there.
  func followContent(inUserSections sections: [Int]) {
    // What has been withdrawn stands in the list until it is reloaded, but is not asked for any more.
    guard policy == .anchored, mapGeneration == requests.generation else { return }
    for section in Set(sections).compactMap({ feedSection($0) }) {
      for row in map.insertedRows(inFeedSection: section) {
        let path = FeedPath(section: section, row: row)
        if let index = map.insertionIndex(at: path) { requests.rows[index] = path }
      }
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
}

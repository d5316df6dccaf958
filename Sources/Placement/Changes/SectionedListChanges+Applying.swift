extension SectionedListChanges {
  /// The new list, made of the old one: what comes and what has new content is taken from the new one.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``PlacementError`` if the changes are not between lists of these lengths.
  public func applying<Model, Row>(
    to old: [ListSection<Model, Row>], elementsFrom new: [ListSection<Model, Row>]
  ) throws(PlacementError) -> [ListSection<Model, Row>] {
    let rows = try rowOrigins(oldCounts: old.map(\.rows.count), newCounts: new.map(\.rows.count))
    return zip(new, rows).map { section, rows in
      guard let rows else { return section }
      let values = zip(rows.origins, section.rows).map { origin, row in
        origin.map { old[$0.section].rows[$0.row] } ?? row
      }
      return ListSection(old[rows.section].model, rows: values)
    }
  }

  /// The old section that a new one was, and for each of its rows the old place; nil for what comes anew.
  private typealias SectionOrigin = (section: Int, origins: [FeedPath?])

  /// Where the rows of each new section come from; nil for a section that comes, or has new content.
  private func rowOrigins(oldCounts: [Int], newCounts: [Int]) throws(PlacementError) -> [SectionOrigin?] {
    let sectionOrigins = try sections.origins(oldCount: oldCounts.count, newCount: newCounts.count)
    let taken = Set(rows.deletes).union(rows.moves.map(\.from))
    let reloaded = Set(rows.reloads)
    for path in taken.union(reloaded) {
      try path.check(within: oldCounts, for: self.rows.operation(takingFrom: path))
    }
    let given = try givenRows(newCounts: newCounts)
    var origins: [SectionOrigin?] = []
    for (section, origin) in sectionOrigins.enumerated() {
      guard let origin else {
        origins.append(nil)
        continue
      }
      let paths = (0..<oldCounts[origin]).lazy.map { FeedPath(section: origin, row: $0) }
      let staying = paths.filter { !taken.contains($0) }.map { reloaded.contains($0) ? nil : $0 }
      let rows = try Arrangement.origins(
        staying: Array(staying), given: given[section], count: newCounts[section], section: section)
      origins.append((origin, rows))
    }
    return origins
  }

  /// For each new section the rows that come and move there, ascending.
  private func givenRows(newCounts: [Int]) throws(PlacementError) -> [[Arrangement.Given<FeedPath>]] {
    var given = [[Arrangement.Given<FeedPath>]](repeating: [], count: newCounts.count)
    let inserts = rows.inserts.map { (path: $0, origin: FeedPath?.none) }
    for (path, origin) in inserts + rows.moves.map({ (path: $0.to, origin: $0.from) }) {
      try path.check(within: newCounts, for: origin == nil ? .insert : .moveTo)
      given[path.section].append((path.row, origin))
    }
    return given.map { $0.sorted { $0.place < $1.place } }
  }
}

extension FeedPath {
  /// Refuses an operation on a row that a list with so many rows in its sections does not have.
  fileprivate func check(
    within counts: [Int], for operation: @autoclosure () -> PlacementError.Operation
  ) throws(PlacementError) {
    guard counts.indices.contains(section) else {
      throw .sectionOutOfRange(section, row: row, count: counts.count, operation: operation())
    }
    guard row >= 0, row < counts[section] else {
      throw .rowOutOfRange(row, section: section, count: counts[section], operation: operation())
    }
  }
}

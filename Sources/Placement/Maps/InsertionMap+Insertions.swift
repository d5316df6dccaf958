extension InsertionMap {
  /// Returns whether a feed row is inserted; false outside the feed.
  public func isInserted(_ path: FeedPath) -> Bool { insertionIndex(at: path) != nil }

  /// Returns the caller's number of the insertion at a feed row; nil for content, and outside the feed.
  public func insertionIndex(at path: FeedPath) -> Int? {
    guard rows.indices.contains(path.section) else { return nil }
    return rows.with(path.section) { section in
      guard let rank = section.map.insertionRank(atFeed: path.row) else { return nil }
      return section.indices[rank]
    }
  }

  /// Returns whether a feed section is inserted; false outside the feed.
  public func isInserted(feedSection section: Int) -> Bool { sectionInsertionIndex(at: section) != nil }

  /// Returns the caller's number of an inserted feed section; nil for content, and outside the feed.
  public func sectionInsertionIndex(at section: Int) -> Int? {
    sections.insertionRank(atFeed: section).map { sectionIndices[$0] }
  }

  /// Returns the visible inserted rows of a feed section, ascending; none outside the feed.
  /// - Complexity: O(insertions of the section).
  public func insertedRows(inFeedSection section: Int) -> [Int] {
    rows.indices.contains(section) ? Array(rows[section].map.visibleInsertions) : []
  }

  /// The visible inserted sections, ascending.
  /// - Complexity: O(inserted sections).
  public var insertedSections: [Int] { Array(sections.visibleInsertions) }

  /// The caller's numbers of the row insertions that wait for content, by position.
  /// - Complexity: O(sections + waiting insertions).
  public var waitingRowInsertions: [Int] {
    rows.flatMap { $0.callerIndices[$0.map.visibleCount...] } + waiting.flatMap { $0.rows.callerIndices }
  }

  /// The caller's numbers of the section insertions that wait for content, by position.
  /// - Complexity: O(waiting insertions).
  public var waitingSectionInsertions: [Int] {
    (sections.visibleCount..<sections.insertionCount).map { sectionIndices[$0] }
  }
}

// MARK: - Resolution

/// A map, and the requested and actual position of each insertion, in the order of the requests.
public struct ResolvedInsertions: Hashable, Sendable {
  /// The map with the insertions in it.
  public var map: InsertionMap
  /// The row insertions in the caller's order.
  public var rows: [Insertion<FeedPath>]
  /// The section insertions in the caller's order.
  public var sections: [Insertion<Int>]
}

extension InsertionMap {
  /// Makes a map with insertions at feed positions, and returns it with the actual position of each.
  ///
  /// Requests are processed by position, equal ones in the caller's order; if a position is taken, the next free one is
  /// used. Row requests name feed sections, which include inserted ones. Insertions that the content does not reach are
  /// kept and wait for content.
  /// - Complexity: O(*n* log *n*), where *n* is the number of insertions and sections.
  /// - Throws: ``PlacementError`` for counts and positions that are negative or too large.
  public static func resolve(
    userCounts: [Int], rows: [FeedPath] = [], sections: [Int] = []
  ) throws(PlacementError) -> ResolvedInsertions {
    try resolve(
      userCounts: userCounts,
      numberedRows: rows.enumerated().map { (number: $0, position: $1) },
      numberedSections: sections.enumerated().map { (number: $0, position: $1) })
  }

  /// Makes a map with insertions that have distinct numbers chosen by the caller.
  package static func resolve(
    userCounts: [Int], numberedRows rows: [NumberedRequest<FeedPath>], numberedSections sections: [NumberedRequest<Int>]
  ) throws(PlacementError) -> ResolvedInsertions {
    let limits = 0...RowMap.limit
    let placedSections = try place(
      sections, from: 0, isValid: { limits ~= $0 }, next: { $0 + 1 }, fault: PlacementError.invalidSectionRequest)
    let placedRows = try place(
      rows, from: FeedPath(section: 0, row: 0), isValid: { limits ~= $0.section && limits ~= $0.row },
      next: { FeedPath(section: $0.section, row: $0.row + 1) }, fault: PlacementError.invalidRequest)
    var map = try InsertionMap()
    map.sections = try RowMap(contentCount: userCounts.count, insertions: placedSections.map(\.position))
    map.sectionIndices = CallerIndices(placedSections.map(\.number))
    map.waiting = try waitingRows(placedRows)
    try map.arrange(
      userSections: ContiguousArray(
        userCounts.map { count throws(PlacementError) in try SectionRows(contentCount: count) }))
    return ResolvedInsertions(
      map: map,
      rows: inCallerOrder(placedRows, requested: rows),
      sections: inCallerOrder(placedSections, requested: sections))
  }
}

extension InsertionMap {
  /// An insertion's actual position, its number from the caller, and its index in the caller's order.
  private struct Placed<Position> {
    var position: Position
    var number: Int
    var order: Int
  }

  /// Places requests in order, each at its position or the next free one.
  private static func place<Position: Comparable>(
    _ requests: [NumberedRequest<Position>], from first: Position, isValid: (Position) -> Bool,
    next: (Position) -> Position, fault: (Position) -> PlacementError
  ) throws(PlacementError) -> [Placed<Position>] {
    var free = first
    var placed: [Placed<Position>] = []
    let ordered = requests.enumerated().sorted { ($0.1.position, $0.1.number) < ($1.1.position, $1.1.number) }
    for (order, request) in ordered {
      let position = max(request.position, free)
      guard isValid(request.position), isValid(position) else { throw fault(request.position) }
      placed.append(Placed(position: position, number: request.number, order: order))
      free = next(position)
    }
    return placed
  }

  private static func waitingRows(_ placed: [Placed<FeedPath>]) throws(PlacementError) -> [WaitingRows] {
    var waiting: [WaitingRows] = []
    var start = 0
    while start < placed.count {
      let section = placed[start].position.section
      let end = placed[start...].firstIndex { $0.position.section != section } ?? placed.count
      let map = try RowMap(contentCount: 0, insertions: placed[start..<end].map(\.position.row))
      let indices = CallerIndices(placed[start..<end].map(\.number))
      waiting.append(WaitingRows(section: section, rows: SectionRows(map: map, indices: indices)))
      start = end
    }
    return waiting
  }

  private static func inCallerOrder<Position>(
    _ placed: [Placed<Position>], requested: [NumberedRequest<Position>]
  ) -> [Insertion<Position>] {
    var insertions = requested.map { Insertion(requested: $0.position, resolved: $0.position) }
    for one in placed { insertions[one.order].resolved = one.position }
    return insertions
  }
}

/// A request for an insertion under a caller's number: at a feed path for a row, at a feed section for a section.
package typealias NumberedRequest<Position> = (number: Int, position: Position)

extension InsertionMap {
  /// The positions of all row insertions, visible or waiting, by the caller's number.
  /// - Complexity: O(insertions).
  package var rowPositions: [Int: FeedPath] {
    var positions: [Int: FeedPath] = [:]
    let waitingRows = waiting.map { (section: $0.section, rows: $0.rows) }
    for (section, rows) in rows.enumerated().map({ (section: $0, rows: $1) }) + waitingRows {
      for (rank, row) in rows.map.positions.enumerated() {
        positions[rows.indices[rank]] = FeedPath(section: section, row: row)
      }
    }
    return positions
  }

  /// The positions of all section insertions, visible or waiting, by the caller's number.
  /// - Complexity: O(inserted sections).
  package var sectionPositions: [Int: Int] {
    var positions: [Int: Int] = [:]
    for (rank, section) in sections.positions.enumerated() { positions[sectionIndices[rank]] = section }
    return positions
  }

  /// The number of visible row insertions of each feed section.
  /// - Complexity: O(sections).
  package var visibleInsertionCounts: [Int] { rows.values { $0.map.visibleCount } }

  /// The number of all insertions, visible or waiting.
  /// - Complexity: O(sections).
  package var insertionCount: Int {
    rows.values { $0.map.insertionCount }.reduce(0, +) + waiting.reduce(0) { $0 + $1.rows.map.insertionCount }
      + sections.insertionCount
  }

  /// A number greater than those of all row insertions.
  /// - Complexity: O(insertions).
  package var rowNumberEnd: Int {
    (rows.values { $0.numberEnd } + waiting.map { $0.rows.numberEnd }).max() ?? 0
  }

  /// A number greater than those of all section insertions.
  /// - Complexity: O(inserted sections).
  package var sectionNumberEnd: Int {
    sectionIndices.end(count: sections.insertionCount)
  }

  /// Returns the map with more row insertions, and the paths of those that it shows.
  ///
  /// Nil if one of them is not below all insertions of its section, or if insertions are hidden there.
  /// - Complexity: O(sections + *n* log *n*) for *n* new insertions.
  package func appending(_ new: [NumberedRequest<FeedPath>]) -> (map: InsertionMap, shown: [FeedPath])? {
    var map = self
    var shown: [FeedPath] = []
    var rest = new.sorted { ($0.position, $0.number) < ($1.position, $1.number) }[...]
    while let first = rest.first?.position {
      let section = first.section
      guard rows.indices.contains(section), first.row >= 0 else { return nil }
      let isBelow = rows.with(section) { $0.map.heldCount == 0 && first.row > $0.lastPosition }
      guard isBelow else { return nil }
      let end = rest.firstIndex { $0.position.section != section } ?? rest.endIndex
      guard let places = map.rows[section].append(rest[..<end].map { (row: $0.position.row, number: $0.number) }) else {
        return nil
      }
      shown += places.map { FeedPath(section: section, row: $0) }
      rest = rest[end...]
    }
    return (map, shown)
  }

  /// Returns the path of the insertion with a number that precedes a content row; nil if it is not shown.
  /// - Complexity: O(log insertions + insertions before the same row).
  package func feedPath(ofInsertion number: Int, before content: UserPath) -> FeedPath? {
    guard let end = feedPath(for: content) else { return nil }
    for row in (0..<end.row).reversed() {
      let path = FeedPath(section: end.section, row: row)
      guard let other = insertionIndex(at: path) else { return nil }
      if other == number { return path }
    }
    return nil
  }

  /// Returns the number of visible row insertions of a feed section.
  package func insertedRowCount(inFeedSection section: Int) -> Int {
    rows.indices.contains(section) ? rows.with(section) { $0.map.visibleCount } : 0
  }

  /// Whether a feed section has the same rows and insertions, with the same numbers, as a section of another map.
  /// - Complexity: O(1) for sections that share their storage; else O(insertions of the section).
  package func hasRows(inFeedSection section: Int, sameAs other: InsertionMap, inFeedSection otherSection: Int) -> Bool
  {
    rows.with(section) { one in other.rows.with(otherSection) { one.isSame(as: $0) } }
  }

  /// Returns the row and the caller's number of a feed section's visible row insertion, by its rank among them.
  /// - Precondition: the section has such an insertion.
  package func insertedRow(ofRank rank: Int, inFeedSection section: Int) -> (row: Int, number: Int) {
    rows.with(section) { (row: $0.map.position(ofRank: rank), number: $0.indices[rank]) }
  }
}

// MARK: - Arranging

extension InsertionMap {
  /// Returns the rows of the user sections in order, and those of the inserted sections by rank.
  mutating func removeSectionRows() -> (content: ContiguousArray<SectionRows>, inserted: [SectionRows?]) {
    if sections.insertionCount == 0 { return (rows.all, []) }
    var waitingRows: [Int: SectionRows] = [:]
    for one in waiting { waitingRows[one.section] = one.rows }
    let inserted = Array(sections.positions).map { [rows] position in
      position < rows.count ? rows[position] : waitingRows[position]
    }
    let taken = Set(sections.positions)
    waiting.removeAll { taken.contains($0.section) }
    let content = rows.indices.filter { sections.insertionRank(atFeed: $0) == nil }.map { rows[$0] }
    return (ContiguousArray(content), inserted)
  }

  /// Recomputes the rows of all feed sections after the sections have changed.
  ///
  /// Rows that were waiting for a section are added to it, and rows of a section that no longer exists wait.
  /// - Complexity: O(sections + insertions that start or stop waiting for a section).
  mutating func arrange(
    userSections: ContiguousArray<SectionRows>, insertedSections: [SectionRows?] = []
  ) throws(PlacementError) {
    var arranged = try rowsInFeedOrder(userSections, insertedSections)
    for one in waiting where one.section < arranged.count { try arranged[one.section].adopt(one.rows) }
    rows = SectionTable(arranged)
    waiting = try stillWaiting(insertedSections)
    assert(checkInvariants())
  }

  /// Returns the rows of all feed sections in order; inserted sections without known rows are empty.
  private func rowsInFeedOrder(
    _ userSections: ContiguousArray<SectionRows>, _ insertedSections: [SectionRows?]
  ) throws(PlacementError) -> ContiguousArray<SectionRows> {
    if sections.insertionCount == 0 { return userSections }
    var ordered: ContiguousArray<SectionRows> = []
    ordered.reserveCapacity(sections.feedCount)
    for section in 0..<sections.feedCount {
      if let user = sections.userRow(forFeed: section) {
        ordered.append(userSections[user])
      } else {
        let rank = sections.insertionRank(atFeed: section) ?? 0
        let known = rank < insertedSections.count ? insertedSections[rank] : nil
        if let known { ordered.append(known) } else { ordered.append(try SectionRows(contentCount: 0)) }
      }
    }
    return ordered
  }

  /// Returns the rows that still wait, and those of inserted sections that wait themselves, ordered by section.
  private func stillWaiting(_ insertedSections: [SectionRows?]) throws(PlacementError) -> [WaitingRows] {
    var rest = waiting.filter { $0.section >= rows.count }
    for rank in sections.visibleCount..<max(sections.visibleCount, insertedSections.count) {
      guard let rows = insertedSections[rank], rows.map.insertionCount > 0 else { continue }
      // If rows wait already for the number of a waiting section, they belong to that section.
      let position = sections.position(ofRank: rank)
      if let index = rest.firstIndex(where: { $0.section == position }) {
        try rest[index].rows.adopt(rows)
      } else {
        rest.append(WaitingRows(section: position, rows: rows))
      }
    }
    for index in rest.indices { try rest[index].rows.map.setContentCount(0) }
    return rest.sorted { $0.section < $1.section }
  }

  /// Returns whether sections, rows and waiting rows are consistent.
  func checkInvariants() -> Bool {
    sections.checkInvariants() && rows.count == sections.feedCount
      && rows.indices.allSatisfy { section in
        rows[section].map.checkInvariants()
          && (sections.insertionRank(atFeed: section) == nil || rows[section].map.contentCount == 0)
      }
      && waiting.allSatisfy { $0.section >= rows.count && $0.rows.map.contentCount == 0 }
      && zip(waiting, waiting.dropFirst()).allSatisfy { $0.section < $1.section }
  }
}

// MARK: - Filling

extension InsertionMap {
  /// Adds a row insertion at a feed path; the rows from there on move down by one.
  ///
  /// This fills a place. Beyond the feed count of its section the insertion waits. `index` is the caller's number for
  /// it, which no other insertion may have.
  /// - Complexity: O(insertions of the section).
  /// - Throws: ``PlacementError/update(_:)``, ``PlacementError/invalidRequest(_:)``, or
  ///   ``PlacementError/invalidCount(_:)``; the map is then unchanged.
  public mutating func addInsertion(at path: FeedPath, index: Int) throws(PlacementError) {
    guard rows.indices.contains(path.section) else {
      throw .update(.sectionOutOfRange(path.section, row: path.row, count: feedSectionCount, operation: .addInsertion))
    }
    guard 0...RowMap.limit ~= path.row, index >= 0 else { throw .invalidRequest(path) }
    var section = rows[path.section]
    let count = section.map.insertionCount
    section.indices.change(
      removing: [], adding: [(rank: try section.map.addInsertion(atFeed: path.row), number: index)], count: count)
    rows[path.section] = section
    assert(checkInvariants())
  }

  /// Removes the visible row insertion at a feed path; the rows after it move up by one.
  ///
  /// This clears a place.
  /// - Complexity: O(insertions of the section).
  /// - Returns: The caller's number of the insertion; nil if there is none at that path.
  @discardableResult
  public mutating func removeInsertion(at path: FeedPath) -> Int? {
    guard rows.indices.contains(path.section) else { return nil }
    let count = rows[path.section].map.insertionCount
    guard let rank = rows[path.section].map.removeInsertion(atFeed: path.row) else { return nil }
    let index = rows[path.section].indices[rank]
    rows[path.section].indices.change(removing: [rank], adding: [], count: count)
    assert(checkInvariants())
    return index
  }
}

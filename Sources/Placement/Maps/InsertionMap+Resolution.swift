/// A map, and where each of the insertions asked for landed, in the order asked.
public struct ResolvedInsertions: Hashable, Sendable {
  /// The map with the insertions in it.
  public var map: InsertionMap
  /// The row insertions in the caller's order.
  public var rows: [Insertion<FeedPath>]
  /// The section insertions in the caller's order.
  public var sections: [Insertion<Int>]
}

extension InsertionMap {
  /// Makes a map with insertions at feed positions, and says where each landed.
  ///
  /// Requests are taken by position, equal ones in the caller's order; a taken position goes to the next free one.
  /// Row requests name feed sections, inserted ones included. What the content does not reach is kept and waits.
  /// - Complexity: O(*n* log *n*), where *n* is the number of insertions and sections.
  /// - Throws: ``PlacementError`` for counts and positions that are negative or too large.
  public static func resolve(
    userCounts: [Int], rows: [FeedPath] = [], sections: [Int] = []
  ) throws(PlacementError) -> ResolvedInsertions {
    try resolve(
      userCounts: userCounts,
      numberedRows: rows.enumerated().map { NumberedRequest(number: $0, position: $1) },
      numberedSections: sections.enumerated().map { NumberedRequest(number: $0, position: $1) })
  }

  /// The same for insertions to which the caller gives numbers of its own, no two the same.
  package static func resolve(
    userCounts: [Int], numberedRows rows: [NumberedRequest<FeedPath>], numberedSections sections: [NumberedRequest<Int>]
  ) throws(PlacementError) -> ResolvedInsertions {
    let placedSections = try place(sections: sections)
    let placedRows = try place(rows: rows)
    var map = try InsertionMap()
    map.sections = try RowMap(contentCount: userCounts.count, insertions: placedSections.map(\.position))
    map.sectionIndices = CallerIndices(placedSections.map(\.number))
    map.waiting = try waitingRows(placedRows)
    try map.arrange(
      userSections: userCounts.map { count throws(PlacementError) in try SectionRows(contentCount: count) })
    return ResolvedInsertions(
      map: map,
      rows: inCallerOrder(placedRows, requested: rows),
      sections: inCallerOrder(placedSections, requested: sections))
  }
}

extension InsertionMap {
  /// An insertion that has a position, the caller's number, and its place in the caller's order.
  private struct Placed<Position> {
    var position: Position
    var number: Int
    var order: Int
  }

  private static func place(sections: [NumberedRequest<Int>]) throws(PlacementError) -> [Placed<Int>] {
    var free = 0
    var placed: [Placed<Int>] = []
    for (order, request) in sections.enumerated().sorted(by: {
      ($0.1.position, $0.1.number) < ($1.1.position, $1.1.number)
    }) {
      let position = max(request.position, free)
      guard request.position >= 0, position <= RowMap.limit else { throw .invalidSectionRequest(request.position) }
      placed.append(Placed(position: position, number: request.number, order: order))
      free = position + 1
    }
    return placed
  }

  private static func place(rows: [NumberedRequest<FeedPath>]) throws(PlacementError) -> [Placed<FeedPath>] {
    var free = FeedPath(section: 0, row: 0)
    var placed: [Placed<FeedPath>] = []
    for (order, request) in rows.enumerated().sorted(by: { ($0.1.position, $0.1.number) < ($1.1.position, $1.1.number) }
    ) {
      let path = max(request.position, free)
      guard request.position.section >= 0, request.position.row >= 0, path.section <= RowMap.limit,
        path.row <= RowMap.limit
      else {
        throw .invalidRequest(request.position)
      }
      placed.append(Placed(position: path, number: request.number, order: order))
      free = FeedPath(section: path.section, row: path.row + 1)
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

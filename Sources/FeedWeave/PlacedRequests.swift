import Placement

/// Where the rows that have been asked for stand among each other, section by section.
///
/// It is kept while rows are asked for, so that one more is placed without placing all others again. Content does not
/// matter: a row takes the position asked for, or the next free one, in whatever content there is.
struct PlacedRequests {
  private struct Row {
    let requested: Int
    let number: Int
    var resolved: Int
  }

  /// The rows of each feed section in the order in which they stand: by position asked for, then by number.
  private var sections: [Int: [Row]] = [:]

  /// Places requests with distinct numbers.
  ///
  /// - Complexity: O(n log n).
  init(_ requests: [NumberedRequest<FeedPath>]) {
    for request in requests {
      let row = Row(requested: request.position.row, number: request.number, resolved: 0)
      sections[request.position.section, default: []].append(row)
    }
    for section in sections.keys {
      sections[section]?.sort { ($0.requested, $0.number) < ($1.requested, $1.number) }
      if var rows = sections.removeValue(forKey: section) {
        var free = 0
        for index in rows.indices {
          rows[index].resolved = max(rows[index].requested, free)
          free = rows[index].resolved + 1
        }
        sections[section] = rows
      }
    }
  }

  /// Places one more request, whose number is greater than all others.
  ///
  /// - Complexity: O(log n + rows after it in the section), with a small factor.
  /// - Returns: Whether every position is within the limit of a map.
  mutating func place(_ path: FeedPath, number: Int) -> Bool {
    guard path.section >= 0, path.row >= 0, path.section <= RowMap.limit, path.row <= RowMap.limit else { return false }
    // Taken out meanwhile, so that the rows are not copied.
    var rows = sections.removeValue(forKey: path.section) ?? []
    let index = rows.partitioningIndex { $0.requested > path.row }
    let resolved = index > 0 ? max(path.row, rows[index - 1].resolved + 1) : path.row
    rows.insert(Row(requested: path.row, number: number, resolved: resolved), at: index)
    var (next, free) = (index + 1, resolved + 1)
    while next < rows.count, rows[next].resolved < free {
      rows[next].resolved = free
      (next, free) = (next + 1, free + 1)
    }
    sections[path.section] = rows
    return free - 1 <= RowMap.limit
  }

  /// Returns where a placed request stands.
  ///
  /// - Complexity: O(log n).
  func resolved(_ path: FeedPath, number: Int) -> FeedPath? {
    guard let rows = sections[path.section] else { return nil }
    let index = rows.partitioningIndex { ($0.requested, $0.number) >= (path.row, number) }
    return index < rows.count ? FeedPath(section: path.section, row: rows[index].resolved) : nil
  }
}

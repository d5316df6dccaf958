/// Where content rows of a section, and what stands before them, go in an update.
struct RowShift {
  let oldCount: Int
  /// The old rows that leave, and the new ones that come, ascending.
  let leaving, coming: [Int]

  init(oldCount: Int, leaving: [Int], coming: [Int]) {
    self.oldCount = oldCount
    self.leaving = leaving
    self.coming = coming
  }

  var newCount: Int { stayingCount + coming.count }

  /// The rows that stay.
  var stayingCount: Int { oldCount - leaving.count }

  /// How many rows have come on top of all that stay.
  var newOnTop: Int { coming.indices.prefix { coming[$0] == $0 }.count }

  /// Where an insertion before an old row stands afterwards: before that row, else the next that stays, else at their end.
  ///
  /// One beyond the content waits at the same number, unless the content that stays reaches further.
  /// - Complexity: O(log changes).
  func anchor(_ row: Int) -> Int {
    if row <= oldCount, rank(row) < stayingCount { return position(ofStaying: rank(row)) }
    let end = stayingCount == 0 ? 0 : position(ofStaying: stayingCount - 1) + 1
    return row <= oldCount ? end : Swift.max(row, end)
  }

  /// The rows from the first of a range that stays to the last.
  func staying(_ rows: Range<Int>) -> Range<Int> {
    let staying = rank(rows.lowerBound)..<rank(rows.upperBound)
    if staying.isEmpty { return 0..<0 }
    return position(ofStaying: staying.lowerBound)..<position(ofStaying: staying.upperBound - 1) + 1
  }

  /// The rows that stay above an old row.
  private func rank(_ row: Int) -> Int { row - leaving.indices.partitioningIndex { leaving[$0] >= row } }

  /// The new row of the staying row that has so many staying rows above it.
  private func position(ofStaying rank: Int) -> Int {
    rank + coming.indices.partitioningIndex { coming[$0] - $0 > rank }
  }
}

/// The changed rows of an update, by section; what contradicts itself is refused.
struct SectionShifts {
  private var shifts: [Int: RowShift] = [:]

  init(_ update: ContentUpdate, counts: [Int]) throws(PlacementError) {
    try SectionShifts.checkSections(update, count: counts.count)
    for count in update.userCounts where !(0...RowMap.limit ~= count) { throw .invalidCount(count) }
    let leaving = Dictionary(grouping: update.leavingRows, by: \.section)
    let coming = Dictionary(grouping: update.comingRows, by: \.section)
    for section in Set(leaving.keys).subtracting(counts.indices) {
      let row = leaving[section]?.first?.row
      throw .update(.sectionOutOfRange(section, row: row, count: counts.count, operation: .takeOut))
    }
    for section in Set(coming.keys).subtracting(update.origins.indices) {
      let row = coming[section]?.first?.row
      throw .update(.sectionOutOfRange(section, row: row, count: update.origins.count, operation: .putIn))
    }
    for (number, origin) in update.origins.enumerated() {
      guard let origin, !update.reloadedSections.contains(origin) else { continue }
      let old = try SectionShifts.rows(leaving[origin], below: counts[origin], .takeOut)
      let new = try SectionShifts.rows(coming[number], below: update.userCounts[number], .putIn)
      let shift = RowShift(oldCount: counts[origin], leaving: old, coming: new)
      guard shift.newCount == update.userCounts[number] else {
        throw .update(.wrongCount(update.userCounts[number], expected: shift.newCount, section: number))
      }
      if !old.isEmpty || !new.isEmpty { shifts[number] = shift }
    }
  }

  /// What becomes of the rows of a section, numbered as after the update; nil where all stay.
  func shift(ofSection section: Int) -> RowShift? { shifts[section] }

  private static func rows(
    _ paths: [UserPath]?, below count: Int, _ operation: BatchUpdateError.Operation
  ) throws(PlacementError) -> [Int] {
    guard let paths else { return [] }
    let sorted = paths.sorted()
    for path in sorted where !(0..<count ~= path.row) {
      throw .update(.rowOutOfRange(path.row, section: path.section, count: count, operation: operation))
    }
    for (path, next) in zip(sorted, sorted.dropFirst()) where path == next { throw twice("\(path)", operation) }
    return sorted.map(\.row)
  }

  private static func sections(
    _ sections: [Int], below count: Int, _ operation: BatchUpdateError.Operation
  ) throws(PlacementError) -> Set<Int> {
    var seen: Set<Int> = []
    for section in sections {
      guard 0..<count ~= section else {
        throw .update(.sectionOutOfRange(section, count: count, operation: operation))
      }
      if !seen.insert(section).inserted { throw twice("section \(section)", operation) }
    }
    return seen
  }

  private static func twice(_ place: String, _ operation: BatchUpdateError.Operation) -> PlacementError {
    operation == .takeOut
      ? .update(.changedTwice(place, by: operation, and: operation))
      : .update(.filledTwice(place, by: operation, and: operation))
  }

  /// Refuses sections that come from two places, or from another than the rest of the update says.
  private static func checkSections(_ update: ContentUpdate, count: Int) throws(PlacementError) {
    guard update.origins.count == update.userCounts.count else {
      throw .update(.wrongCount(update.userCounts.count, expected: update.origins.count, section: nil))
    }
    let leaving = try sections(update.leavingSections, below: count, .takeOut)
    let coming = try sections(update.comingSections, below: update.origins.count, .putIn)
    var moved: Set<Int> = []
    var staying = (0..<count).filter { !leaving.contains($0) }.makeIterator()
    for (number, origin) in update.origins.enumerated() {
      if !coming.contains(number) {
        guard let next = staying.next(), next == origin else {
          throw .update(.unexplainedSection(number))
        }
      } else if let origin {
        guard 0..<count ~= origin else { throw .update(.sectionOutOfRange(origin, count: count, operation: .moveFrom)) }
        guard leaving.contains(origin) else { throw .update(.unexplainedSection(number)) }
        guard moved.insert(origin).inserted else {
          throw .update(.changedTwice("section \(origin)", by: .moveFrom, and: .moveFrom))
        }
      }
    }
    if staying.next() != nil {
      throw .update(.wrongCount(update.origins.count, expected: count - leaving.count + coming.count, section: nil))
    }
  }
}

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

/// The changed rows of a validated update, by section.
struct SectionShifts {
  private var shifts: [Int: RowShift] = [:]

  init(_ update: ContentUpdate, counts: [Int]) throws(PlacementError) {
    try SectionShifts.checkSections(update, count: counts.count)
    for count in update.userCounts where !(0...RowMap.limit ~= count) { throw .invalidCount(count) }
    let leaving = Dictionary(grouping: update.leavingRows, by: \.section)
    let coming = Dictionary(grouping: update.comingRows, by: \.section)
    for section in Set(leaving.keys).subtracting(counts.indices) {
      let row = leaving[section]?.first?.row
      throw .update(.sectionOutOfRange(section, row: row, count: counts.count, operation: .deleteOrMoveFrom))
    }
    for section in Set(coming.keys).subtracting(update.origins.indices) {
      let row = coming[section]?.first?.row
      throw .update(.sectionOutOfRange(section, row: row, count: update.origins.count, operation: .insertOrMoveTo))
    }
    for (number, origin) in update.origins.enumerated() {
      guard let origin, !update.reloadedSections.contains(origin) else { continue }
      let old = try SectionShifts.rows(leaving[origin], below: counts[origin], .deleteOrMoveFrom)
      let new = try SectionShifts.rows(coming[number], below: update.userCounts[number], .insertOrMoveTo)
      let shift = RowShift(oldCount: counts[origin], leaving: old, coming: new)
      guard shift.newCount == update.userCounts[number] else {
        throw .update(.wrongCount(update.userCounts[number], expected: shift.newCount, section: number))
      }
      if !old.isEmpty || !new.isEmpty { shifts[number] = shift }
    }
  }

  /// Returns the changes of a section's rows, by the section's index after the update; nil if all rows stay.
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
    operation == .deleteOrMoveFrom
      ? .update(.duplicateSource(place, by: operation, and: operation))
      : .update(.duplicateTarget(place, by: operation, and: operation))
  }

  /// Throws if a section has two origins, or one that contradicts the leaving and coming sections.
  private static func checkSections(_ update: ContentUpdate, count: Int) throws(PlacementError) {
    guard update.origins.count == update.userCounts.count else {
      throw .update(.wrongCount(update.userCounts.count, expected: update.origins.count, section: nil))
    }
    let leaving = try sections(update.leavingSections, below: count, .deleteOrMoveFrom)
    let coming = try sections(update.comingSections, below: update.origins.count, .insertOrMoveTo)
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
          throw .update(.duplicateSource("section \(origin)", by: .moveFrom, and: .moveFrom))
        }
      }
    }
    if staying.next() != nil {
      throw .update(.wrongCount(update.origins.count, expected: count - leaving.count + coming.count, section: nil))
    }
  }
}

/// A map from old to new rows of a section, for an update of its content rows.
struct RowShift {
  let oldCount: Int
  /// The old rows that leave their positions, and the new rows that come to theirs, ascending.
  let leaving, coming: [Int]

  init(oldCount: Int, leaving: [Int], coming: [Int]) {
    self.oldCount = oldCount
    self.leaving = leaving
    self.coming = coming
  }

  var newCount: Int { stayingCount + coming.count }

  /// The number of rows that stay.
  var stayingCount: Int { oldCount - leaving.count }

  /// The number of new rows above all rows that stay.
  var newOnTop: Int { coming.indices.prefix { coming[$0] == $0 }.count }

  /// Returns the content row before which an insertion is after the update, given the old row before which it was.
  ///
  /// It is the new position of that row, else of the next row that stays, else the end of the rows that stay.
  ///
  /// An insertion beyond the content keeps its number and waits, unless the content that stays reaches further.
  /// - Complexity: O(log changes).
  func anchor(_ row: Int) -> Int {
    if row <= oldCount, rank(row) < stayingCount { return position(ofStaying: rank(row)) }
    let end = stayingCount == 0 ? 0 : position(ofStaying: stayingCount - 1) + 1
    return row <= oldCount ? end : Swift.max(row, end)
  }

  /// Returns the new range from the first to the last row of an old range that stays; empty if none stays.
  func staying(_ rows: Range<Int>) -> Range<Int> {
    let staying = rank(rows.lowerBound)..<rank(rows.upperBound)
    if staying.isEmpty { return 0..<0 }
    return position(ofStaying: staying.lowerBound)..<position(ofStaying: staying.upperBound - 1) + 1
  }

  /// Returns the number of rows above an old row that stay.
  private func rank(_ row: Int) -> Int { row - leaving.indices.partitioningIndex { leaving[$0] >= row } }

  /// Returns the new position of the staying row with `rank` staying rows above it.
  private func position(ofStaying rank: Int) -> Int {
    rank + coming.indices.partitioningIndex { coming[$0] - $0 > rank }
  }
}

extension LivePlacement {
  /// Follows an update of the content: places travel with the rows that they stand before, and what is new gets places.
  ///
  /// - Complexity: O(sections + *p* log *c*) for *c* changes in sections that have *p* places, and what planning costs.
  /// - Returns: The places that have come, and those that are no more.
  /// - Throws: ``PlacementError`` for changes that contradict each other or do not lead to the counts, and
  ///   ``PlacementError/tagsUnknown``; all is then as it was.
  @discardableResult
  public mutating func apply(
    _ update: ContentUpdate, traits: ContentTraits = .none
  ) throws(PlacementError) -> LiveChange {
    let changes = try SectionShifts(update, counts: userCounts)
    var updated = self
    _ = try updated.shown.apply(update, changes)
    var change = LiveChange()
    change.dropped = try updated.rearrange(update, changes, traits)
    change.added = try updated.plan(traits)
    self = updated
    assert(checkInvariants())
    return change
  }

  private mutating func rearrange(
    _ update: ContentUpdate, _ changes: SectionShifts, _ traits: ContentTraits
  ) throws(PlacementError) -> [PlaceID] {
    let former = sections
    var emptied: Set<Int> = []
    var newOnTop: [Int: Int] = [:]
    sections = update.origins.enumerated().map { number, origin in
      var section = origin.map { former[$0] }
      let count = update.userCounts[number]
      if let origin, update.reloadedSections.contains(origin) {
        section?.reload(contentCount: count)
      } else if let origin, let shift = changes.shift(ofSection: number) {
        if shift.oldCount > 0, shift.stayingCount == 0 {
          emptied.insert(origin)
          section = nil
        } else {
          section?.follow(shift)
          if shift.oldCount > 0 { newOnTop[number] = shift.newOnTop }
        }
      }
      return section ?? LiveSection(contentCount: count, number: number, rules: rules)
    }
    try clearShown(update, emptied)
    planOnTop(newOnTop, traits)
    let kept = Set(update.origins).subtracting(emptied)
    return former.indices.filter { !kept.contains($0) }.flatMap { former[$0].entries.map(\.id) }
  }

  /// Takes the ads out of sections that begin anew.
  private mutating func clearShown(_ update: ContentUpdate, _ emptied: Set<Int>) throws(PlacementError) {
    if emptied.isEmpty { return }
    for (number, origin) in update.origins.enumerated() {
      guard let origin, emptied.contains(origin) else { continue }
      shown.rows[number] = try SectionRows(contentCount: update.userCounts[number])
    }
  }
}

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
      throw .sectionOutOfRange(section, row: row, count: counts.count, operation: .takeOut)
    }
    for section in Set(coming.keys).subtracting(update.origins.indices) {
      let row = coming[section]?.first?.row
      throw .sectionOutOfRange(section, row: row, count: update.origins.count, operation: .putIn)
    }
    for (number, origin) in update.origins.enumerated() {
      guard let origin, !update.reloadedSections.contains(origin) else { continue }
      let old = try SectionShifts.rows(leaving[origin], below: counts[origin], .takeOut)
      let new = try SectionShifts.rows(coming[number], below: update.userCounts[number], .putIn)
      let shift = RowShift(oldCount: counts[origin], leaving: old, coming: new)
      guard shift.newCount == update.userCounts[number] else {
        throw .wrongCount(update.userCounts[number], expected: shift.newCount, section: number)
      }
      if !old.isEmpty || !new.isEmpty { shifts[number] = shift }
    }
  }

  /// What becomes of the rows of a section, numbered as after the update; nil where all stay.
  func shift(ofSection section: Int) -> RowShift? { shifts[section] }

  private static func rows(
    _ paths: [UserPath]?, below count: Int, _ operation: PlacementError.Operation
  ) throws(PlacementError) -> [Int] {
    guard let paths else { return [] }
    let sorted = paths.sorted()
    for path in sorted where !(0..<count ~= path.row) {
      throw .rowOutOfRange(path.row, section: path.section, count: count, operation: operation)
    }
    for (path, next) in zip(sorted, sorted.dropFirst()) where path == next { throw twice("\(path)", operation) }
    return sorted.map(\.row)
  }

  private static func sections(
    _ sections: [Int], below count: Int, _ operation: PlacementError.Operation
  ) throws(PlacementError) -> Set<Int> {
    var seen: Set<Int> = []
    for section in sections {
      guard 0..<count ~= section else {
        throw .sectionOutOfRange(section, count: count, operation: operation)
      }
      if !seen.insert(section).inserted { throw twice("section \(section)", operation) }
    }
    return seen
  }

  private static func twice(_ place: String, _ operation: PlacementError.Operation) -> PlacementError {
    operation == .takeOut
      ? .changedTwice(place, by: operation, and: operation) : .filledTwice(place, by: operation, and: operation)
  }

  /// Refuses sections that come from two places, or from another than the rest of the update says.
  private static func checkSections(_ update: ContentUpdate, count: Int) throws(PlacementError) {
    guard update.origins.count == update.userCounts.count else {
      throw .wrongCount(update.userCounts.count, expected: update.origins.count, section: nil)
    }
    let leaving = try sections(update.leavingSections, below: count, .takeOut)
    let coming = try sections(update.comingSections, below: update.origins.count, .putIn)
    var moved: Set<Int> = []
    var staying = (0..<count).filter { !leaving.contains($0) }.makeIterator()
    for (number, origin) in update.origins.enumerated() {
      if !coming.contains(number) {
        guard let next = staying.next(), next == origin else {
          throw .unexplainedSection(number)
        }
      } else if let origin {
        guard 0..<count ~= origin else { throw .sectionOutOfRange(origin, count: count, operation: .moveFrom) }
        guard leaving.contains(origin) else { throw .unexplainedSection(number) }
        guard moved.insert(origin).inserted else {
          throw .changedTwice("section \(origin)", by: .moveFrom, and: .moveFrom)
        }
      }
    }
    if staying.next() != nil {
      throw .wrongCount(update.origins.count, expected: count - leaving.count + coming.count, section: nil)
    }
  }
}

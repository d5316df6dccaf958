extension ContentUpdate {
  /// Returns where each section and row comes from, if the update fits sections with these numbers of rows.
  ///
  /// Rows in deleted, new and reloaded sections are ignored.
  func batchOrigins(from counts: [Int]) throws(PlacementError) -> BatchOrigins<UserSpace> {
    for count in userCounts where !(0...RowMap.limit ~= count) { throw .invalidCount(count) }
    do throws(BatchUpdateError) {
      try checkSections(count: counts.count)
      let isKept = origins.map { $0.map { !reloadedSections.contains($0) } ?? false }
      var wasKept = counts.map { _ in false }
      for (section, origin) in origins.enumerated() where isKept[section] { origin.map { wasKept[$0] = true } }
      try check(leavingRows, in: counts, ofSections: wasKept, .deleteOrMoveFrom)
      try check(comingRows, in: userCounts, ofSections: isKept, .insertOrMoveTo)
      let all = BatchOrigins(
        sections: origins, before: counts, after: userCounts, reloadedSections: reloadedSections, leaving: leavingRows,
        coming: comingRows)
      if let section = all.firstWrongCount, let origin = origins[section] {
        let expected = all.shift(ofSection: section)?.newCount(of: counts[origin]) ?? counts[origin]
        throw .wrongCount(userCounts[section], expected: expected, section: section)
      }
      return all
    } catch { throw .update(error) }
  }

  /// Throws if a section has two origins, or one that contradicts the leaving and coming sections.
  private func checkSections(count: Int) throws(BatchUpdateError) {
    guard origins.count == userCounts.count else {
      throw .wrongCount(userCounts.count, expected: origins.count, section: nil)
    }
    try check(leavingSections, below: count, .deleteOrMoveFrom)
    try check(comingSections, below: origins.count, .insertOrMoveTo)
    let moves = comingSections.compactMap { section in origins[section].map { (from: $0, to: section) } }
    try check(moves.map(\.from), below: count, .moveFrom)
    let leaving = Set(leavingSections)
    for move in moves where !leaving.contains(move.from) { throw .unexplainedSection(move.to) }
    let sections = PositionShift(leaving: leavingSections, coming: comingSections)
    guard origins.count == sections.newCount(of: count) else {
      throw .wrongCount(origins.count, expected: sections.newCount(of: count), section: nil)
    }
    let explained = sections.origins(of: count, moves: moves)
    for section in origins.indices where origins[section] != explained[section] { throw .unexplainedSection(section) }
  }

  /// Throws for a section that does not exist, and for one that is named twice.
  private func check(
    _ sections: [Int], below count: Int, _ operation: BatchUpdateError.Operation
  ) throws(BatchUpdateError) {
    // As in most updates.
    if sections.isEmpty { return }
    let named = BatchPositions([(sections, { _, _ in operation })])
    if let section = named.first(where: { !(0..<count ~= $0) })?.position {
      throw .sectionOutOfRange(section, count: count, operation: operation)
    }
    if let (section, one, other) = named.firstRepeated() { throw .repeated("section \(section)", by: one, and: other) }
  }

  /// Throws for a row that does not exist, and for one that is named twice; ignores other sections than kept ones.
  private func check(
    _ rows: [UserPath], in counts: [Int], ofSections isKept: [Bool], _ operation: BatchUpdateError.Operation
  ) throws(BatchUpdateError) {
    if rows.isEmpty { return }
    let rows = rows.filter { !isKept.indices.contains($0.section) || isKept[$0.section] }
    let named = BatchPositions([(rows, { _, _ in operation })])
    if let path = named.first(where: { !$0.exists(in: counts) })?.position {
      guard counts.indices.contains(path.section) else {
        throw .sectionOutOfRange(path.section, row: path.row, count: counts.count, operation: operation)
      }
      throw .rowOutOfRange(path.row, section: path.section, count: counts[path.section], operation: operation)
    }
    if let (path, one, other) = named.firstRepeated() { throw .repeated("\(path)", by: one, and: other) }
  }
}

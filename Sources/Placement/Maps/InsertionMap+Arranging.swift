extension InsertionMap {
  /// Takes the rows of the user sections, in order, and of the inserted ones, by rank.
  mutating func takeApart() -> (content: [SectionRows], inserted: [SectionRows?]) {
    var waitingRows: [Int: SectionRows] = [:]
    for one in waiting { waitingRows[one.section] = one.rows }
    let inserted = Array(sections.positions).map { [rows] position in
      position < rows.count ? rows[position] : waitingRows[position]
    }
    let taken = Set(sections.positions)
    waiting.removeAll { taken.contains($0.section) }
    let content = rows.indices.filter { sections.insertionRank(atFeed: $0) == nil }.map { rows[$0] }
    return (content, inserted)
  }

  /// Lays out the rows of all feed sections anew, after the sections have changed.
  ///
  /// Rows that waited for a section go into it, and rows of a section that is gone wait.
  /// - Complexity: O(sections + insertions that go from one to the other).
  mutating func arrange(
    userSections: [SectionRows], insertedSections: [SectionRows?] = []
  ) throws(PlacementError) {
    var arranged = try rowsInFeedOrder(userSections, insertedSections)
    for one in waiting where one.section < arranged.count { try arranged[one.section].adopt(one.rows) }
    rows = arranged
    waiting = try stillWaiting(insertedSections)
    assert(checkInvariants())
  }

  /// The rows of all feed sections, in order; none yet in inserted sections of which nothing is known.
  private func rowsInFeedOrder(
    _ userSections: [SectionRows], _ insertedSections: [SectionRows?]
  ) throws(PlacementError) -> ContiguousArray<SectionRows> {
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

  /// The rows that wait on, and those of inserted sections that wait themselves, by section.
  private func stillWaiting(_ insertedSections: [SectionRows?]) throws(PlacementError) -> [WaitingRows] {
    var left = waiting.filter { $0.section >= rows.count }
    for rank in sections.visibleCount..<max(sections.visibleCount, insertedSections.count) {
      guard let rows = insertedSections[rank], rows.map.insertionCount > 0 else { continue }
      // Where a section that waits has come to a number for which rows wait already, they are that section's.
      let position = sections.position(ofRank: rank)
      if let index = left.firstIndex(where: { $0.section == position }) {
        try left[index].rows.adopt(rows)
      } else {
        left.append(WaitingRows(section: position, rows: rows))
      }
    }
    for index in left.indices { try left[index].rows.map.setContentCount(0) }
    return left.sorted { $0.section < $1.section }
  }

  /// Whether sections, rows and waiting rows fit together.
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

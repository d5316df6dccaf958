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
    var arranged: ContiguousArray<SectionRows> = []
    arranged.reserveCapacity(sections.feedCount)
    for section in 0..<sections.feedCount {
      if let user = sections.userRow(forFeed: section) {
        arranged.append(userSections[user])
      } else {
        let rank = sections.insertionRank(atFeed: section) ?? 0
        if rank < insertedSections.count, let known = insertedSections[rank] {
          arranged.append(known)
        } else {
          arranged.append(try SectionRows(contentCount: 0))
        }
      }
    }
    var stillWaiting = waiting.filter { $0.section >= arranged.count }
    for one in waiting where one.section < arranged.count { try arranged[one.section].adopt(one.rows) }
    for rank in sections.visibleCount..<max(sections.visibleCount, insertedSections.count) {
      guard let rows = insertedSections[rank], rows.map.insertionCount > 0 else { continue }
      // Where a section that waits has come to a number for which rows wait already, they are that section's.
      let position = sections.position(ofRank: rank)
      if let index = stillWaiting.firstIndex(where: { $0.section == position }) {
        try stillWaiting[index].rows.adopt(rows)
      } else {
        stillWaiting.append(WaitingRows(section: position, rows: rows))
      }
    }
    for index in stillWaiting.indices { try stillWaiting[index].rows.map.setContentCount(0) }
    rows = arranged
    waiting = stillWaiting.sorted { $0.section < $1.section }
    assert(checkInvariants())
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

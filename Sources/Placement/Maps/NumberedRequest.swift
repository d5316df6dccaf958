/// An insertion that is asked for under the caller's number, at a feed path or, for a section, at a feed section.
package struct NumberedRequest<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The caller's number.
  package var number: Int
  /// Where it is to stand.
  package var position: Position

  /// Asks for an insertion.
  package init(number: Int, position: Position) {
    self.number = number
    self.position = position
  }
}

extension InsertionMap {
  /// Where each of the row insertions stands or waits, by the caller's number.
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

  /// Where each of the section insertions stands or waits, by the caller's number.
  /// - Complexity: O(inserted sections).
  package var sectionPositions: [Int: Int] {
    var positions: [Int: Int] = [:]
    for (rank, section) in sections.positions.enumerated() { positions[sectionIndices[rank]] = section }
    return positions
  }

  /// The visible row insertions of a feed section.
  package func insertedRowCount(inFeedSection section: Int) -> Int {
    rows.indices.contains(section) ? rows[section].map.visibleCount : 0
  }

  /// A visible row insertion of a feed section, by its rank among them: its row and the caller's number.
  /// - Precondition: the section has such an insertion.
  package func insertedRow(ofRank rank: Int, inFeedSection section: Int) -> (row: Int, number: Int) {
    (row: rows[section].map.position(ofRank: rank), number: rows[section].indices[rank])
  }
}

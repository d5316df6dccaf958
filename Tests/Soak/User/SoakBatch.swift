import ListModel

/// Many changes of the content at once: rows deleted, inserted, moved between sections and loaded again.
struct SoakBatch {
  /// Deleted rows and rows loaded again, at positions before the batch.
  private(set) var deleted: [ListPath] = []
  private(set) var reloaded: [ListPath] = []
  /// Inserted rows, at positions after the batch.
  private(set) var inserted: [ListPath] = []
  private(set) var moved: [(from: ListPath, to: ListPath)] = []
  /// The content after the batch.
  private(set) var sections: [ContentRows]
  /// The identifiers of the rows that are not selected any more: deleted ones and those loaded again.
  private(set) var deselected: [Int] = []

  /// Makes a batch that changes some rows, which must be sorted and distinct, and inserts about half as many.
  init(of rows: [ListPath], in content: SoakContent, using random: inout some RandomNumberGenerator) {
    sections = content.sections
    var moving: [(from: ListPath, identifier: Int)] = []
    // From the end, so that the positions of the rows before it stay the same.
    for path in rows.reversed() {
      let identifier = sections[path.section].remove(at: path.row)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        sections[path.section].insert(content.makeIdentifiers(1), at: path.row)
        reloaded.append(path)
        deselected.append(identifier)
      case 1: moving.append((path, identifier))
      default:
        deleted.append(path)
        deselected.append(identifier)
      }
    }
    let new = content.makeIdentifiers(rows.count / 2).map { (from: ListPath?.none, identifier: $0) }
    arrive(new + moving.map { (from: $0.from, identifier: $0.identifier) }, &random)
  }

  /// Puts new and moved rows at random positions, those of each section from the top down.
  private mutating func arrive(
    _ rows: [(from: ListPath?, identifier: Int)], _ random: inout some RandomNumberGenerator
  ) {
    var coming = sections.map { _ in [(from: ListPath?, identifier: Int)]() }
    for row in rows { coming[Int.random(in: sections.indices, using: &random)].append(row) }
    for (section, rows) in coming.enumerated() {
      let count = sections[section].count + rows.count
      var positions: Set<Int> = []
      while positions.count < rows.count { positions.insert(Int.random(in: 0..<count, using: &random)) }
      for (row, position) in zip(rows, positions.sorted()) {
        sections[section].insert(row.identifier..<row.identifier + 1, at: position)
        let path = ListPath(row: position, section: section)
        if let from = row.from { moved.append((from, path)) } else { inserted.append(path) }
      }
    }
  }
}

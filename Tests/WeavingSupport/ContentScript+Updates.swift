package import ListModel
package import TestSupport

/// What a content side changes, alone and in batches: rightly, wrongly, and with second thoughts.
extension ContentScript {
  /// One single change, told outside of any batch.
  package func changeOne(
    _ list: ListView, _ desk: NewsDesk, _ step: Int, _ target: ListPath, _ random: inout SeededGenerator
  ) -> String {
    var updates = ListUpdates()
    let sections = desk.articles.count
    switch Int.random(in: 0..<6, using: &random) {
    case 0: updates.deletedRows = [target]
    case 1: updates.movedRows = [(from: target, to: path(Int.random(in: 0...sections, using: &random), 0))]
    case 2: updates.insertedSections = [target.section]
    case 3: updates.deletedSections = [target.section]
    case 4: updates.movedSections = [(from: target.section, to: Int.random(in: -1...sections, using: &random))]
    default: updates.reconfiguredRows = [target]
    }
    let before = desk.articles
    if let counts = counts(updates, before) { change(desk, updates, counts, step) }
    let word = attempt("change \(updates)") { () throws(ListUpdateError) in try updates.tell(list, &random) }
    if word.contains("attempt") || word.contains("invalid") || word.contains("cannot") { desk.articles = before }
    return word
  }

  /// Many changes in one batch, in any order.
  package func changeMany(
    _ list: ListView, _ desk: NewsDesk, _ step: Int, _ random: inout SeededGenerator
  ) -> String {
    let before = desk.articles
    let batch = RandomBatch(of: before.map(\.count), isLarge: Bool.random(using: &random), mostNew: 4, using: &random)
    var generator = random
    defer { random = generator }
    let way = Int.random(in: 0..<8, using: &generator)
    var completed = "not completed"
    let word = attempt("change by \(way) \(batch.updates)") { () throws(ListUpdateError) in
      do throws(ListUpdateError) {
        switch way {
        case 0, 1:
          list.beginUpdates()
          change(desk, batch.updates, batch.counts, step)
          if way == 1 { list.beginUpdates() }
          try batch.updates.tell(list, &generator)
          if way == 1 { try list.endUpdates() }
          desk.write("uncommitted \(list.hasUncommittedUpdates)")
          try list.endUpdates()
        case 2:
          // The data is not changed, so that it is refused, unless nothing is said.
          try list.performBatchUpdates { () throws(ListUpdateError) in try batch.updates.tell(list, &generator) }
        case 3:
          try list.performBatchUpdates { () throws(ListUpdateError) in
            try batch.updates.tell(list, &generator)
            throw .refused(method: "script", reason: "second thoughts")
          }
        case 4:
          try list.performBatchUpdates(
            { () throws(ListUpdateError) in
              change(desk, batch.updates, batch.counts, step)
              try batch.updates.tell(list, &generator)
              list.reloadData()
            }, completion: { completed = "completed \($0)" })
        default:
          try list.performBatchUpdates(
            { () throws(ListUpdateError) in
              try batch.updates.tell(list, &generator)
              change(desk, batch.updates, batch.counts, step)
            },
            completion: { completed = "completed \($0), \(list.numberOfSections), \(list.indexPathsForSelectedRows)" })
        }
      } catch {
        desk.articles = before
        throw error
      }
    }
    return "\(word), \(completed), \(list.hasUncommittedUpdates)"
  }

  /// The counts to which a single change leads, if it fits.
  private func counts(_ updates: ListUpdates, _ before: [[String]]) -> [Int]? {
    var counts = before.map(\.count)
    for section in updates.deletedSections where counts.indices.contains(section) { counts.remove(at: section) }
    for section in updates.insertedSections where (0...counts.count).contains(section) { counts.insert(2, at: section) }
    for move in updates.movedSections where counts.indices.contains(move.from) && counts.indices.contains(move.to) {
      counts.insert(counts.remove(at: move.from), at: move.to)
    }
    for row in updates.deletedRows + updates.movedRows.map(\.from) where counts.indices.contains(row.section) {
      counts[row.section] -= 1
    }
    for row in updates.movedRows.map(\.to) where counts.indices.contains(row.section) { counts[row.section] += 1 }
    return counts.allSatisfy { $0 >= 0 } ? counts : nil
  }

  /// Makes the data what the update says, if it fits.
  private func change(_ desk: NewsDesk, _ updates: ListUpdates, _ counts: [Int], _ step: Int) {
    if let articles = desk.articles.changed(by: updates, to: counts, named: "fresh\(step)") { desk.articles = articles }
  }
}

import ListModel
import TestSupport
import WeavingSupport

@testable import FeedWeave

/// Changes of the content of which the list is told, one by one and in batches, rightly and wrongly.
extension TwinWorld {
  /// One change.
  func change(_ action: ContentAction, _ counts: [Int]) -> String {
    var updates = ListUpdates()
    var honesty = Honesty.changed
    var newCount = 0
    switch action {
    case .insertRows(let place, let count, let truth):
      let path = place.gap(in: counts)
      updates.insertedRows = (0..<count).map { ListPath(row: path.row + $0, section: path.section) }
      honesty = truth
    case .deleteRows(let place, let count, let truth):
      updates.deletedRows = rows(place, count, counts)
      honesty = truth
    case .reloadRows(let place, let count): updates.reloadedRows = rows(place, count, counts)
    case .reconfigureRow(let place): updates.reconfiguredRows = [place.row(in: counts)]
    case .moveRow(let place, let target, let truth):
      updates.movedRows = [(from: place.row(in: counts), to: target.row(in: counts))]
      honesty = truth
    case .insertSection(let place, let rows, let truth):
      updates.insertedSections = [place.sectionGap(in: counts)]
      (newCount, honesty) = (rows, truth)
    case .deleteSection(let place, let truth):
      updates.deletedSections = [place.section(in: counts)]
      honesty = truth
    case .reloadSection(let place, let rows):
      updates.reloadedSections = [place.section(in: counts)]
      newCount = rows
    case .moveSection(let place, let target, let truth):
      updates.movedSections = [(from: place.section(in: counts), to: target.section(in: counts))]
      honesty = truth
    default: return "no change"
    }
    let before = desk.articles
    if honesty == .changed { changeContent(updates, newCount: newCount) }
    return attempt(words(updates), restoring: before) { () throws(ListUpdateError) in
      var random = SeededGenerator(seed: 1)
      try updates.tell(list, &random)
    }
  }

  /// Many changes in one batch, with something else done between them.
  func batch(_ way: BatchWay, seed: UInt64, isLarge: Bool, inside: [ContentAction]) -> String {
    let before = desk.articles
    var random = SeededGenerator(seed: seed)
    let batch = RandomBatch(of: before.map(\.count), isLarge: isLarge, mostNew: 4, using: &random)
    let isChangedFirst = Bool.random(using: &random)
    let block = { [self] () throws(ListUpdateError) in
      desk.hear(list, .block, "")
      if isChangedFirst, way != .performWithoutChange { changeContent(batch) }
      try batch.updates.tell(list, &random)
      for action in inside { desk.write("inside \(action): \(perform(action))") }
      if !isChangedFirst, way != .performWithoutChange { changeContent(batch) }
    }
    let completion = { [self] (isMade: Bool) in
      desk.hear(list, .completion, "\(isMade) \(list.numberOfSections) \(list.indexPathsForSelectedRows)")
    }
    return attempt("batch \(words(batch.updates))", restoring: before) { () throws(ListUpdateError) in
      switch way {
      case .beginAndEnd:
        list.beginUpdates()
        try block()
        try list.endUpdates()
      case .nestedBeginAndEnd:
        list.beginUpdates()
        list.beginUpdates()
        try block()
        try list.endUpdates()
        desk.write("uncommitted \(list.hasUncommittedUpdates)")
        try list.endUpdates()
      case .perform, .performWithoutChange: try list.performBatchUpdates(block, completion: completion)
      case .performInPerform:
        try list.performBatchUpdates(
          { [self] () throws(ListUpdateError) in try list.performBatchUpdates(block, completion: completion) },
          completion: completion)
      case .performAndThrow:
        try list.performBatchUpdates(
          { () throws(ListUpdateError) in
            try block()
            throw .refused(method: "script", reason: "second thoughts")
          }, completion: completion)
      case .performAndReload:
        try list.performBatchUpdates(
          { [self] () throws(ListUpdateError) in
            try block()
            list.reloadData()
          }, completion: completion)
      case .performNestedThatThrows:
        try list.performBatchUpdates(
          { [self] () throws(ListUpdateError) in
            let inner = desk.articles
            let word = attempt("nested", restoring: inner) { () throws(ListUpdateError) in
              try list.performBatchUpdates { () throws(ListUpdateError) in
                try self.list.insertRows(at: [path(0, 0)])
                throw .refused(method: "script", reason: "third thoughts")
              }
            }
            desk.write(word)
            try block()
          }, completion: completion)
      }
    }
  }

  private func rows(_ place: TwinPlace, _ count: Int, _ counts: [Int]) -> [ListPath] {
    let path = place.row(in: counts)
    let last = counts.indices.contains(path.section) && !place.isRaw ? counts[path.section] : Int.max
    return (path.row..<path.row + count).filter { $0 < max(last, path.row + 1) }
      .map { ListPath(row: $0, section: path.section) }
  }

  /// Makes the content what a batch says, if it fits what is there.
  private func changeContent(_ batch: RandomBatch) {
    replaceContent(batch.updates, batch.counts)
  }

  /// Makes the content what one change says, if it fits what is there.
  private func changeContent(_ updates: ListUpdates, newCount: Int) {
    var counts = desk.articles.map(\.count)
    for section in updates.deletedSections where counts.indices.contains(section) { counts.remove(at: section) }
    for section in updates.insertedSections where (0...counts.count).contains(section) {
      counts.insert(newCount, at: section)
    }
    for section in updates.reloadedSections where counts.indices.contains(section) { counts[section] = newCount }
    for move in updates.movedSections where counts.indices.contains(move.from) && counts.indices.contains(move.to) {
      counts.insert(counts.remove(at: move.from), at: move.to)
    }
    for row in updates.deletedRows + updates.movedRows.map(\.from) where counts.indices.contains(row.section) {
      counts[row.section] -= 1
    }
    for row in updates.insertedRows + updates.movedRows.map(\.to) where counts.indices.contains(row.section) {
      counts[row.section] += 1
    }
    if counts.allSatisfy({ $0 >= 0 }) { replaceContent(updates, counts) }
  }

  private func replaceContent(_ updates: ListUpdates, _ counts: [Int]) {
    guard let origins = try? updates.origins(before: desk.articles.map(\.count), after: counts) else { return }
    let before = desk.articles
    desk.articles = origins.sections.indices.map(origins.rows(inSection:)).map { runs in
      runs.flatMap { run in
        guard let origin = run.origin else { return desk.freshArticles(run.count) }
        return Array(before[origin.section][origin.row..<origin.row + run.count])
      }
    }
  }

  private func words(_ updates: ListUpdates) -> String {
    let parts: [(String, String)] = [
      ("delete sections", "\(updates.deletedSections)"), ("insert sections", "\(updates.insertedSections)"),
      ("reload sections", "\(updates.reloadedSections)"),
      ("move sections", "\(updates.movedSections.map { "\($0.from)>\($0.to)" })"),
      ("delete", "\(updates.deletedRows)"), ("insert", "\(updates.insertedRows)"),
      ("reload", "\(updates.reloadedRows)"), ("reconfigure", "\(updates.reconfiguredRows)"),
      ("move", "\(updates.movedRows.map { "\($0.from)>\($0.to)" })"),
    ]
    return parts.filter { $0.1 != "[]" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

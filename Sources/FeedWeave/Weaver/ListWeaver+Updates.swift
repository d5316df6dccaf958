import Interception
import ListModel
import Placement

/// Moving a woven list from one map to another, or not at all.
extension ListWeaver {
  /// Has the list change while it counts by the map after, and its rows are still known by the map before; puts the map after
  /// in force when that has succeeded.
  func moveList(
    to map: InsertionMap, counts: [Int], _ change: () throws(ListUpdateError) -> Void
  ) throws(ListUpdateError) {
    pendingMap = map
    defer { pendingMap = nil }
    try change()
    self.map = map
    followContent()
  }

  /// Has the list insert rows, and move what they pass, as one update.
  func callSuper(
    _ call: borrowing OverrideCall<ListView, (paths: [ListPath], animation: ListRowAnimation), Void, ListUpdateError>,
    difference: FeedDifference, _ request: (paths: [ListPath], animation: ListRowAnimation), on list: ListView
  ) throws(ListUpdateError) {
    if difference.movedRows.isEmpty, difference.deletedRows.isEmpty { return try callSuper(call, request) }
    try inFeedSpace { () throws(ListUpdateError) in
      list.beginUpdates()
      try call.callSuper(request)
      for move in difference.movedRows { try list.moveRow(at: move.from, to: move.to) }
      if !difference.deletedRows.isEmpty { try list.deleteRows(at: difference.deletedRows) }
      try list.endUpdates()
    }
  }

  /// The content's counts after rows have been inserted into it, if they fit.
  func countsAfterInserting(_ paths: [ListPath], into list: ListView) throws(ListUpdateError) -> [Int] {
    let before = map.userCounts
    let after = contentCounts(of: list)
    guard after.count == before.count else {
      throw .invalidSectionCount(before: before.count, after: after.count, inserted: 0, deleted: 0)
    }
    var places: Set<ListPath> = []
    for path in paths {
      guard after.indices.contains(path.section) else {
        throw .noPlaceForSection(path.section, sectionsAfter: after.count)
      }
      guard path.row >= 0, path.row < after[path.section] else {
        throw .noPlaceForRow(path, rowsAfter: after[path.section])
      }
      guard places.insert(path).inserted else { throw .placeTakenTwice(path) }
    }
    for section in before.indices {
      let inserted = paths.count { $0.section == section }
      try checkCount(of: section, before: before[section], after: after[section], inserted: inserted)
    }
    return after
  }

  /// The content's counts after sections of it have changed, if only those have.
  func countsAfterReloading(_ sections: [Int], of list: ListView) throws(ListUpdateError) -> [Int] {
    let before = map.userCounts
    let after = contentCounts(of: list)
    guard after.count == before.count else {
      throw .invalidSectionCount(before: before.count, after: after.count, inserted: 0, deleted: 0)
    }
    for section in before.indices where !sections.contains(section) {
      try checkCount(of: section, before: before[section], after: after[section], inserted: 0)
    }
    return after
  }

  func existingFeedPath(_ path: ListPath) throws(ListUpdateError) -> ListPath {
    guard let rows = map.userCount(inUserSection: path.section) else {
      throw .noSuchSection(path.section, sectionsBefore: map.userSectionCount)
    }
    guard let feed = feedPath(path) else { throw .noSuchRow(path, rowsBefore: rows) }
    return feed
  }

  func existingFeedSection(_ section: Int) throws(ListUpdateError) -> Int {
    guard let feed = feedSection(section) else {
      throw .noSuchSection(section, sectionsBefore: map.userSectionCount)
    }
    return feed
  }

  func checkNoBatch(_ selector: Selector) throws(ListUpdateError) {
    if isBatchOpen { throw .whileWoven(selector) }
  }

  private func checkCount(of section: Int, before: Int, after: Int, inserted: Int) throws(ListUpdateError) {
    guard after == before + inserted else {
      throw .invalidRowCount(
        section: section, before: before, after: after, inserted: inserted, deleted: 0, movedIn: 0, movedOut: 0)
    }
  }
}

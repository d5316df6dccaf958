import ListModel
import Placement

/// The exact difference, in feed space, that content rows make when they are inserted.
///
/// Content keeps its order and insertions keep theirs, so an insertion is touched only where content has passed it: when the
/// number of kept content rows before it has changed. That is the least that leads from the one feed to the other. No insertion
/// disappears, since more content reaches no fewer of them.
struct FeedDifference {
  /// The map that the feed is moved to.
  let after: InsertionMap
  /// The rows that appear, content and insertions, by their places after the change.
  private(set) var insertedRows: [ListPath]
  /// The insertions that content has passed.
  private(set) var movedRows: [(from: ListPath, to: ListPath)] = []

  /// The difference of inserting content rows, named by their places after the change, which are places that fit.
  ///
  /// - Complexity: O(n log n + k), for n inserted rows and the k insertions of the sections they go into.
  init(inserting paths: [ListPath], into before: InsertionMap, policy: UpdatePolicy) {
    let inserted = paths.sorted()
    let map = before.inserting(inserted, policy: policy)
    after = map
    insertedRows = inserted.compactMap { map.feedPath(for: UserPath($0)).map { ListPath($0) } }
    var rest = inserted[...]
    while let section = rest.first?.section {
      let rows = rest.prefix { $0.section == section }.map(\.row)
      rest = rest.dropFirst(rows.count)
      if let feed = map.feedSection(forUser: section) { compare(before, section: feed, insertedRows: rows) }
    }
  }

  /// Compares the insertions of a section, of which the same come first before and after.
  private mutating func compare(_ before: InsertionMap, section: Int, insertedRows rows: [Int]) {
    let former = before.insertedRows(inFeedSection: section)
    var newBefore = 0
    for (rank, row) in after.insertedRows(inFeedSection: section).enumerated() {
      let target = ListPath(row: row, section: section)
      let contentBefore = row - rank
      while newBefore < rows.count, rows[newBefore] < contentBefore { newBefore += 1 }
      guard rank < former.count else {
        insertedRows.append(target)
        continue
      }
      if former[rank] - rank != contentBefore - newBefore {
        movedRows.append((from: ListPath(row: former[rank], section: section), to: target))
      }
    }
  }
}

extension InsertionMap {
  /// The map with content rows inserted, which must be places that fit.
  func inserting(_ sorted: [ListPath], policy: UpdatePolicy) -> InsertionMap {
    var map = self
    do throws(PlacementError) {
      for path in sorted { try map.insertRow(at: UserPath(path), policy: policy) }
    } catch {
      preconditionFailure("rows whose places have been checked do not fit: \(error)")
    }
    return map
  }

  /// The map with other counts of content.
  func replacingUserCounts(_ counts: [Int]) -> InsertionMap {
    var map = self
    do throws(PlacementError) {
      try map.setUserCounts(counts)
    } catch {
      preconditionFailure("the data source's counts cannot be shown: \(error)")
    }
    return map
  }
}

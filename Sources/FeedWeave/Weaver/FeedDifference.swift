import ListModel
import Placement

/// The exact difference, in feed space, that content rows make when they are inserted.
///
/// Content keeps its order and insertions keep theirs, so an insertion is touched only where content has passed it: when the
/// number of kept content rows before it has changed. That is the least that leads from the one feed to the other.
struct FeedDifference {
  /// The map that the feed is moved to.
  let after: InsertionMap
  /// The rows that appear, content and insertions, by their places after the change.
  private(set) var insertedRows: [ListPath]
  /// The insertions that content has passed.
  private(set) var movedRows: [(from: ListPath, to: ListPath)] = []
  /// The insertions that disappear, by their places before the change.
  private(set) var deletedRows: [ListPath] = []

  /// The difference of inserting content rows, named by their places after the change, which are places that fit.
  ///
  /// - Complexity: O(inserted · log inserted + insertions of the sections they go into · log).
  init(inserting paths: [ListPath], into before: InsertionMap, policy: UpdatePolicy) {
    let inserted = paths.sorted()
    let map = before.inserting(inserted, policy: policy)
    after = map
    insertedRows = inserted.compactMap { map.feedPath(for: UserPath($0)).map { ListPath($0) } }
    for section in Set(inserted.map(\.section)).sorted() {
      guard let feed = map.feedSection(forUser: section) else { continue }
      let rows = inserted.filter { $0.section == section }.map(\.row)
      compare(before, section: feed, insertedRows: rows)
    }
  }

  private mutating func compare(_ before: InsertionMap, section: Int, insertedRows rows: [Int]) {
    let former = places(in: before, section: section)
    for (index, place) in places(in: after, section: section).sorted(by: { $0.value.row < $1.value.row }) {
      let target = ListPath(row: place.row, section: section)
      let keptBefore = place.contentBefore - lowerBound(of: place.contentBefore, in: rows)
      guard let origin = former[index] else {
        insertedRows.append(target)
        continue
      }
      if origin.contentBefore != keptBefore {
        movedRows.append((from: ListPath(row: origin.row, section: section), to: target))
      }
    }
    for (index, place) in former.sorted(by: { $0.value.row < $1.value.row })
    where !after.shows(index, inSection: section) {
      deletedRows.append(ListPath(row: place.row, section: section))
    }
  }

  private struct Place {
    let row: Int
    let contentBefore: Int
  }

  /// Where the insertions of a section stand, by their numbers, and how many content rows stand before each.
  private func places(in map: InsertionMap, section: Int) -> [Int: Place] {
    var found: [Int: Place] = [:]
    for (rank, row) in map.insertedRows(inFeedSection: section).enumerated() {
      guard let index = map.insertionIndex(at: FeedPath(section: section, row: row)) else { continue }
      found[index] = Place(row: row, contentBefore: row - rank)
    }
    return found
  }

  /// How many of the sorted rows are less than a row.
  private func lowerBound(of row: Int, in rows: [Int]) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
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

  /// Whether an insertion is visible in a section.
  func shows(_ index: Int, inSection section: Int) -> Bool {
    insertedRows(inFeedSection: section).contains { insertionIndex(at: FeedPath(section: section, row: $0)) == index }
  }
}

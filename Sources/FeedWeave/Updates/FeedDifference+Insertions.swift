import ListModel
import Placement

/// What becomes of the insertions.
extension FeedDifference {
  /// Compares the inserted sections, and finds out what each section was; content sections come from the given ones.
  mutating func compareSections(_ userOrigins: [Int?]) {
    let former = before.insertedSectionPlaces
    let places = after.insertedSectionPlaces
    let comparison = InsertionComparison(
      before: former, after: places, areSame: areSame,
      leaving: content.deletedSections + content.movedSections.map(\.from),
      coming: content.insertedSections + content.movedSections.map(\.to))
    updates.deletedSections += comparison.left.map(\.position)
    updates.insertedSections += comparison.come.map(\.position)
    updates.movedSections += comparison.moved
    let formerSections = Dictionary((areSame ? former : []).map { ($0.number, $0.position) }) { first, _ in first }
    origins = (0..<after.feedSectionCount).map { section in
      if let user = after.userSection(forFeed: section) {
        return userOrigins[user].flatMap { before.feedSection(forUser: $0) }
      }
      return after.sectionInsertionIndex(at: section).flatMap { formerSections[$0] }
    }
  }

  /// Compares the inserted rows of feed sections that stay; in others they come and go with them.
  mutating func compareRows(in sections: some Sequence<Int>, passesNone: Bool = false) {
    let leaving = content.leavingRows
    let coming = content.comingRows
    let reloaded = Set(updates.reloadedSections)
    for section in sections {
      guard let origin = origins.map({ $0[section] }) ?? section, !reloaded.contains(origin) else { continue }
      guard before.insertedRowCount(inFeedSection: origin) > 0 || after.insertedRowCount(inFeedSection: section) > 0
      else { continue }
      let former = before.places(inFeedSection: origin)
      let places = after.places(inFeedSection: section)
      let comparison = InsertionComparison(
        before: former, after: places, areSame: areSame, untouched: passesNone ? min(former.count, places.count) : 0,
        leaving: before.userSection(forFeed: origin).flatMap { leaving[$0] } ?? [],
        coming: after.userSection(forFeed: section).flatMap { coming[$0] } ?? [])
      updates.movedRows += comparison.moved.map {
        (from: ListPath(row: $0.from, section: origin), to: ListPath(row: $0.to, section: section))
      }
      left += comparison.left.map { (number: $0.number, path: ListPath(row: $0.position, section: origin)) }
      come += comparison.come.map { (number: $0.number, path: ListPath(row: $0.position, section: section)) }
    }
  }

  /// Makes moves of what has left one section and come into another, and deletions and insertions of the rest.
  mutating func joinMoves() {
    var places = Dictionary((areSame ? left : []).map { ($0.number, $0.path) }) { first, _ in first }
    for (number, path) in come {
      if let from = places.removeValue(forKey: number) {
        updates.movedRows.append((from: from, to: path))
      } else {
        updates.insertedRows.append(path)
      }
    }
    updates.deletedRows += left.filter { !areSame || places[$0.number] != nil }.map(\.path)
  }
}

extension InsertionMap {
  /// The visible inserted sections with their numbers, in order.
  fileprivate var insertedSectionPlaces: [InsertionComparison.Place] {
    insertedSections.compactMap { section in
      sectionInsertionIndex(at: section).map { InsertionComparison.Place(number: $0, position: section) }
    }
  }

  /// The visible inserted rows of a feed section with their numbers, in order.
  fileprivate func places(inFeedSection section: Int) -> some RandomAccessCollection<InsertionComparison.Place> {
    (0..<insertedRowCount(inFeedSection: section)).lazy.map { rank in
      let insertion = self.insertedRow(ofRank: rank, inFeedSection: section)
      return InsertionComparison.Place(number: insertion.number, position: insertion.row)
    }
  }
}

extension ListUpdates {
  /// The rows that leave their place, for each section before the update.
  fileprivate var leavingRows: [Int: [Int]] {
    Dictionary(grouping: deletedRows + movedRows.map(\.from), by: \.section).mapValues { $0.map(\.row) }
  }

  /// The rows that come to a place, for each section after the update.
  fileprivate var comingRows: [Int: [Int]] {
    Dictionary(grouping: insertedRows + movedRows.map(\.to), by: \.section).mapValues { $0.map(\.row) }
  }
}

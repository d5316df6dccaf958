import ListModel
import Placement

/// The exact difference, in feed space, between what a list shows before and after an update of its content or its insertions.
///
/// What the content side says of places before the update is translated by the map before, what it says of places after it by
/// the map after. To that come the insertions: one that is gone is deleted, a new one is inserted, one that stands in another
/// section moves there, and one that stays in its section moves only where kept content has passed it.
struct FeedDifference {
  /// The update that leads from the one feed to the other.
  var updates = ListUpdates()

  let before: InsertionMap
  let after: InsertionMap
  /// Whether insertions of the same number are the same.
  let areSame: Bool
  /// What the content side says, in its own coordinates.
  let content: ListUpdates
  /// For each feed section, the one that it was; nil where all stay where they are.
  var origins: [Int?]?
  /// Insertions that have left a section that stays, in order.
  var left: [(number: Int, path: ListPath)] = []
  /// Insertions that have come into a section that stays, in order.
  var come: [(number: Int, path: ListPath)] = []

  /// The difference of an update of the content, which has been found to fit.
  ///
  /// - Complexity: O(sections + c log c + k), for c changes, and k insertions in the sections in which anything changes; where
  ///   insertions are anchored and no section changes, only for those that come or go.
  init(
    content: ListUpdates, origins: ListOrigins, from before: InsertionMap, to after: InsertionMap, policy: UpdatePolicy
  ) {
    (self.before, self.after, self.areSame, self.content) = (before, after, true, content)
    translateContent()
    if content.keepsSections {
      // What is not said to change does not, and content passes no anchored insertion.
      let touched = Set(content.changedPlaces.map(\.section)).sorted().compactMap { after.feedSection(forUser: $0) }
      compareRows(in: touched, passesNone: policy == .anchored)
    } else {
      compareSections(origins.sections)
      compareRows(in: 0..<after.feedSectionCount)
    }
    joinMoves()
  }

  /// The difference of an update of the insertions alone; those before are the same as those of the same numbers after, or not.
  ///
  /// - Complexity: O(sections + insertions).
  init(insertionsFrom before: InsertionMap, to after: InsertionMap, areSame: Bool) {
    (self.before, self.after, self.areSame, content) = (before, after, areSame, ListUpdates())
    compareSections(Array(0..<after.userSectionCount))
    compareRows(in: 0..<after.feedSectionCount)
    joinMoves()
  }
}

extension FeedDifference {
  /// Names the content's changes as the feed does.
  private mutating func translateContent() {
    updates.deletedSections = content.deletedSections.compactMap { before.feedSection(forUser: $0) }
    updates.reloadedSections = content.reloadedSections.compactMap { before.feedSection(forUser: $0) }
    updates.insertedSections = content.insertedSections.compactMap { after.feedSection(forUser: $0) }
    updates.movedSections = content.movedSections.compactMap { move in
      guard let from = before.feedSection(forUser: move.from), let to = after.feedSection(forUser: move.to) else {
        return nil
      }
      return (from: from, to: to)
    }
    updates.deletedRows = content.deletedRows.compactMap { before.listPath($0) }
    updates.reloadedRows = content.reloadedRows.compactMap { before.listPath($0) }
    updates.reconfiguredRows = content.reconfiguredRows.compactMap { before.listPath($0) }
    updates.insertedRows = content.insertedRows.compactMap { after.listPath($0) }
    updates.movedRows = content.movedRows.compactMap { move in
      guard let from = before.listPath(move.from), let to = after.listPath(move.to) else { return nil }
      return (from: from, to: to)
    }
  }
}

extension InsertionMap {
  fileprivate func listPath(_ user: ListPath) -> ListPath? {
    feedPath(for: UserPath(user)).map { ListPath($0) }
  }
}

extension ListUpdates {
  /// Whether every section stays where it is.
  fileprivate var keepsSections: Bool { deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty }

  /// Every place that a row leaves or comes to.
  fileprivate var changedPlaces: [ListPath] {
    deletedRows + insertedRows + movedRows.flatMap { [$0.from, $0.to] }
  }
}

// MARK: - Insertions

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

/// What becomes of the insertions among rows, or of the inserted sections among sections, of which some are kept.
///
/// An insertion is untouched when as many kept ones stand before it as did, and its like among the insertions; that is the least
/// that leads from the one order to the other.
struct InsertionComparison {
  /// An insertion by the caller's number, and where it stands.
  struct Place {
    var number: Int
    var position: Int
  }

  /// Those that kept ones have passed.
  private(set) var moved: [(from: Int, to: Int)] = []
  /// Those that are no longer here.
  private(set) var left: [Place] = []
  /// Those that have not been here.
  private(set) var come: [Place] = []

  private var leaving: SortedNumbers
  private var coming: SortedNumbers
  private var lastUntouched = -1

  /// Compares what stood here with what stands here now, both in order.
  ///
  /// The first `untouched` insertions are known to be so; none is, and no number means the same, unless `areSame`. What leaves is
  /// numbered without insertions as before, what comes as after.
  ///
  /// - Complexity: O(insertions + n log n), for n that leave or come.
  init(
    before: some RandomAccessCollection<Place>, after: some RandomAccessCollection<Place>, areSame: Bool,
    untouched: Int = 0, leaving: [Int], coming: [Int]
  ) {
    self.leaving = SortedNumbers(leaving)
    self.coming = SortedNumbers(coming)
    guard areSame else {
      (left, come) = (Array(before), Array(after))
      return
    }
    var rank = untouched
    while rank < min(before.count, after.count) {
      let former = before[before.index(before.startIndex, offsetBy: rank)]
      let place = after[after.index(after.startIndex, offsetBy: rank)]
      guard former.number == place.number else { break }
      compare(former, rank, place, rank)
      rank += 1
    }
    compareRest(before, after, from: rank)
  }

  private mutating func compareRest(
    _ before: some RandomAccessCollection<Place>, _ after: some RandomAccessCollection<Place>, from rank: Int
  ) {
    var former: [Int: (rank: Int, place: Place)] = [:]
    for (offset, place) in before.dropFirst(rank).enumerated() { former[place.number] = (rank + offset, place) }
    for (offset, place) in after.dropFirst(rank).enumerated() {
      if let known = former.removeValue(forKey: place.number) {
        compare(known.place, known.rank, place, rank + offset)
      } else {
        come.append(place)
      }
    }
    left = former.values.sorted { $0.rank < $1.rank }.map(\.place)
  }

  private mutating func compare(_ former: Place, _ formerRank: Int, _ place: Place, _ rank: Int) {
    let keptBefore = former.position - formerRank - leaving.count(below: former.position - formerRank)
    let keptAfter = place.position - rank - coming.count(below: place.position - rank)
    if keptBefore == keptAfter, formerRank > lastUntouched {
      lastUntouched = formerRank
    } else {
      moved.append((from: former.position, to: place.position))
    }
  }
}

/// Numbers in order, of which those below others are counted.
private struct SortedNumbers {
  private let numbers: [Int]

  init(_ numbers: [Int]) {
    self.numbers = numbers.sorted()
  }

  /// How many are below a bound.
  func count(below bound: Int) -> Int { numbers.partitioningIndex { $0 >= bound } }
}

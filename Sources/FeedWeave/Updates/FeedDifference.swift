import ListModel
import Placement

/// The exact difference between the feed before and after an update of the content or the insertions.
///
/// Content positions before the update are translated by the map before, those after it by the map after. Insertions
/// are added to that: a removed insertion is deleted, and a new one is inserted. One that is in another section moves
/// there. One that stays in its section moves only where kept content has passed it.
struct FeedDifference {
  /// The update that turns the feed before into the feed after.
  var updates = ListUpdates()

  // By reference, since a copy of a map counts ten of them.
  private let before: SharedMap
  private let after: SharedMap
  /// Whether equal numbers identify the same insertion.
  private let numbersAreSame: Bool
  /// For each feed section after, the section before; nil where no section changes its position.
  private var origins: [Int?]?
  /// Insertions that are no longer in a section that stays, in order.
  private var left: [(number: Int, path: ListPath)] = []
  /// Insertions that are new in a section that stays, in order.
  private var come: [(number: Int, path: ListPath)] = []

  /// Computes the difference for a content update that has been checked.
  ///
  /// - Complexity: O(sections + c log c + k), for c changes, and k insertions in the sections in which anything
  ///   changes; where insertions are anchored and no section changes, only for those that are inserted or deleted.
  init(
    content: ListUpdates, origins: ListOrigins, from before: SharedMap, to after: SharedMap, policy: UpdatePolicy
  ) {
    (self.before, self.after, self.numbersAreSame) = (before, after, true)
    translate(content)
    if origins.keepsSections {
      // Other sections don't change, and content passes no anchored insertion.
      let touched = origins.changedSections.compactMap { after.feedSection(forUser: $0) }
      compareRows(in: touched, content: origins, passesNone: policy == .anchored)
    } else {
      compareSections(origins.sections, content: content.sectionShift)
      // Insertions that wait for a section may come into any.
      let keepsOthers = policy == .anchored && !before.hasWaitingRows
      compareRows(in: 0..<after.map.feedSectionCount, content: origins, keepsOthers: keepsOthers)
    }
    joinMoves()
  }

  /// Computes the difference for an update of the insertions only.
  ///
  /// `numbersAreSame` says whether an insertion before and one after with the same number are the same.
  ///
  /// - Complexity: O(sections + insertions).
  init(insertionsFrom before: SharedMap, to after: SharedMap, numbersAreSame: Bool) {
    (self.before, self.after, self.numbersAreSame) = (before, after, numbersAreSame)
    compareSections(Array(0..<after.map.userSectionCount), content: PositionShift())
    compareRows(in: 0..<after.map.feedSectionCount, content: nil)
    joinMoves()
  }

  /// Makes the difference that deletes and inserts known row insertions, in maps that are the same otherwise.
  ///
  /// - Complexity: O(deleted and inserted rows).
  init(deleting deleted: [FeedPath], inserting inserted: [FeedPath], from before: SharedMap, to after: SharedMap) {
    (self.before, self.after, self.numbersAreSame) = (before, after, true)
    updates.deletedRows = deleted.map { ListPath($0) }
    updates.insertedRows = inserted.map { ListPath($0) }
  }
}

extension FeedDifference {
  /// Translates the content's changes to feed coordinates.
  private mutating func translate(_ content: ListUpdates) {
    updates.deletedSections = content.deletedSections.compactMap { before.feedSection(forUser: $0) }
    updates.reloadedSections = content.reloadedSections.compactMap { before.feedSection(forUser: $0) }
    updates.insertedSections = content.insertedSections.compactMap { after.feedSection(forUser: $0) }
    updates.movedSections = content.movedSections.compactMap { move in
      guard let from = before.feedSection(forUser: move.from), let to = after.feedSection(forUser: move.to)
      else {
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

extension SharedMap {
  fileprivate func listPath(_ user: ListPath) -> ListPath? {
    map.feedPath(for: UserPath(user)).map { ListPath($0) }
  }
}

// MARK: - Insertions

/// Differences of the insertions.
extension FeedDifference {
  /// Compares the inserted sections and finds every section's origin; content sections have the given origins.
  private mutating func compareSections(_ userOrigins: [Int?], content: PositionShift) {
    let former = before.map.insertedSectionPlaces
    let places = after.map.insertedSectionPlaces
    let comparison = InsertionComparison(
      before: former, after: places, numbersAreSame: numbersAreSame, content: content)
    updates.deletedSections += comparison.left.map(\.position)
    updates.insertedSections += comparison.come.map(\.position)
    updates.movedSections += comparison.moved
    let formerSections = Dictionary((numbersAreSame ? former : []).map { ($0.number, $0.position) }) { first, _ in first
    }
    if former.isEmpty && places.isEmpty {
      origins = userOrigins
      return
    }
    origins = (0..<after.map.feedSectionCount).map { section in
      if let user = after.userSection(forFeed: section) {
        return userOrigins[user].flatMap { before.feedSection(forUser: $0) }
      }
      return after.map.sectionInsertionIndex(at: section).flatMap { formerSections[$0] }
    }
  }

  /// Compares the inserted rows of feed sections that stay; in other sections they are deleted and inserted with them.
  ///
  /// - Parameters:
  ///   - content: The origins of the content's rows, in content coordinates; nil where the content isn't updated.
  ///   - passesNone: Whether kept content passes no insertion.
  ///   - keepsOthers: Whether sections of the content have the insertions that they had, unless their rows change.
  private mutating func compareRows(
    in sections: some Sequence<Int>, content: ListOrigins?, passesNone: Bool = false, keepsOthers: Bool = false
  ) {
    let reloaded = Set(updates.reloadedSections)
    for section in sections {
      guard let origin = origins == nil ? section : origins?[section], !reloaded.contains(origin) else { continue }
      let user = after.userSection(forFeed: section)
      let shift = user.flatMap { content?.shift(ofSection: $0) }
      if keepsOthers, user != nil, shift == nil { continue }
      let formerCount = before.insertedRowCount(inFeedSection: origin)
      let count = after.insertedRowCount(inFeedSection: section)
      guard formerCount > 0 || count > 0 else { continue }
      // Where content passes none, the first are unchanged, as many as there are before and after.
      if passesNone, formerCount == count { continue }
      // Most sections of a list are as they were.
      if numbersAreSame, shift == nil,
        before.hasRows(inFeedSection: origin, sameAs: after, inFeedSection: section)
      {
        continue
      }
      let former = before.places(inFeedSection: origin)
      let places = after.places(inFeedSection: section)
      let comparison = InsertionComparison(
        before: former, after: places, numbersAreSame: numbersAreSame,
        untouched: passesNone ? min(formerCount, count) : 0,
        content: shift ?? PositionShift())
      updates.movedRows += comparison.moved.map {
        (from: ListPath(row: $0.from, section: origin), to: ListPath(row: $0.to, section: section))
      }
      left += comparison.left.map { (number: $0.number, path: ListPath(row: $0.position, section: origin)) }
      come += comparison.come.map { (number: $0.number, path: ListPath(row: $0.position, section: section)) }
    }
  }

  /// Turns insertions in both `left` and `come` into moves, the others into deletions and insertions.
  private mutating func joinMoves() {
    var places = Dictionary((numbersAreSame ? left : []).map { ($0.number, $0.path) }) { first, _ in first }
    for (number, path) in come {
      if let from = places.removeValue(forKey: number) {
        updates.movedRows.append((from: from, to: path))
      } else {
        updates.insertedRows.append(path)
      }
    }
    updates.deletedRows += left.filter { !numbersAreSame || places[$0.number] != nil }.map(\.path)
  }
}

extension InsertionMap {
  /// The shown inserted sections with their numbers, in order.
  fileprivate var insertedSectionPlaces: [InsertionComparison.Place] {
    insertedSections.compactMap { section in
      sectionInsertionIndex(at: section).map { InsertionComparison.Place(number: $0, position: section) }
    }
  }
}

extension SharedMap {
  /// Returns the shown inserted rows of a feed section with their numbers, in order.
  fileprivate func places(inFeedSection section: Int) -> some RandomAccessCollection<InsertionComparison.Place> {
    (0..<insertedRowCount(inFeedSection: section)).lazy.map { rank in
      let insertion = self.insertedRow(ofRank: rank, inFeedSection: section)
      return InsertionComparison.Place(number: insertion.number, position: insertion.row)
    }
  }
}

/// Compares the insertions among rows, or the inserted sections among sections, before and after an update.
///
/// An insertion is untouched if the number of kept elements before it is the same, and if it also follows the previous
/// untouched insertions in the order before. This is the least change that turns one order into the other.
struct InsertionComparison {
  /// An insertion's number and position.
  struct Place {
    fileprivate var number: Int
    fileprivate var position: Int
  }

  /// Insertions that kept elements have passed.
  private(set) var moved: [(from: Int, to: Int)] = []
  /// Insertions that are only in the state before.
  private(set) var left: [Place] = []
  /// Insertions that are only in the state after.
  private(set) var come: [Place] = []

  private let content: PositionShift
  private var lastUntouched = -1

  /// Compares the insertions before and after, both in order.
  ///
  /// The first `untouched` insertions are known to be unchanged. Unless `numbersAreSame`, all insertions before are deleted
  /// and all after are new. The positions in `content` don't count insertions.
  ///
  /// - Complexity: O(insertions * log n), for n changes in `content`.
  init(
    before: some RandomAccessCollection<Place>, after: some RandomAccessCollection<Place>, numbersAreSame: Bool,
    untouched: Int = 0, content: PositionShift
  ) {
    self.content = content
    guard numbersAreSame else {
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
    let keptBefore = content.rank(ofOld: former.position - formerRank)
    let keptAfter = content.rank(ofNew: place.position - rank)
    if keptBefore == keptAfter, formerRank > lastUntouched {
      lastUntouched = formerRank
    } else {
      moved.append((from: former.position, to: place.position))
    }
  }
}

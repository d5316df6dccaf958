import ListModel
import Placement

/// The exact difference, in feed space, between what a list shows before and after an update of its content or its insertions.
///
/// What the content side says of places before the update is translated by the map before, what it says of places after it by
/// the map after. To that come the insertions: one that is gone is deleted, a new one is inserted, one that stands in another
/// section moves there, and one that stays in its section moves only where kept content has passed it.
struct FeedDifference {
  /// The update that leads from the one feed to the other.
  private(set) var updates = ListUpdates()

  private let before: InsertionMap
  private let after: InsertionMap
  private let content: ListUpdates
  /// For each feed section, the one that it was.
  private var origins: [Int?] = []
  /// Insertions that have left a section that stays, in order.
  private var left: [(number: Int, path: ListPath)] = []
  /// Insertions that have come into a section that stays, in order.
  private var come: [(number: Int, path: ListPath)] = []

  /// The difference of an update of the content, which has been found to fit.
  ///
  /// - Complexity: O(sections + c log c + k), for c changes, and k insertions in the sections in which anything changes; where
  ///   insertions are anchored and no section changes, only for those that come or go.
  init(
    content: ListUpdates, origins: ListOrigins, from before: InsertionMap, to after: InsertionMap, policy: UpdatePolicy
  ) {
    (self.before, self.after, self.content) = (before, after, content)
    translateContent()
    let changesSections =
      !(content.deletedSections.isEmpty && content.insertedSections.isEmpty
      && content.movedSections.isEmpty)
    compareSections(origins.sections)
    if changesSections {
      compareRows(in: after.userSections, policy: nil, isWhole: true)
    } else {
      let touched = Set(content.changedPlaces.map(\.section))
      compareRows(in: touched.sorted(), policy: policy, isWhole: false)
    }
    joinMoves()
  }

  /// The difference of an update of the insertions alone; those before are the same as those of the same numbers after, or not.
  ///
  /// - Complexity: O(sections + insertions).
  init(insertionsFrom before: InsertionMap, to after: InsertionMap, areSame: Bool) {
    (self.before, self.after, content) = (before, after, ListUpdates())
    compareSections(Array(0..<after.userSectionCount), areSame: areSame)
    compareRows(in: after.userSections, policy: nil, isWhole: true, areSame: areSame)
    joinMoves(areSame: areSame)
  }
}

// MARK: - Content

extension FeedDifference {
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

// MARK: - Inserted sections

extension FeedDifference {
  private typealias Place = InsertionComparison.Place

  private mutating func compareSections(_ userOrigins: [Int?], areSame: Bool = true) {
    let former = before.insertedSectionPlaces
    let places = after.insertedSectionPlaces
    let comparison = InsertionComparison(
      before: former, after: places, areSame: areSame,
      leaving: content.deletedSections + content.movedSections.map(\.from),
      coming: content.insertedSections + content.movedSections.map(\.to))
    updates.deletedSections += comparison.left.map(\.position)
    updates.insertedSections += comparison.come.map(\.position)
    updates.movedSections += comparison.moved
    let formerByNumber = Dictionary(former.map { ($0.number, $0.position) }) { first, _ in first }
    var numbers: [Int: Int] = [:]
    for place in places { numbers[place.position] = place.number }
    origins = (0..<after.feedSectionCount).map { section in
      if let user = after.userSection(forFeed: section) {
        return userOrigins[user].flatMap { before.feedSection(forUser: $0) }
      }
      return areSame ? numbers[section].flatMap { formerByNumber[$0] } : nil
    }
  }
}

// MARK: - Inserted rows

extension FeedDifference {
  /// Compares the insertions of the given user sections, or of all sections.
  private mutating func compareRows(
    in sections: some Sequence<Int>, policy: UpdatePolicy?, isWhole: Bool, areSame: Bool = true
  ) {
    let leaving = Dictionary(
      grouping: content.deletedRows + content.movedRows.map(\.from), by: \.section
    ).mapValues { $0.map(\.row) }
    let coming = Dictionary(
      grouping: content.insertedRows + content.movedRows.map(\.to), by: \.section
    ).mapValues { $0.map(\.row) }
    let reloaded = Set(updates.reloadedSections)
    let touched =
      isWhole ? Array(origins.indices) : sections.compactMap { after.feedSectionOfContent($0) }
    for section in touched {
      guard let origin = origins[section], !reloaded.contains(origin) else { continue }
      let former = before.places(inFeedSection: origin)
      let places = after.places(inFeedSection: section)
      let comparison = InsertionComparison(
        before: former, after: places, areSame: areSame,
        untouched: policy == .anchored ? min(former.count, places.count) : 0,
        leaving: before.userSection(forFeed: origin).flatMap { leaving[$0] } ?? [],
        coming: after.userSection(forFeed: section).flatMap { coming[$0] } ?? [])
      updates.movedRows += comparison.moved.map {
        (from: ListPath(row: $0.from, section: origin), to: ListPath(row: $0.to, section: section))
      }
      left += comparison.left.map { (number: $0.number, path: ListPath(row: $0.position, section: origin)) }
      come += comparison.come.map {
        (number: $0.number, path: ListPath(row: $0.position, section: section))
      }
    }
  }

  /// Makes moves of what has left one section and come into another, and deletions and insertions of the rest.
  private mutating func joinMoves(areSame: Bool = true) {
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
  /// The user sections.
  fileprivate var userSections: Range<Int> { 0..<userSectionCount }

  /// The feed section of a user section that exists.
  fileprivate func feedSectionOfContent(_ section: Int) -> Int? {
    section < userSectionCount ? feedSection(forUser: section) : nil
  }

  fileprivate func listPath(_ user: ListPath) -> ListPath? {
    feedPath(for: UserPath(user)).map { ListPath($0) }
  }

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
  /// Every place that a row leaves or comes to.
  fileprivate var changedPlaces: [ListPath] {
    deletedRows + insertedRows + movedRows.flatMap { [$0.from, $0.to] }
  }
}

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

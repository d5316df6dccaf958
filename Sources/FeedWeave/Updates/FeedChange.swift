import ListModel
public import Placement

/// What has changed in a feed as its list shows it.
///
/// Whoever keeps a copy of the feed, to show it elsewhere for one, keeps it up by these: replayed on what stood there before,
/// they give what stands there now.
///
/// ```swift
/// func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {
///   switch change {
///   case .reload: copy = feed(by: weaver.map)
///   case .update(let changes): copy = try changes.applying(to: copy, elementsFrom: feed(by: weaver.map))
///   }
/// }
/// ```
public enum FeedChange: Hashable, Sendable {
  /// The list has been loaded, or loaded anew: nothing is known of what stood there before.
  case reload
  /// The list has been told of these changes and no others.
  ///
  /// A section that has moved and changed is deleted and inserted, as in every `SectionedListChanges`; a row whose cell has been
  /// made ready anew is reloaded. To carry it out in a list like UIKit's, take its `batchUpdates`.
  case update(SectionedListChanges)
}

extension FeedChange {
  /// An update that a list has carried out.
  init(_ updates: ListUpdates) {
    do throws(PlacementError) {
      self = .update(try updates.changes())
    } catch {
      // Nothing that a list carries out is refused; if it is, looking at all anew is right at any rate.
      assertionFailure("an update of a list is no set of changes: \(error)")
      self = .reload
    }
  }
}

extension ListUpdates {
  /// The update as a set of changes.
  fileprivate func changes() throws(PlacementError) -> SectionedListChanges {
    if deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty {
      return try SectionedListChanges(rows: rowChanges(leaving: [], coming: []))
    }
    let (moves, broken) = partedMoves
    let sections = try ListChanges<Int>(
      deletes: deletedSections + broken.map(\.from), inserts: insertedSections + broken.map(\.to), moves: moves,
      reloads: reloadedSections)
    let staying = StayingPlaces(
      leaving: sections.deletes + moves.map(\.from), coming: sections.inserts + moves.map(\.to))
    let reloaded = reloadedSections.compactMap { staying.newPlace(of: $0) }
    return try SectionedListChanges(
      sections: sections,
      rows: rowChanges(leaving: Set(sections.deletes + reloadedSections), coming: Set(sections.inserts + reloaded)))
  }

  /// The moves of sections in which nothing changes, and those of the others, which are deleted and inserted instead.
  private var partedMoves: (moves: [ListChanges<Int>.Move], broken: [ListChanges<Int>.Move]) {
    let before = Set((deletedRows + reloadedRows + reconfiguredRows + movedRows.map(\.from)).map(\.section))
    let after = Set((insertedRows + movedRows.map(\.to)).map(\.section))
    let moves = movedSections.map { ListChanges<Int>.Move(from: $0.from, to: $0.to) }
    let isBroken = { (move: ListChanges<Int>.Move) in before.contains(move.from) || after.contains(move.to) }
    return (moves.filter { !isBroken($0) }, moves.filter(isBroken))
  }

  /// What changes in sections that stay, other than those that go, and those that come, with all their rows.
  ///
  /// A row that moves, and whose cell is made ready anew, is deleted and inserted, since a move says that it shows the same.
  private func rowChanges(leaving: Set<Int>, coming: Set<Int>) throws(PlacementError) -> ListChanges<FeedPath> {
    let anew = Set(reconfiguredRows)
    var gone = deletedRows
    var new = insertedRows
    var moves: [ListChanges<FeedPath>.Move] = []
    for move in movedRows {
      if anew.contains(move.from) || leaving.contains(move.from.section) || coming.contains(move.to.section) {
        gone.append(move.from)
        new.append(move.to)
      } else {
        moves.append(ListChanges<FeedPath>.Move(from: FeedPath(move.from), to: FeedPath(move.to)))
      }
    }
    let taken = Set(gone + reloadedRows + movedRows.map(\.from))
    return try ListChanges(
      deletes: gone.filter { !leaving.contains($0.section) }.map { FeedPath($0) },
      inserts: new.filter { !coming.contains($0.section) }.map { FeedPath($0) }, moves: moves,
      reloads: (reloadedRows + anew.subtracting(taken)).filter { !leaving.contains($0.section) }.map { FeedPath($0) })
  }
}

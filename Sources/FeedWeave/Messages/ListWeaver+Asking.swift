import ListModel
import Placement

/// Finding the owner of what a list asks about, and asking that owner and nobody else.
///
/// The content side is asked in user space and user coordinates, the insertions' side in feed space and feed coordinates. An
/// owner that is not there, or leaves a matter to the list, gets the list's own fallback, and so does a row that is not there
/// any more, because a callback has reloaded the list or removed the weaver.
extension ListWeaver {
  /// A row with its owner; nil for one that the feed does not have.
  func ownedRow(at path: ListPath) -> OwnedRow? {
    let path = FeedPath(path)
    return listedOwner(of: path).map { OwnedRow(path, of: $0) }
  }

  /// Rows with their owners, at the paths that they have after a callback; nil for those that are no longer in the list.
  func following(_ rows: [OwnedRow?], _ callback: () -> Void) -> [OwnedRow?] {
    guard let list, rows.contains(where: { $0?.owner.isInsertion ?? false }) else {
      callback()
      return rows
    }
    return list.tracking(rows.map { $0.map { ListPath($0.path) } ?? .nowhere }) { places in
      callback()
      return zip(rows, places).map { row, place in
        place.path.flatMap { path in row.map { OwnedRow(FeedPath(path), of: $0.owner) } }
      }
    }
  }

  /// A section with its owner, as the list counts; nil for one that the feed does not have.
  func ownedSection(_ section: Int, in map: InsertionMap) -> OwnedSection? {
    let user = map.userSection(forFeed: section)
    return user != nil || map.isInserted(feedSection: section) ? OwnedSection(section, ofContent: user) : nil
  }

  /// Asks the owner of a row.
  @discardableResult
  func ask<Answer>(
    _ row: OwnedRow, content: (ListView, ListPath) -> Answer?, insertion: (FeedPath) -> Answer?
  ) -> Answer? {
    switch row.owner {
    case .content(let user): listOfEnds.flatMap { list in inUserSpace { content(list, ListPath(user)) } }
    case .insertion: inFeedSpace { insertion(row.path) }
    }
  }

  /// Asks the owner of a section.
  @discardableResult
  func ask<Answer>(
    _ section: OwnedSection, content: (ListView, Int) -> Answer?, insertion: (Int) -> Answer?
  ) -> Answer? {
    guard let user = section.userSection else { return inFeedSpace { insertion(section.section) } }
    return listOfEnds.flatMap { list in inUserSpace { content(list, user) } }
  }
}

import ListModel
public import Placement

/// Translating between the content's coordinates and the feed's, for rows and sections that the list has.
extension ListWeaver {
  /// Whose a row of the feed is; nil for one that the feed does not have.
  public func owner(of path: FeedPath) -> RowOwner? {
    loadList()
    return listedOwner(of: path)
  }

  /// Whose a row is in the list as it was last loaded.
  func listedOwner(of path: FeedPath) -> RowOwner? {
    if let user = map.userPath(for: path) { return .content(user) }
    return map.insertionIndex(at: path).map(RowOwner.insertion)
  }

  /// The path under which the list knows a row of the content; nil for a row that the content does not have.
  func feedPath(_ user: ListPath) -> ListPath? {
    guard let count = map.userCount(inUserSection: user.section), user.row < count else { return nil }
    return map.feedPath(for: UserPath(user)).map { ListPath($0) }
  }

  /// The path under which the content side knows a row of the list; nil for an insertion.
  func userPath(_ feed: ListPath) -> ListPath? {
    map.userPath(for: FeedPath(feed)).map { ListPath($0) }
  }

  /// The number under which the list knows a section of the content; nil for one that the content does not have.
  func feedSection(_ user: Int) -> Int? {
    user < map.userSectionCount ? map.feedSection(forUser: user) : nil
  }

  /// The number under which the content side knows a section of the list; nil for an inserted one.
  func userSection(_ feed: Int) -> Int? { map.userSection(forFeed: feed) }
}

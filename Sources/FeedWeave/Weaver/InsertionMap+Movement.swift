import Placement

/// What a place of the feed stands for when a row is dragged there.
extension InsertionMap {
  /// The row that a content row would be if it were taken out of the feed and put in again at a place of it.
  ///
  /// A place in an inserted section stands for the end of the content section before it, or for the top of the first one. Nil
  /// where the row is not the content's.
  ///
  /// - Complexity: O(insertions that stand together at the place).
  func userTarget(ofMoving origin: FeedPath, to target: FeedPath) -> UserPath? {
    guard let from = userPath(for: origin) else { return nil }
    guard let section = userSection(forFeed: target.section) else {
      return userEnd(beforeFeedSection: target.section, ofMoving: from)
    }
    // Moved down, the row comes to stand after the one that is at the place now, which goes up by one.
    let isDown = target.section == origin.section && target.row > origin.row
    let above = contentCount(above: isDown ? target.row + 1 : target.row, inFeedSection: target.section)
    return UserPath(section: section, row: isDown ? above - 1 : above)
  }

  private func userEnd(beforeFeedSection section: Int, ofMoving from: UserPath) -> UserPath {
    for former in stride(from: section - 1, through: 0, by: -1) {
      guard let user = userSection(forFeed: former) else { continue }
      let count = userCount(inUserSection: user) ?? 0
      return UserPath(section: user, row: from.section == user ? count - 1 : count)
    }
    return UserPath(section: 0, row: 0)
  }

  /// How many content rows stand above a row of a feed section.
  private func contentCount(above row: Int, inFeedSection section: Int) -> Int {
    var next = FeedPath(section: section, row: row)
    let count = feedCount(inFeedSection: section) ?? 0
    while next.row < count {
      if let user = userPath(for: next) { return user.row }
      next.row += 1
    }
    return userSection(forFeed: section).flatMap { userCount(inUserSection: $0) } ?? 0
  }
}

extension FeedPath {
  /// Where a row of the feed stands when another one has been taken out and put in again.
  func afterMove(from origin: FeedPath, to target: FeedPath) -> FeedPath {
    if self == origin { return target }
    var path = self
    if section == origin.section, row > origin.row { path.row -= 1 }
    if section == target.section, path.row >= target.row { path.row += 1 }
    return path
  }
}

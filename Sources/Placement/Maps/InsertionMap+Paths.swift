extension InsertionMap {
  /// The content row that a feed row shows; nil for an inserted row, and outside the feed.
  @inline(__always)
  public func userPath(for path: FeedPath) -> UserPath? {
    guard UInt(bitPattern: path.section) < UInt(bitPattern: rows.count),
      let row = rows[path.section].map.userRow(forFeed: path.row)
    else { return nil }
    // Most lists have no inserted sections; asking for one costs as much as asking for a row.
    if sections.insertionCount == 0 { return UserPath(section: path.section, row: row) }
    return userSection(forFeed: path.section).map { UserPath(section: $0, row: row) }
  }

  /// Where a content row is shown; nil outside the content.
  ///
  /// The row after the last is shown at the feed count, where an appended row goes.
  @inline(__always)
  public func feedPath(for path: UserPath) -> FeedPath? {
    guard let section = feedSectionWithRows(forUser: path.section),
      let row = rows[section].map.feedRow(forUser: path.row)
    else { return nil }
    return FeedPath(section: section, row: row)
  }

  /// The content section that a feed section shows; nil for an inserted section, and outside the feed.
  @inline(never)
  public func userSection(forFeed section: Int) -> Int? { sections.userRow(forFeed: section) }

  /// Where a content section is shown; for the section count the feed's section count, and nil beyond.
  @inline(never)
  public func feedSection(forUser section: Int) -> Int? { sections.feedRow(forUser: section) }

  /// The feed section of a user section that exists: the one after the last has a place, but no rows.
  @inline(__always)
  func feedSectionWithRows(forUser section: Int) -> Int? {
    guard UInt(bitPattern: section) < UInt(bitPattern: sections.contentCount) else { return nil }
    return sections.insertionCount == 0 ? section : feedSection(forUser: section)
  }
}

// MARK: - Several at once

extension InsertionMap {
  /// The content rows that feed rows show, without those that are inserted or outside the feed.
  public func userPaths(for paths: some Sequence<FeedPath>) -> [UserPath] { paths.compactMap(userPath) }

  /// Where content rows are shown, without those outside the content.
  public func feedPaths(for paths: some Sequence<UserPath>) -> [FeedPath] { paths.compactMap(feedPath) }

  /// The content rows that a set of feed rows shows.
  public func userPaths(for paths: Set<FeedPath>) -> Set<UserPath> { Set(paths.lazy.compactMap(userPath)) }

  /// Where a set of content rows is shown.
  public func feedPaths(for paths: Set<UserPath>) -> Set<FeedPath> { Set(paths.lazy.compactMap(feedPath)) }

  /// The content sections that feed sections show, without those that are inserted or outside the feed.
  public func userSections(forFeed sections: some Sequence<Int>) -> [Int] { sections.compactMap(userSection) }

  /// Where content sections are shown, without those outside the content.
  public func feedSections(forUser sections: some Sequence<Int>) -> [Int] { sections.compactMap(feedSection) }

  /// The content sections that a set of feed sections shows.
  public func userSections(forFeed sections: Set<Int>) -> Set<Int> { Set(sections.lazy.compactMap(userSection)) }

  /// Where a set of content sections is shown.
  public func feedSections(forUser sections: Set<Int>) -> Set<Int> { Set(sections.lazy.compactMap(feedSection)) }
}

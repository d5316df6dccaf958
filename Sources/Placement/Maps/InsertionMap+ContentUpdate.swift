extension InsertionMap {
  /// Applies a change of the content, and answers the caller's numbers of the row insertions that are dropped.
  ///
  /// Under ``UpdatePolicy/pinned`` all keep their feed positions. Under ``UpdatePolicy/anchored`` each stays with the row that it
  /// stands before, and with its section, wherever that goes; those of a section that is deleted are dropped. Inserted sections
  /// stay before the section that they stand before. In a section that is reloaded insertions keep their feed positions. Rows
  /// that leave a deleted or reloaded section, or come to a new or reloaded one, are no news.
  ///
  /// - Complexity: O(sections + *c* log *c*) for *c* changed rows, each of which costs as one alone.
  /// - Throws: ``PlacementError`` for changes that do not lead to the counts; the map is then as it was.
  @discardableResult
  public mutating func apply(_ update: ContentUpdate, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    guard update.origins.count == update.userCounts.count else {
      throw .wrongCount(update.userCounts.count, expected: update.origins.count, section: nil)
    }
    if policy == .pinned {
      try setUserCounts(update.userCounts)
      return []
    }
    var map = self
    let changes = RowChanges(update)
    let dropped = update.keepsSections(userSectionCount) ? [] : try map.rearrange(update, changes)
    if update.keepsSections(userSectionCount) {
      for section in changes.touched(update) {
        guard let feed = map.feedSectionWithRows(forUser: section) else {
          throw .sectionOutOfRange(section, count: userSectionCount)
        }
        try changes.apply(to: &map.rows[feed], section: section, update)
      }
    }
    for section in update.userCounts.indices {
      let count = map.userCount(inUserSection: section) ?? 0
      guard count == update.userCounts[section] else {
        throw .wrongCount(update.userCounts[section], expected: count, section: section)
      }
    }
    self = map
    return dropped
  }

  /// Has sections come, go and move, each with its insertions, and their rows change on the way.
  private mutating func rearrange(_ update: ContentUpdate, _ changes: RowChanges) throws(PlacementError) -> [Int] {
    let formerCount = userSectionCount
    let (former, inserted) = takeApart()
    var content: [SectionRows] = []
    for (section, origin) in update.origins.enumerated() {
      guard let origin else {
        content.append(try SectionRows(contentCount: update.userCounts[section]))
        continue
      }
      guard former.indices.contains(origin) else { throw .sectionOutOfRange(origin, count: formerCount) }
      content.append(former[origin])
      try changes.apply(to: &content[section], section: section, update)
    }
    for section in update.leavingSections.sorted(by: >) { try sections.deleteRow(at: section, policy: .anchored) }
    for section in update.comingSections.sorted() { try sections.insertRow(at: section, policy: .anchored) }
    guard sections.contentCount == content.count else {
      throw .wrongCount(content.count, expected: sections.contentCount, section: nil)
    }
    try arrange(userSections: content, insertedSections: inserted)
    let kept = Set(update.origins)
    return former.indices.filter { !kept.contains($0) }.flatMap { former[$0].callerIndices }
  }
}

extension ContentUpdate {
  /// Whether every section stays where it is.
  fileprivate func keepsSections(_ count: Int) -> Bool {
    leavingSections.isEmpty && comingSections.isEmpty && origins.count == count
  }
}

/// The changed rows of an update, section by section.
private struct RowChanges {
  private var leaving: [Int: [Int]]
  private var coming: [Int: [Int]]

  init(_ update: ContentUpdate) {
    leaving = Dictionary(grouping: update.leavingRows, by: \.section).mapValues { $0.map(\.row).sorted(by: >) }
    coming = Dictionary(grouping: update.comingRows, by: \.section).mapValues { $0.map(\.row).sorted() }
  }

  /// The sections of which something changes, where all stay where they are.
  func touched(_ update: ContentUpdate) -> Set<Int> {
    Set(leaving.keys).union(coming.keys).union(update.reloadedSections)
  }

  /// Changes the rows of a section, numbered as after the update, that has been there before it.
  func apply(to rows: inout SectionRows, section: Int, _ update: ContentUpdate) throws(PlacementError) {
    guard update.origins.indices.contains(section), let origin = update.origins[section] else {
      throw .sectionOutOfRange(section, count: update.origins.count)
    }
    if update.reloadedSections.contains(origin) {
      return try rows.map.setContentCount(update.userCounts[section])
    }
    for row in leaving[origin] ?? [] { try rows.map.deleteRow(at: row, policy: .anchored) }
    for row in coming[section] ?? [] { try rows.map.insertRow(at: row, policy: .anchored) }
  }
}

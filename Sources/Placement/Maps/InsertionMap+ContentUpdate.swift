extension InsertionMap {
  /// Applies a change of the content, and answers the caller's numbers of the row insertions that are dropped.
  ///
  /// Under ``UpdatePolicy/pinned`` all keep their feed positions. Under ``UpdatePolicy/anchored`` each stays with the row that it
  /// stands before, and with its section, wherever that goes; those of a section that is deleted are dropped. Inserted sections
  /// stay before the section that they stand before. In a section that is reloaded insertions keep their feed positions. Rows
  /// that leave a deleted or reloaded section, or come to a new or reloaded one, are no news.
  ///
  /// - Complexity: O(sections + *c* log *c*) for *c* changed rows, each of which costs as one alone.
  /// - Throws: ``PlacementError`` for changes that contradict each other or do not lead to the counts, under either policy; the
  ///   map is then as it was.
  @discardableResult
  public mutating func apply(_ update: ContentUpdate, policy: UpdatePolicy) throws(PlacementError) -> [Int] {
    let shifts = try SectionShifts(update, counts: userCounts)
    if policy == .anchored { return try apply(update, shifts) }
    try setUserCounts(update.userCounts)
    return []
  }

  /// Applies an update that has been judged, under ``UpdatePolicy/anchored``.
  mutating func apply(_ update: ContentUpdate, _ shifts: SectionShifts) throws(PlacementError) -> [Int] {
    var map = self
    var dropped: [Int] = []
    if update.keepsSections {
      for section in update.origins.indices {
        guard let feed = feedSectionWithRows(forUser: section) else { continue }
        try shifts.apply(to: &map.rows[feed], section: section, update)
      }
    } else {
      dropped = try map.rearrange(update, shifts)
    }
    self = map
    return dropped
  }

  /// Has sections come, go and move, each with its insertions, and their rows change on the way.
  private mutating func rearrange(_ update: ContentUpdate, _ shifts: SectionShifts) throws(PlacementError) -> [Int] {
    let (former, inserted) = takeApart()
    var content: [SectionRows] = []
    for (section, origin) in update.origins.enumerated() {
      guard let origin else {
        content.append(try SectionRows(contentCount: update.userCounts[section]))
        continue
      }
      content.append(former[origin])
      try shifts.apply(to: &content[section], section: section, update)
    }
    for section in update.leavingSections.sorted(by: >) { try sections.deleteRow(at: section, policy: .anchored) }
    for section in update.comingSections.sorted() { try sections.insertRow(at: section, policy: .anchored) }
    try arrange(userSections: content, insertedSections: inserted)
    let kept = Set(update.origins)
    return former.indices.filter { !kept.contains($0) }.flatMap { former[$0].callerIndices }
  }
}

extension ContentUpdate {
  /// Whether every section stays where it is.
  fileprivate var keepsSections: Bool { leavingSections.isEmpty && comingSections.isEmpty }
}

extension SectionShifts {
  /// Changes the rows of a section, numbered as after the update, that has been there before it.
  fileprivate func apply(
    to rows: inout SectionRows, section: Int, _ update: ContentUpdate
  ) throws(PlacementError) {
    if let origin = update.origins[section], update.reloadedSections.contains(origin) {
      return try rows.map.setContentCount(update.userCounts[section])
    }
    guard let shift = shift(ofSection: section) else { return }
    for row in shift.leaving.reversed() { try rows.map.deleteRow(at: row, policy: .anchored) }
    for row in shift.coming { try rows.map.insertRow(at: row, policy: .anchored) }
  }
}

/// Checking cursors, which come back from clients.
extension FeedMerger {
  /// Throws if a cursor cannot be continued: it was made under other rules, or no page can have made it.
  ///
  /// Call it before content and ads are fetched; merging calls it as well. For one tenant whose rules have neither
  /// `share`, `after` nor `nearest`, exactly the cursors are taken to which some content, ads and pages lead; for others, some more
  /// are. A cursor that began at an offset is only checked for numbers that contradict each other. In any case the number
  /// of content rows is only known to be possible: the content may be shorter by now.
  /// - Complexity: O(sections named by the rules + positions named by `at` + ads of the section up to 4,096).
  /// - Throws: ``PlacementError/cursorOfOtherRules(_:)``, and ``PlacementError/invalidCursor(_:)``, which names the value.
  public func check(_ cursor: FeedCursor) throws(PlacementError) {
    if cursor.rules != digest { throw .cursorOfOtherRules(tenants.map(\.rulesAndName).joined(separator: "; ")) }
    let progress = cursor.progress
    guard progress.tenants.count == tables.count else {
      throw .invalidCursor("'tenants' is \(progress.tenants.count), and there are \(tables.count)")
    }
    try cursor.checkNumbers()
    for (number, counts) in progress.tenants.enumerated() {
      try tables[number].checkTag(counts)
      if cursor.beginsAtOffset { continue }
      try tables[number].check(counts, section: cursor.section, progress)
      if let last = progress.last, last.tenant == number {
        try tables[number].check(last, progress, section: cursor.section)
      } else {
        try tables[number].checkRoom(counts, section: cursor.section, above: progress.row)
      }
    }
  }

  /// The cursor at the beginning of a feed.
  var firstCursor: FeedCursor {
    let none = SectionProgress.Counts()
    let others = Array(repeating: none, count: tables.count - 1)
    return FeedCursor(section: 0, progress: SectionProgress(tenants: OneOrMore(none, others)), rules: digest)
  }
}

extension Tenant {
  /// The rules, after the name if there is one.
  fileprivate var rulesAndName: String { name.isEmpty ? "\(rules)" : "\(name): \(rules)" }
}

extension RuleTables {
  fileprivate func checkTag(_ counts: SectionProgress.Counts) throws(PlacementError) {
    guard let tag = counts.avoidedTag else { return }
    if !rules.avoid.indices.contains(tag) {
      throw .invalidCursor("'tag' is number \(tag), and the rules avoid \(rules.avoid.count)")
    }
  }

  /// Throws if a tenant cannot have as many ads.
  fileprivate func check(
    _ counts: SectionProgress.Counts, section: Int, _ progress: SectionProgress
  ) throws(PlacementError) {
    let (own, all) = (counts.inSection, counts.inAll)
    if own > 0, !hasAds(inSection: section) { throw .invalidCursor("'ads' is \(own), and section \(section) has none") }
    if own > 0, progress.content < rules.few {
      throw .invalidCursor("'ads' is \(own) in \(progress.content) content rows, and the rules have none in so few")
    }
    if let max = rules.max, own > max { throw .invalidCursor("'ads' is \(own), and the rules have at most \(max)") }
    if let max = rules.maxInAll, all > max {
      throw .invalidCursor("'ads in all' is \(all), and the rules have at most \(max)")
    }
    let earlier = earlierAdLimit(before: section, upTo: all - own)
    if all - own > earlier {
      throw .invalidCursor("'earlier ads' is \(all - own), and the sections before can have \(earlier)")
    }
    if let share = rules.share, own > 0, Double(own) / Double(progress.row) > share {
      throw .invalidCursor("'ads' is \(own) in \(progress.row) rows, and the rules have a share of \(share)")
    }
  }

  /// Throws if a tenant has more ads in a section than fit above a row.
  fileprivate func checkRoom(
    _ counts: SectionProgress.Counts, section: Int, above row: Int
  ) throws(PlacementError) {
    let most = longestRun(section: section, above: row, upTo: counts.inSection)
    if counts.inSection > most {
      throw .invalidCursor("'ads' is \(counts.inSection), and \(row) rows have room for \(most)")
    }
  }

  /// Throws if the last ad of a section cannot be where it is said to be.
  fileprivate func check(
    _ last: SectionProgress.LastAd, _ progress: SectionProgress, section: Int
  ) throws(PlacementError) {
    let row = last.content + progress.placed - 1
    var positions = NamedPositions(self, section: section)
    positions.skip(to: row)
    if rules.nearest == nil, positions.current?.position != row {
      throw .invalidCursor("the last ad is in row \(row), which no rule names")
    }
    let (own, tag) = (progress.tenants[last.tenant].inSection, progress.tenants[last.tenant].avoidedTag)
    let rest = progress.content - last.content
    let isLastRowRefusing = !progress.allowsAd || tag != nil
    // At an end there is one ad at most: the last one was placed at the end of its page, or sees the row after it.
    let trails = rest == 0 || rest == 1 && isLastRowRefusing
    let most = 1 + longestRun(section: section, above: row - Swift.max(rules.gap, trails ? 1 : 0), upTo: own)
    if own > most { throw .invalidCursor("'ads' is \(own), and the last one in row \(row) can be number \(most)") }
    if last.content < rules.before || rest < rules.after || rest == 0 && !rules.trailing {
      throw .invalidCursor("the last ad is after \(last.content) of \(progress.content) content rows")
    }
    // Where an ad may trail, the row after it was not known yet when it was placed.
    if isLastRowRefusing, rest == 0 || rest == 1 && !rules.trailing {
      throw .invalidCursor("the last content row has an ad beside it, and refuses one")
    }
  }

  /// Returns the largest number of ads in the rows above a row, or `most` if there can be more.
  private func longestRun(section: Int, above end: Int, upTo most: Int) -> Int {
    if rules.nearest != nil {
      return Swift.min(most, end < rules.before ? 0 : (end - rules.before) / Swift.max(1, rules.gap) + 1)
    }
    var positions = NamedPositions(self, section: section)
    var (count, next) = (0, rules.before)
    while count < Swift.min(most, 4_096) {
      positions.skip(to: next)
      guard let position = positions.current?.position, position < end else { return count }
      count += 1
      // The ads between have the same number of content rows above them less, so that rows are counted as in the feed.
      next = position + 1 + rules.gap
    }
    // Beyond that, every interval and gap at most has an ad.
    guard count < most, let every = rules.every, end > next else { return count }
    return Swift.min(most, count + (end - next) / Swift.max(1, Swift.min(every, rules.gap + 1)) + 1)
  }

  /// Returns the largest number of ads in the sections before one, or `most` if there can be more.
  private func earlierAdLimit(before section: Int, upTo most: Int) -> Int {
    if most == 0 { return 0 }
    let sections = sectionsWithAds(before: section)
    let perSection = longestRun(section: 0, above: RowMap.limit, upTo: Swift.min(most, rules.max ?? most))
    let (product, overflow) = sections.multipliedReportingOverflow(by: perSection)
    return overflow ? most : Swift.min(most, product)
  }

  /// Returns the number of sections with ads before one.
  private func sectionsWithAds(before section: Int) -> Int {
    if let included { return included.count { $0 < section } }
    return section - excluded.count { $0 < section }
  }
}

/// Where content and ads of a page stand, whatever they are.
@usableFromInline
struct FeedPage: Sendable {
  /// A section of the page, or the part of it that is on this page.
  @usableFromInline
  struct Part: Sendable {
    /// The number of the section in the feed.
    @usableFromInline let section: Int
    /// The content rows of earlier pages, and of this one.
    @usableFromInline let earlierContent: Int
    @usableFromInline let contentCount: Int
    /// The feed row at which the part begins.
    @usableFromInline let firstRow: Int
    /// The entry of the page at which it begins.
    @usableFromInline let firstEntry: Int
    /// Its ads among those of the page.
    @usableFromInline let slots: Range<Int>

    @usableFromInline var endEntry: Int { firstEntry + contentCount + slots.count }
  }

  @usableFromInline let parts: [Part]
  /// Where all ads stand, in order.
  @usableFromInline let slots: [AdSlot]
  /// The ads of earlier pages.
  @usableFromInline let earlierAds: Int
  @usableFromInline let cursor: FeedCursor
  let plan: PlacementPlan
  let start: FeedCursor?

  @usableFromInline var count: Int { parts.last?.endEntry ?? 0 }

  @usableFromInline
  init(
    rules: PlacementRules, counts: [Int], adCount: Int, after start: FeedCursor?, traits: ContentTraits
  ) throws(PlacementError) {
    try start?.check(rules)
    let earlierAds = start?.adCount ?? 0
    plan = try PlacementPlan(rules: rules, userCounts: counts, adCount: earlierAds + adCount, traits: traits)
    self.start = start
    self.earlierAds = earlierAds
    var parts: [Part] = []
    var slots: [AdSlot] = []
    var cursor = start ?? FeedCursor(section: 0, adCount: 0, progress: SectionProgress(), rules: rules)
    for (offset, count) in counts.enumerated() {
      if offset > 0 { cursor = cursor.beginningSection() }
      let progress = cursor.progress
      guard progress.content <= RowMap.limit - progress.placed - count else {
        throw .invalidCount(progress.content + count)
      }
      var walk = SectionWalk(
        plan: plan, section: cursor.section, contentCount: progress.content + count, placedInAll: cursor.adCount,
        after: progress)
      let firstSlot = slots.count
      while let place = walk.nextPlace() { slots.append(AdSlot(place)) }
      parts.append(
        Part(
          section: cursor.section, earlierContent: progress.content, contentCount: count,
          firstRow: progress.content + progress.placed, firstEntry: parts.last?.endEntry ?? 0,
          slots: firstSlot..<slots.count))
      cursor = FeedCursor(
        section: cursor.section, adCount: walk.placedInAll, progress: walk.progress, rules: rules)
    }
    self.parts = parts
    self.slots = slots
    self.cursor = cursor
  }

  /// The part that an entry of the page stands in.
  /// - Complexity: O(log sections).
  @usableFromInline
  func part(ofEntry entry: Int) -> Int {
    var low = 0
    var high = parts.count
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].endEntry <= entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How many ads of the page stand before a feed row of a part.
  /// - Complexity: O(log ads).
  @usableFromInline
  func slotCount(before row: Int, in part: Part) -> Int {
    var low = part.slots.lowerBound
    var high = part.slots.upperBound
    while low < high {
      let middle = (low + high) / 2
      if Int(slots[middle].row) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

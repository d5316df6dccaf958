/// The positions of content and ads on a page, independent of their types.
///
/// It is an immutable class, so that all copies of a page share one instance.
@usableFromInline
final class FeedPage: Sendable {
  /// A section of the page, or the part of a section that is on this page.
  @usableFromInline
  struct Part: Sendable {
    /// The index of the section in the feed.
    @usableFromInline let section: Int
    /// The number of the section's content rows on earlier pages, and on this one.
    @usableFromInline let earlierContent: Int
    @usableFromInline let contentCount: Int
    /// The feed row at which the part begins.
    @usableFromInline let firstRow: Int
    /// The entry of the page at which the part begins.
    @usableFromInline let firstEntry: Int
    /// The range of the part's ads in ``FeedPage/slots``.
    @usableFromInline let slots: Range<Int>

    @usableFromInline var endEntry: Int { firstEntry + contentCount + slots.count }
  }

  @usableFromInline let parts: [Part]
  /// The slots of all ads of the page, in order.
  @usableFromInline let slots: [AdSlot]
  /// The number of ads on earlier pages.
  @usableFromInline let earlierAds: Int
  @usableFromInline let cursor: FeedCursor
  let plan: PlacementPlan
  let start: FeedCursor?

  @usableFromInline var count: Int { parts.last?.endEntry ?? 0 }

  @usableFromInline
  init(
    _ merger: FeedMerger, counts: [Int], adCount: Int, after start: FeedCursor?, traits: ContentTraits
  ) throws(PlacementError) {
    let earlierAds = start?.adCount ?? 0
    // A collection of ads may have any length, but the numbers of a feed's ads stay within the limit.
    let adsInAll = earlierAds + min(adCount, max(0, RowMap.limit - earlierAds))
    plan = try PlacementPlan(merger.tables, userCounts: counts, adCount: adsInAll, traits: traits)
    try start?.check(merger)
    self.start = start
    self.earlierAds = earlierAds
    var parts: [Part] = []
    var slots: [AdSlot] = []
    var cursor = start ?? FeedCursor(section: 0, adCount: 0, progress: SectionProgress(), rules: merger.digest)
    parts.reserveCapacity(counts.count)
    for (offset, count) in counts.enumerated() {
      if offset > 0 { cursor = cursor.beginningSection() }
      try cursor.checkRoom(for: count)
      let progress = cursor.progress
      let firstSlot = slots.count
      cursor = try FeedPage.walk(plan, count, after: cursor) { slots.append($0) }
      parts.append(
        Part(
          section: cursor.section, earlierContent: progress.content, contentCount: count,
          firstRow: progress.content + progress.placed, firstEntry: parts.last?.endEntry ?? 0,
          slots: firstSlot..<slots.count))
    }
    self.parts = parts
    self.slots = slots
    self.cursor = cursor
  }

  /// Walks the places of a section from a cursor on, and returns the cursor after `count` more content rows.
  private static func walk(
    _ plan: PlacementPlan, _ count: Int, after cursor: FeedCursor, _ place: (AdSlot) -> Void
  ) throws(PlacementError) -> FeedCursor {
    var walk = SectionWalk(
      plan: plan, section: cursor.section, contentCount: cursor.contentCount + count, placedInAll: cursor.adCount,
      after: cursor.progress)
    while let next = walk.nextPlace() { place(try AdSlot(next)) }
    let end = FeedCursor(
      section: cursor.section, adCount: walk.placedInAll, progress: walk.progress, rules: cursor.rules)
    // This check includes the ads.
    try end.checkRoom(for: 0)
    return end
  }

  /// Returns the index of the part that contains an entry of the page.
  /// - Complexity: O(log sections).
  @usableFromInline
  func part(ofEntry entry: Int) -> Int {
    parts.indices.partitioningIndex { parts[$0].endEntry > entry }
  }

  /// Returns the index in `slots` of the part's first ad at or after a feed row.
  /// - Complexity: O(log ads).
  @usableFromInline
  func slotCount(before row: Int, in part: Part) -> Int {
    part.slots.partitioningIndex { Int(slots[$0].row) >= row }
  }
}

// MARK: - Course

extension FeedPage {
  /// The state of an iteration over a page that does not change with every content row.
  @usableFromInline
  struct Course: Sendable {
    /// The index of the current part, the index of its section, and its first content row.
    @usableFromInline var part = -1
    @usableFromInline var section = 0
    @usableFromInline var firstRow = 0
    /// The content row that the next ad precedes, or the one after the part's last.
    @usableFromInline var endRow = 0
    /// The next ad of the part, the index after its last ad, and the content row after its last one.
    @usableFromInline var nextAd = 0
    @usableFromInline var endAd = 0
    @usableFromInline var endOfPart = 0

    @inlinable
    init() {}

    /// Advances past an ad, and returns how many content rows follow it.
    @inlinable
    @inline(__always)
    mutating func passAd(in slots: [AdSlot]) -> Int {
      nextAd &+= 1
      return passContent(slots)
    }

    /// Advances to the next part, and returns how many content rows it begins with.
    ///
    /// It is not an instance method, since the address of `self` would take a register from the loop over the rows.
    @usableFromInline
    @inline(never)
    static func beginPart(_ course: inout Course, of page: FeedPage) -> Int {
      course.part += 1
      let part = page.parts[course.part]
      (course.section, course.firstRow, course.endRow) = (part.section, part.earlierContent, part.earlierContent)
      (course.nextAd, course.endAd) = (part.slots.lowerBound, part.slots.upperBound)
      course.endOfPart = part.earlierContent + part.contentCount
      return course.passContent(page.slots)
    }

    /// Advances past the content rows before the next ad or the end of the part, and returns their number.
    @inlinable
    @inline(__always)
    mutating func passContent(_ slots: [AdSlot]) -> Int {
      let row = endRow
      endRow = nextAd < endAd ? Int(slots[nextAd].contentRow) : endOfPart
      return endRow &- row
    }
  }
}

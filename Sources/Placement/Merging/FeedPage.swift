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
  /// The places, by the indices of their slots, that `nearest` may have moved.
  let movable: [Int: Place]
  /// The number of ads of each tenant on earlier pages.
  @usableFromInline let earlierAds: OneOrMore<Int>
  @usableFromInline let cursor: FeedCursor
  let rules: [RuleTables]
  private let traits: ContentTraits
  /// The number of ads that each tenant has for the whole feed up to the end of this page.
  private let adCounts: OneOrMore<Int>
  /// The progress before each part; of a page without parts, that before the page.
  private let progress: OneOrMore<SectionProgress>

  @usableFromInline var count: Int { parts.last?.endEntry ?? 0 }

  /// Places the ads of a page, given the content rows of each of its sections, and the ads of each tenant.
  @usableFromInline
  init(
    _ merger: FeedMerger, sectionCount: Int, contentCount: (_ section: Int) -> Int, adCounts: OneOrMore<Int>?,
    after start: FeedCursor?, traits: ContentTraits
  ) throws(PlacementError) {
    rules = merger.tables
    for rules in rules { try rules.check(traits) }
    guard var adCounts, adCounts.count == rules.count else {
      throw .wrongSourceCount(adCounts?.count ?? 0, tenants: rules.count)
    }
    if let start { try merger.check(start) }
    self.traits = traits
    let start = start ?? merger.firstCursor
    earlierAds = start.progress.tenants.mapped(\.inAll)
    var (parts, slots): ([Part], [AdSlot]) = ([], [])
    var movable: [Int: Place] = [:]
    parts.reserveCapacity(sectionCount)
    // Most pages have a few ads.
    slots.reserveCapacity(adCounts.reduce(0) { min(8, $0 + min(8, $1)) })
    // A collection of ads may have any length, but the numbers of a feed's ads stay within the limit.
    for (number, earlier) in earlierAds.enumerated() {
      adCounts[number] = earlier + min(adCounts[number], max(0, RowMap.limit - earlier))
    }
    self.adCounts = adCounts
    var progress = OneOrMore(start.progress)
    var cursor = start
    cursor.key = ""
    for offset in 0..<sectionCount {
      let count = contentCount(offset)
      try RowMap.check(count: count)
      if offset > 0 {
        cursor = cursor.beginningSection()
        progress.append(cursor.progress)
      }
      try cursor.checkRoom(for: count)
      let (before, firstSlot) = (cursor.progress, slots.count)
      var walk = SectionWalk(
        rules, section: cursor.section, after: before, newContentCount: count, adCounts: adCounts, traits: traits)
      while let next = walk.nextPlace() {
        let slot = try AdSlot(next)
        if rules[next.tenant].rules.nearest != nil {
          movable[slots.count] = next.place
          movable[slots.count]?.ordinal = slot.ordinal
        }
        slots.append(slot)
        cursor.progress.note(next)
      }
      cursor.progress.content += count
      // This check includes the ads.
      try cursor.checkRoom(for: 0)
      if count > 0 { cursor.progress.noteLastRow(section: cursor.section, rules, traits) }
      parts.append(
        Part(
          section: cursor.section, earlierContent: before.content, contentCount: count, firstRow: before.row,
          firstEntry: parts.last?.endEntry ?? 0, slots: firstSlot..<slots.count))
    }
    self.parts = parts
    self.slots = slots
    self.movable = movable
    self.progress = progress
    self.cursor = cursor
  }

  /// Returns a new walk through the places of a part.
  func walk(ofPart number: Int) -> SectionWalk {
    SectionWalk(
      rules, section: parts[number].section, after: progress[number], newContentCount: parts[number].contentCount,
      adCounts: adCounts, traits: traits)
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

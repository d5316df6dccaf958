/// Content and ads in the order of the feed, which is made as it is walked.
///
/// It keeps what it was made of, and no copy; it is as Sendable as that.
public struct MergedFeed<Rows: RandomAccessCollection, Ads: RandomAccessCollection> {
  /// A row of the feed.
  public typealias Element = FeedEntry<Rows.Element, Ads.Element>

  @usableFromInline let sections: [Rows]
  @usableFromInline let ads: Ads
  @usableFromInline let page: FeedPage

  @usableFromInline
  init(sections: [Rows], ads: Ads, page: FeedPage) {
    self.sections = sections
    self.ads = ads
    self.page = page
  }
}

extension MergedFeed: Sendable where Rows: Sendable, Ads: Sendable {}

extension MergedFeed {
  /// Where the page's ads stand, in order.
  public var slots: [AdSlot] { page.slots }

  /// The places of the page's ads, in order, each with the rule that put it there.
  /// - Complexity: O(1) to ask, and for each that is walked.
  public var places: some RandomAccessCollection<Place> {
    page.slots.lazy.map { [rules = page.plan.rules] in rules.place(of: $0) }
  }

  /// Where the page ends, for the next one to go on.
  public var cursor: FeedCursor { page.cursor }
}

extension MergedFeed: RandomAccessCollection {
  /// The first entry of the page.
  @inlinable public var startIndex: Int { 0 }
  /// One past the last entry of the page.
  @inlinable public var endIndex: Int { page.count }

  /// An entry of the page.
  /// - Complexity: O(log sections + log ads).
  @inlinable
  public subscript(position: Int) -> Element {
    precondition(indices.contains(position), "entry \(position) of a page that has \(page.count)")
    let number = page.part(ofEntry: position)
    let part = page.parts[number]
    let row = part.firstRow + position - part.firstEntry
    let next = page.slotCount(before: row, in: part)
    if next < part.slots.upperBound, page.slots[next].path.row == row { return ad(next) }
    let local = position - part.firstEntry - (next - part.slots.lowerBound)
    let rows = sections[number]
    return .content(
      rows[rows.index(rows.startIndex, offsetBy: local)],
      UserPath(section: part.section, row: part.earlierContent + local))
  }

  @inlinable
  func ad(_ number: Int) -> Element {
    let slot = page.slots[number]
    return .ad(ads[ads.index(ads.startIndex, offsetBy: slot.ad - page.earlierAds)], slot)
  }

  /// Walks the page from its start.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }
}

// MARK: - Iterator

extension MergedFeed {
  /// Walks a page: from ad to ad it is as fast as the content itself.
  ///
  /// What changes with every row is one number, which the compiler keeps in a register; all else changes with an ad or a part.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let sections: [Rows]
    @usableFromInline let ads: Ads
    @usableFromInline let page: FeedPage
    @usableFromInline var course = FeedPage.Course()
    /// The content rows that are left before the next ad, or before the end of the part.
    @usableFromInline var contentLeft = 0

    @inlinable
    init(_ feed: MergedFeed) {
      sections = feed.sections
      ads = feed.ads
      page = feed.page
    }

    /// The next entry.
    @inlinable
    @inline(__always)
    public mutating func next() -> Element? {
      while true {
        if contentLeft > 0 {
          let path = UserPath(section: course.section, row: course.endRow &- contentLeft)
          let rows = sections[course.part]
          contentLeft &-= 1
          return .content(rows[rows.index(rows.startIndex, offsetBy: path.row &- course.firstRow)], path)
        }
        if course.nextAd < course.endAd {
          let slot = page.slots[course.nextAd]
          contentLeft = course.passAd(in: page.slots)
          return .ad(ads[ads.index(ads.startIndex, offsetBy: slot.ad &- page.earlierAds)], slot)
        }
        guard course.part + 1 < page.parts.count else { return nil }
        contentLeft = FeedPage.Course.beginPart(&course, of: page)
      }
    }
  }
}

extension MergedFeed.Iterator: Sendable where Rows: Sendable, Ads: Sendable {}

// MARK: - Decisions

extension MergedFeed {
  /// Every place that the rules name on this page, with what became of it, in feed order; found as it is walked.
  ///
  /// A place exactly at the end of the page that has no ad is not among them: the next page decides on it.
  /// - Complexity: O(places that the rules name, and those of earlier pages again where `every` has a seed).
  public var decisions: some Sequence<PlacementDecision> {
    let page = page
    return page.parts.indices.lazy.flatMap { page.decisions(ofPart: $0) }
  }

  /// The places that were refused only because of where the page ends; on a longer page they might have ads.
  ///
  /// Later pages do not fill them.
  /// - Complexity: O(places that the rules name).
  public var decidedByEnd: [RefusedPlace] {
    decisions.compactMap { decision in
      guard case .refused(let refused) = decision, refused.reason.looksAhead else { return nil }
      return refused
    }
  }
}

extension FeedPage {
  /// The decisions on the places of a part, made while they are walked: those that the next page is to make are not among them.
  func decisions(ofPart number: Int, isSectionOver: Bool = false) -> some Sequence<PlacementDecision> {
    let part = parts[number]
    let before = number == 0 ? start?.progress : nil
    let walk = SectionWalk(
      plan: plan, section: part.section, contentCount: part.earlierContent + part.contentCount,
      placedInAll: earlierAds + part.slots.lowerBound, after: before)
    // A section is over where the next one begins.
    let isOver = isSectionOver || number + 1 < parts.count
    let end = isOver ? Int.max : part.firstRow + part.contentCount + part.slots.count
    return sequence(state: walk) { walk in walk.next() }.lazy.prefix { $0.path.row < end }
  }
}

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

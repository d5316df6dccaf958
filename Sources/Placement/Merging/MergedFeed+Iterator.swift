extension MergedFeed {
  /// Walks a page: from ad to ad it is as fast as the content itself.
  ///
  /// It holds what it needs of the feed one by one: then the compiler keeps in registers what changes with every row, and the
  /// copies that the standard library makes of it cost little.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let sections: [Rows]
    @usableFromInline let ads: Ads
    @usableFromInline let parts: [FeedPage.Part]
    @usableFromInline let slots: [AdSlot]
    @usableFromInline let earlierAds: Int
    @usableFromInline var course = FeedPage.Course()
    /// The content rows that are left before the next ad, or before the end of the part.
    @usableFromInline var contentLeft = 0

    @inlinable
    init(_ feed: MergedFeed) {
      sections = feed.sections
      ads = feed.ads
      parts = feed.page.parts
      slots = feed.page.slots
      earlierAds = feed.page.earlierAds
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
          let slot = slots[course.nextAd]
          contentLeft = course.passAd(in: slots)
          return .ad(ads[ads.index(ads.startIndex, offsetBy: slot.ad &- earlierAds)], slot)
        }
        guard course.part + 1 < parts.count else { return nil }
        contentLeft = FeedPage.Course.beginPart(&course, of: parts, slots)
      }
    }
  }
}

extension MergedFeed.Iterator: Sendable where Rows: Sendable, Ads: Sendable {}

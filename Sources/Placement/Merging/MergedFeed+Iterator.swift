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

extension MergedFeed {
  /// Walks a page: from ad to ad it is as fast as the content itself.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let feed: MergedFeed
    @usableFromInline var part = -1
    /// The rows of the part, from where the walk is.
    @usableFromInline var rows: Rows.Iterator?
    /// The path of the next content row.
    @usableFromInline var path = UserPath(section: 0, row: 0)
    /// The content rows before the next ad, or the end of the part.
    @usableFromInline var untilAd = 0
    /// The next ad of the part, and one past its last.
    @usableFromInline var nextAd = 0
    @usableFromInline var endAd = 0

    @inlinable
    init(_ feed: MergedFeed) { self.feed = feed }

    /// The next entry.
    @inlinable
    @inline(__always)
    public mutating func next() -> Element? {
      while true {
        if untilAd > 0, let row = rows?.next() {
          untilAd &-= 1
          let path = path
          self.path.row &+= 1
          return .content(row, path)
        }
        if nextAd < endAd {
          nextAd &+= 1
          countUntilAd()
          return feed.ad(nextAd &- 1)
        }
        if !beginNextPart() { return nil }
      }
    }

    @inlinable
    @inline(never)
    mutating func beginNextPart() -> Bool {
      guard part + 1 < feed.page.parts.count else { return false }
      part += 1
      let begun = feed.page.parts[part]
      rows = feed.sections[part].makeIterator()
      path = UserPath(section: begun.section, row: begun.earlierContent)
      nextAd = begun.slots.lowerBound
      endAd = begun.slots.upperBound
      countUntilAd()
      return true
    }

    /// Counts the content from here to the next ad, which stands before the content row that it names.
    @inlinable
    @inline(__always)
    mutating func countUntilAd() {
      if nextAd < endAd {
        untilAd = Int(feed.page.slots[nextAd].contentRow) &- path.row
      } else {
        let part = feed.page.parts[self.part]
        untilAd = part.earlierContent &+ part.contentCount &- path.row
      }
    }
  }
}

extension MergedFeed.Iterator: Sendable where Rows: Sendable, Ads: Sendable, Rows.Iterator: Sendable {}

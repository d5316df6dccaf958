extension FeedPage {
  /// Where a walk through a page has come to, as far as it does not change with every content row.
  @usableFromInline
  struct Course: Sendable {
    /// The part that is walked, the number of its section, and its first content row.
    @usableFromInline var part = -1
    @usableFromInline var section = 0
    @usableFromInline var firstRow = 0
    /// The content row before which the next ad stands, or the one after the part's last.
    @usableFromInline var endRow = 0
    /// The next ad of the part, one past its last, and the content row after the part's last.
    @usableFromInline var nextAd = 0
    @usableFromInline var endAd = 0
    @usableFromInline var endOfPart = 0

    @inlinable
    init() {}

    /// Goes on behind an ad, and answers how many content rows follow it.
    @inlinable
    @inline(__always)
    mutating func passAd(in slots: [AdSlot]) -> Int {
      nextAd &+= 1
      return passContent(slots)
    }

    /// Goes on to the next part, and answers how many content rows it begins with.
    ///
    /// It is no method, for the address of a method's `self` would take a register away from the loop that walks the rows.
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

    /// Passes over the content before the next ad, which stands before the row that it names.
    @inlinable
    @inline(__always)
    mutating func passContent(_ slots: [AdSlot]) -> Int {
      let row = endRow
      endRow = nextAd < endAd ? Int(slots[nextAd].contentRow) : endOfPart
      return endRow &- row
    }
  }
}

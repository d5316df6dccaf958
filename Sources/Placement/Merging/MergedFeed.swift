/// The content and ads of a page in feed order, merged during iteration.
///
/// It keeps the collections that it was made from, copies none of their elements, and is Sendable if they are.
public struct MergedFeed<Rows: RandomAccessCollection, Ads: RandomAccessCollection> {
  /// A row of the feed.
  public typealias Element = FeedEntry<Rows.Element, Ads.Element>

  @usableFromInline let sections: [Rows]
  /// The ads of each tenant.
  @usableFromInline let ads: [Ads]
  @usableFromInline let page: FeedPage

  @usableFromInline
  init(sections: [Rows], ads: [Ads], page: FeedPage) {
    self.sections = sections
    self.ads = ads
    self.page = page
  }
}

extension MergedFeed: Sendable where Rows: Sendable, Ads: Sendable {}

extension MergedFeed {
  /// The slots of the page's ads, in order.
  public var slots: [AdSlot] { page.slots }

  /// The places of the page's ads, in order, each with the rule that names it; ordinals count the ads of all tenants.
  /// - Complexity: O(1), and O(1) for each element that is accessed.
  public var places: some RandomAccessCollection<Place> {
    page.slots.indices.lazy.map { [page] in
      let slot = page.slots[$0]
      return page.movable[$0] ?? page.rules[slot.tenant].rules.place(of: slot)
    }
  }

  /// The cursor at the end of the page, from which the next page continues.
  public var cursor: FeedCursor { page.cursor }
}

extension MergedFeed: RandomAccessCollection {
  /// The first entry of the page.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last entry of the page.
  @inlinable public var endIndex: Int { page.count }

  /// Returns an entry of the page.
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
    let ads = ads[slot.tenant]
    return .ad(ads[ads.index(ads.startIndex, offsetBy: slot.ad - page.earlierAds[slot.tenant])], slot)
  }

  /// Returns an iterator over the entries of the page.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }
}

// MARK: - Iterator

extension MergedFeed {
  /// An iterator over a page, which between two ads is as fast as iterating the content itself.
  ///
  /// Only one number changes with every row, which the compiler keeps in a register; all else changes with an ad or a
  /// part.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let sections: [Rows]
    @usableFromInline let ads: [Ads]
    @usableFromInline let page: FeedPage
    @usableFromInline var course = FeedPage.Course()
    /// The content of the current part; nil before the first part.
    @usableFromInline var rows: Rows?
    /// The number of content rows left before the next ad, or before the end of the part.
    @usableFromInline var contentLeft = 0

    @inlinable
    init(_ feed: MergedFeed) {
      sections = feed.sections
      ads = feed.ads
      page = feed.page
    }

    /// Returns the next entry.
    @inlinable
    @inline(__always)
    public mutating func next() -> Element? {
      while true {
        if contentLeft > 0 {
          guard let rows else { preconditionFailure("content rows before the first part") }
          let path = UserPath(section: course.section, row: course.endRow &- contentLeft)
          contentLeft &-= 1
          return .content(rows[rows.index(rows.startIndex, offsetBy: path.row &- course.firstRow)], path)
        }
        if course.nextAd < course.endAd {
          let slot = page.slots[course.nextAd]
          contentLeft = course.passAd(in: page.slots)
          let ads = ads[slot.tenant]
          return .ad(ads[ads.index(ads.startIndex, offsetBy: slot.ad &- page.earlierAds[slot.tenant])], slot)
        }
        guard course.part + 1 < page.parts.count else { return nil }
        contentLeft = FeedPage.Course.beginPart(&course, of: page)
        rows = sections[course.part]
      }
    }
  }
}

extension MergedFeed.Iterator: Sendable where Rows: Sendable, Ads: Sendable {}

// MARK: - Decisions

extension MergedFeed {
  /// The decisions on all places that the rules name on this page, in feed order, computed during iteration.
  ///
  /// A place without an ad exactly at the end of the page is not included: the next page decides on it.
  /// - Complexity: O(places that the rules name, and those of earlier pages again where `every` has a seed).
  public var decisions: some Sequence<PlacementDecision> { jointDecisions.lazy.map(\.decision) }

  /// The same decisions as ``decisions``, each with its tenant.
  public var jointDecisions: some Sequence<JointDecision> {
    let page = page
    return page.parts.indices.lazy.flatMap { page.decisions(ofPart: $0) }
  }

  /// The places that were refused only because of where the page ends; on a longer page they might have ads.
  ///
  /// Later pages do not fill them.
  /// - Complexity: O(places that the rules name).
  public var decidedByEnd: [RefusedPlace] {
    page.parts.indices.flatMap { number in
      page.decisions(ofPart: number).compactMap { joint in
        guard case .refused(let refused) = joint.decision else { return nil }
        return page.isDecidedByEnd(refused, of: joint.tenant, inPart: number) ? refused : nil
      }
    }
  }
}

extension FeedPage {
  /// Returns whether a refused place might have an ad if the part had more content: for a rule that looks ahead, or since
  /// `nearest` might move it further down.
  fileprivate func isDecidedByEnd(_ refused: RefusedPlace, of tenant: Int, inPart number: Int) -> Bool {
    if refused.reason.looksAhead { return true }
    guard let reach = rules[tenant].rules.nearest, refused.reason.isOfPlace else { return false }
    let part = parts[number]
    let ads = slotCount(before: refused.path.row, in: part) - part.slots.lowerBound
    let content = part.earlierContent + refused.path.row - part.firstRow - ads
    return content + reach >= part.earlierContent + part.contentCount
  }

  /// Returns the decisions on the places of a part, computed during iteration, without those left to the next page.
  func decisions(ofPart number: Int, isSectionOver: Bool = false) -> some Sequence<JointDecision> {
    let part = parts[number]
    // A section is complete if another one follows on the page.
    let isOver = isSectionOver || number + 1 < parts.count
    let end = isOver ? Int.max : part.firstRow + part.contentCount + part.slots.count
    return sequence(state: walk(ofPart: number)) { walk in walk.next() }.lazy
      .prefix { $0.decision.path.row < end }
  }
}

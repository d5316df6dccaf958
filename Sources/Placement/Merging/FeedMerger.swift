/// A value that merges content with ads by a rule set, page by page; any number of threads may share it.
///
/// ```swift
/// let merger = try FeedMerger("every 6 from 3")
/// let page = try merger.merge(posts, with: ads)
/// for entry in page {
///   switch entry {
///   case .content(let post, _): render(post)
///   case .ad(let ad, let slot): render(ad, place: merger.rules.place(of: slot))
///   }
/// }
/// let next = try merger.merge(morePosts, with: ads.dropFirst(page.cursor.adCount), after: page.cursor)
/// ```
///
/// The ads of each page are used from the first on: pass only ads that have not been used, or they are shown again.
///
/// For every rule that depends only on what precedes a place, the pages together are the same feed, ad for ad, as if
/// all content had been merged at once. Rules that look ahead see only the page: `after`, `share`, and whether the row
/// after a trailing ad allows it; see ``MergedFeed/decidedByEnd``. A place exactly at the end of a page is left to the
/// next page, unless `trailing` allows an ad there.
///
/// For a list that changes while it is displayed, see `ListWeaver`.
public struct FeedMerger: Hashable, Sendable {
  /// The data of the rules that every page needs, computed once.
  let tables: RuleTables
  let digest: UInt64

  /// Makes a merger.
  /// - Throws: What ``PlacementRules/validate()`` throws.
  public init(rules: PlacementRules) throws(PlacementError) {
    try rules.validate()
    tables = RuleTables(rules)
    digest = FeedCursor.digest(rules)
  }

  /// Makes a merger from a line of rules.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    try self.init(rules: PlacementRules(line))
  }
}

extension FeedMerger {
  /// The rules of the merger.
  public var rules: PlacementRules { tables.rules }

  /// Merges a page of one section.
  ///
  /// Nothing is copied: the page keeps `rows` and `ads`, and merges them during iteration.
  /// - Parameters:
  ///   - rows: The content of the page, which continues the cursor's section.
  ///   - ads: The ads for this page, starting with the first one to use.
  ///   - cursor: The cursor of the previous page; nil for the first page.
  /// - Complexity: O(placed ads).
  /// - Throws: ``PlacementError/tagsUnknown``, ``PlacementError/cursorOfOtherRules(_:)``,
  ///   ``PlacementError/invalidCursor(_:)``, and ``PlacementError/invalidCount(_:)`` if the feed becomes too long.
  @inlinable
  public func merge<Rows, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], with: ads, after: cursor)
  }

  /// Merges a page of several sections, of which the first continues the cursor's section.
  ///
  /// Rules start again in every section, while ads are used continuously.
  /// - Complexity: O(sections + placed ads).
  /// - Throws: ``PlacementError/tagsUnknown``, ``PlacementError/cursorOfOtherRules(_:)``,
  ///   ``PlacementError/invalidCursor(_:)``, and ``PlacementError/invalidCount(_:)`` if the feed becomes too long.
  @inlinable
  public func merge<Rows, Ads>(
    sections: [Rows], with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    let page = try FeedPage(
      self, counts: sections.map(\.count), adCount: ads.count, after: cursor, traits: .none)
    return MergedFeed(sections: sections, ads: ads, page: page)
  }

  /// Merges a page of one section, given the tags of rows and whether an ad may be next to them.
  /// - Complexity: O(placed ads + places that the rows refuse).
  /// - Throws: What ``merge(_:with:after:)`` throws.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], with: ads, after: cursor, traits: traits)
  }

  /// Merges a page of several sections, given the tags of rows and whether an ad may be next to them.
  /// - Complexity: O(sections + placed ads + places that the rows refuse).
  /// - Throws: What ``merge(sections:with:after:)`` throws.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    sections: [Rows], with ads: Ads, after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    let first = cursor?.section ?? 0
    let earlier = cursor?.contentCount ?? 0
    let traits = traits.lookingUp { (path: UserPath) in
      let rows = sections[path.section - first]
      let row = path.row - (path.section == first ? earlier : 0)
      return rows[rows.index(rows.startIndex, offsetBy: row)]
    }
    let page = try FeedPage(
      self, counts: sections.map(\.count), adCount: ads.count, after: cursor, traits: traits)
    return MergedFeed(sections: sections, ads: ads, page: page)
  }
}

/// A row of a merged feed: content, or an ad.
public enum FeedEntry<Content, Ad> {
  /// A content row, with its user path.
  case content(Content, UserPath)
  /// An ad, with its slot.
  case ad(Ad, AdSlot)
}

extension FeedEntry: Sendable where Content: Sendable, Ad: Sendable {}
extension FeedEntry: Equatable where Content: Equatable, Ad: Equatable {}
extension FeedEntry: Hashable where Content: Hashable, Ad: Hashable {}

extension FeedEntry {
  /// The content; nil for an ad.
  @inlinable
  public var content: Content? {
    if case .content(let content, _) = self { content } else { nil }
  }

  /// The ad; nil for content.
  @inlinable
  public var ad: Ad? {
    if case .ad(let ad, _) = self { ad } else { nil }
  }

  /// The slot of the ad; nil for content.
  @inlinable
  public var slot: AdSlot? {
    if case .ad(_, let slot) = self { slot } else { nil }
  }
}

/// The position of an ad in a merged feed, and whether a fixed or a repeated position names it.
///
/// It takes 16 bytes, so that an entry with small content and ads is returned in registers.
/// ``PlacementRules/place(of:)`` returns the same with the rule that names it.
public struct AdSlot: Hashable, Sendable {
  @usableFromInline let section: Int32
  @usableFromInline let row: Int32
  @usableFromInline let contentRow: Int32
  /// The number of the ad, or the complement of that number for an ad at a fixed position.
  @usableFromInline let number: Int32

  /// Makes the slot of a place.
  /// - Throws: ``PlacementError/invalidCount(_:)`` for a number above ``RowMap/limit``.
  init(_ place: Place) throws(PlacementError) {
    let most = max(place.path.section, place.path.row, place.ad)
    guard most <= RowMap.limit else { throw .invalidCount(most) }
    section = Int32(place.path.section)
    row = Int32(place.path.row)
    contentRow = Int32(place.content.row)
    if case .fixed = place.origin { number = ~Int32(place.ad) } else { number = Int32(place.ad) }
  }

  /// The feed path of the ad.
  @inlinable public var path: FeedPath { FeedPath(section: Int(section), row: Int(row)) }
  /// The content row that the ad precedes; for a trailing ad the row after the last.
  @inlinable public var content: UserPath { UserPath(section: Int(section), row: Int(contentRow)) }
  /// The number of the ad, counted from 0 over all pages.
  @inlinable public var ad: Int { Int(number < 0 ? ~number : number) }
  /// The number of the ad in its section, counted from 1.
  @inlinable public var ordinal: Int { Int(row) - Int(contentRow) + 1 }
  /// Whether a fixed position names it; otherwise a repeated one does.
  @inlinable public var isFixed: Bool { number < 0 }
}

extension AdSlot: CustomStringConvertible {
  /// The slot as text, such as `ad 2 at feed 0:15`.
  public var description: String { "ad \(ad) at \(path)" }
}

extension PlacementRules {
  /// Returns the place of a slot, with the rule that names it.
  public func place(of slot: AdSlot) -> Place {
    Place(
      path: slot.path, content: slot.content, ad: slot.ad, ordinal: slot.ordinal,
      origin: slot.isFixed ? .fixed(slot.path.row) : .repeated(every: every ?? 0, from: from))
  }
}

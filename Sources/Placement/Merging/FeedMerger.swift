/// Merges content with ads by a rule set, page by page; a value that any number of threads may share.
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
/// The ads of each page are used from the first on: hand over those that have not been used, or they are shown again.
///
/// Pages make the feed that all their content would make at once, ad for ad, under every rule that judges a place by what stands
/// before it. What looks ahead is decided by the page that it stands in: `after`, `share`, and whether the row that follows a
/// trailing ad lets it stand there; see ``MergedFeed/decidedByEnd``. A place exactly at the end of a page is left to the next one,
/// unless `trailing` lets it be filled.
///
/// A list that is shown and changes is woven instead; see `ListWeaver`.
public struct FeedMerger: Hashable, Sendable {
  /// What every page needs of the rules, made once.
  let tables: RuleTables
  let digest: UInt64

  /// Makes a merger.
  /// - Throws: What ``PlacementRules/validate()`` throws.
  public init(rules: PlacementRules) throws(PlacementError) {
    try rules.validate()
    tables = RuleTables(rules)
    digest = FeedCursor.digest(rules)
  }

  /// Makes a merger of the rules that a line says.
  /// - Throws: ``PlacementError``, with the column of what is wrong.
  public init(_ line: String) throws(PlacementError) {
    try self.init(rules: PlacementRules(line))
  }
}

extension FeedMerger {
  /// The rules.
  public var rules: PlacementRules { tables.rules }

  /// Merges a page of one section.
  ///
  /// Nothing is copied: the page keeps `rows` and `ads`, and is made as it is walked.
  /// - Parameters:
  ///   - rows: The content of the page, which continues the section that the cursor stands in.
  ///   - ads: The ads for this page, from the first that may be used.
  ///   - cursor: Where the page before ended; nil for the first.
  /// - Complexity: O(ads that are placed).
  /// - Throws: ``PlacementError/tagsUnknown``, ``PlacementError/cursorOfOtherRules(_:)``,
  ///   ``PlacementError/invalidCursor(_:)``, and ``PlacementError/invalidCount(_:)`` where the feed grows too long.
  @inlinable
  public func merge<Rows, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], with: ads, after: cursor)
  }

  /// Merges a page of several sections, of which the first continues the one that the cursor stands in.
  ///
  /// Rules start anew in every section, ads go on.
  /// - Complexity: O(sections + ads that are placed).
  /// - Throws: ``PlacementError/tagsUnknown``, ``PlacementError/cursorOfOtherRules(_:)``,
  ///   ``PlacementError/invalidCursor(_:)``, and ``PlacementError/invalidCount(_:)`` where the feed grows too long.
  @inlinable
  public func merge<Rows, Ads>(
    sections: [Rows], with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    let page = try FeedPage(
      self, counts: sections.map(\.count), adCount: ads.count, after: cursor, traits: .none)
    return MergedFeed(sections: sections, ads: ads, page: page)
  }

  /// Merges a page of one section, and asks its rows what they are tagged with and whether an ad may stand beside them.
  /// - Complexity: O(ads that are placed, and places that the rows refuse).
  /// - Throws: What ``merge(_:with:after:)`` throws.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], with: ads, after: cursor, traits: traits)
  }

  /// Merges a page of several sections, and asks their rows what they are tagged with and whether an ad may stand beside them.
  /// - Complexity: O(sections + ads that are placed, and places that the rows refuse).
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
  /// A row of the content, and where its owner knows it.
  case content(Content, UserPath)
  /// An ad, and where it stands and why.
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

  /// Where the ad stands; nil for content.
  @inlinable
  public var slot: AdSlot? {
    if case .ad(_, let slot) = self { slot } else { nil }
  }
}

/// Where an ad of a merged feed stands, and whether a fixed or a repeated position put it there.
///
/// It takes 16 bytes, so that an entry of small content and ads is handed over in registers. ``PlacementRules/place(of:)`` has
/// the same with the rule's own words.
public struct AdSlot: Hashable, Sendable {
  @usableFromInline let section: Int32
  @usableFromInline let row: Int32
  @usableFromInline let contentRow: Int32
  /// Which of the ads it is; its complement for one at a fixed position.
  @usableFromInline let number: Int32

  /// The slot of a place.
  /// - Throws: ``PlacementError/invalidCount(_:)`` for a number above ``RowMap/limit``.
  init(_ place: Place) throws(PlacementError) {
    let most = max(place.path.section, place.path.row, place.ad)
    guard most <= RowMap.limit else { throw .invalidCount(most) }
    section = Int32(place.path.section)
    row = Int32(place.path.row)
    contentRow = Int32(place.content.row)
    if case .fixed = place.origin { number = ~Int32(place.ad) } else { number = Int32(place.ad) }
  }

  /// Where the ad stands.
  @inlinable public var path: FeedPath { FeedPath(section: Int(section), row: Int(row)) }
  /// The content row that it stands before; for a trailing ad the row after the last.
  @inlinable public var content: UserPath { UserPath(section: Int(section), row: Int(contentRow)) }
  /// Which of the ads stands there, counted from 0 over all pages.
  @inlinable public var ad: Int { Int(number < 0 ? ~number : number) }
  /// Which of its section's ads it is, counted from 1.
  @inlinable public var ordinal: Int { Int(row) - Int(contentRow) + 1 }
  /// Whether a fixed position put it there; else a repeated one did.
  @inlinable public var isFixed: Bool { number < 0 }
}

extension AdSlot: CustomStringConvertible {
  /// The slot in words: `ad 2 at feed 0:15`.
  public var description: String { "ad \(ad) at \(path)" }
}

extension PlacementRules {
  /// The place that a slot stands for, with the rule that put it there.
  public func place(of slot: AdSlot) -> Place {
    Place(
      path: slot.path, content: slot.content, ad: slot.ad, ordinal: slot.ordinal,
      origin: slot.isFixed ? .fixed(slot.path.row) : .repeated(every: every ?? 0, from: from))
  }
}

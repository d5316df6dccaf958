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

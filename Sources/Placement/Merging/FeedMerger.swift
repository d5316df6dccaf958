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
/// all content had been merged at once. Rules that look ahead see only the content up to the end of the page: `few`, `after`, `share`, and whether the row
/// after a trailing ad allows it; `nearest` moves a place within its page only; see ``MergedFeed/decidedByEnd``. A place exactly at the end of a page is left to the
/// next page, unless `trailing` allows an ad there.
///
/// Several demand sources merge with their own rules and ads, in their order of precedence; see ``JointPlan`` for who gets
/// which place.
///
/// ```swift
/// let merger = try FeedMerger([Tenant(name: "direct", rules: direct), Tenant(name: "network", rules: network)])
/// let page = try merger.merge(posts, adsByTenant: [directAds, networkAds])
/// ```
///
/// For a list that changes while it is displayed, see `ListWeaver`.
public struct FeedMerger: Hashable, Sendable {
  /// The tenants in order of precedence; a merger of one rule set has a single one without a name.
  public let tenants: [Tenant]
  /// The data of the rules that every page needs, computed once.
  let tables: [RuleTables]
  let digest: UInt64

  /// The largest number of tenants.
  public static let tenantLimit = AdSlot.tenantLimit

  /// Makes a merger.
  /// - Throws: What ``PlacementRules/validate()`` throws.
  public init(rules: PlacementRules) throws(PlacementError) {
    try rules.validate()
    self.init(validated: [Tenant(name: "", rules: rules)])
  }

  /// Makes a merger from a line of rules.
  /// - Throws: ``PlacementError``, with the column of the word or value that is wrong.
  public init(_ line: String) throws(PlacementError) {
    try self.init(rules: PlacementRules(line))
  }

  /// Makes a merger of several demand sources, in order of precedence.
  /// - Throws: ``PlacementError/unnamedTenant(_:)``, ``PlacementError/duplicateTenant(_:)``, what
  ///   ``PlacementRules/validate()`` throws, and ``PlacementError/tooMany(_:_:limit:)`` above ``tenantLimit``.
  public init(_ tenants: [Tenant]) throws(PlacementError) {
    try Tenant.validate(tenants)
    guard 1...FeedMerger.tenantLimit ~= tenants.count else {
      throw .tooMany("tenants", tenants.count, limit: FeedMerger.tenantLimit)
    }
    self.init(validated: tenants)
  }

  private init(validated tenants: [Tenant]) {
    self.tenants = tenants
    tables = RuleTables.all(tenants)
    digest = FeedMerger.digest(tenants)
  }

  /// Returns a digest of tenants that is the same on every machine: FNV-1a by Fowler, Noll and Vo, of their names and the
  /// descriptions of their rules, folded to 56 bits.
  private static func digest(_ tenants: [Tenant]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for tenant in tenants {
      for byte in "\(tenant.name)\u{0}\(tenant.rules)\u{0}".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return (hash >> 56) ^ (hash & (1 << 56 - 1))
  }
}

extension FeedMerger {
  /// The rules of the merger's tenant; of several tenants, those of the first.
  public var rules: PlacementRules { tables[0].rules }

  /// Returns the rule that names the place of an ad.
  public func origin(of slot: AdSlot) -> PlaceOrigin { tables[slot.tenant].rules.place(of: slot).origin }

  /// Merges a page of one section.
  ///
  /// Nothing is copied: the page keeps `rows` and `ads`, and merges them during iteration.
  /// - Parameters:
  ///   - rows: The content of the page, which continues the cursor's section.
  ///   - ads: The ads for this page, starting with the first one to use.
  ///   - cursor: The cursor of the previous page; nil for the first page.
  ///   - traits: The tags of rows, and whether an ad may be next to them.
  /// - Complexity: O(placed ads + places that the rows refuse).
  /// - Throws: ``PlacementError/tagsUnknown``, what ``check(_:)`` throws, ``PlacementError/invalidCount(_:)`` if the feed
  ///   becomes too long, and ``PlacementError/wrongSourceCount(_:tenants:)`` if the merger has several tenants.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], adsByTenant: [ads], after: cursor, traits: traits)
  }

  /// Merges a page of one section, of which no traits are known.
  /// - Complexity: O(placed ads).
  /// - Throws: What ``merge(_:with:after:traits:)`` throws.
  @inlinable
  public func merge<Rows, Ads>(
    _ rows: Rows, with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], adsByTenant: [ads], after: cursor)
  }

  /// Merges a page of several sections, of which the first continues the cursor's section.
  ///
  /// Rules start again in every section, while ads are used continuously.
  /// - Complexity: O(sections + placed ads + places that the rows refuse).
  /// - Throws: What ``merge(_:with:after:traits:)`` throws.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    sections: [Rows], with ads: Ads, after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: sections, adsByTenant: [ads], after: cursor, traits: traits)
  }

  /// Merges a page of several sections, of which no traits are known.
  /// - Complexity: O(sections + placed ads).
  /// - Throws: What ``merge(_:with:after:traits:)`` throws.
  @inlinable
  public func merge<Rows, Ads>(
    sections: [Rows], with ads: Ads, after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: sections, adsByTenant: [ads], after: cursor)
  }
}

// MARK: - Several tenants

extension FeedMerger {
  /// Merges a page of one section with the ads of each tenant.
  ///
  /// ``AdSlot/tenant`` is the tenant of an ad, and ``FeedCursor/adCounts`` are the ads used so far.
  /// - Parameters:
  ///   - rows: The content of the page, which continues the cursor's section.
  ///   - ads: The ads of each tenant for this page, in the order of ``tenants``.
  ///   - cursor: The cursor of the previous page; nil for the first page.
  ///   - traits: The tags of rows, and whether an ad may be next to them.
  /// - Complexity: O(tenants · (placed ads + places that the rows refuse)).
  /// - Throws: What ``merge(_:with:after:traits:)`` throws, and ``PlacementError/wrongSourceCount(_:tenants:)``.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    _ rows: Rows, adsByTenant ads: [Ads], after cursor: FeedCursor? = nil,
    traits: RowTraits<Rows.Element> = .none
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    try merge(sections: [rows], adsByTenant: ads, after: cursor, traits: traits)
  }

  /// Merges a page of several sections with the ads of each tenant.
  /// - Complexity: O(sections + tenants · (placed ads + places that the rows refuse)).
  /// - Throws: What ``merge(_:adsByTenant:after:traits:)`` throws.
  @inlinable
  public func merge<Rows: Sendable, Ads>(
    sections: [Rows], adsByTenant ads: [Ads], after cursor: FeedCursor? = nil, traits: RowTraits<Rows.Element>
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    let first = cursor?.section ?? 0
    let earlier = cursor?.contentCount ?? 0
    let traits = traits.lookingUp { (path: UserPath) in
      let rows = sections[path.section - first]
      let row = path.row - (path.section == first ? earlier : 0)
      return rows[rows.index(rows.startIndex, offsetBy: row)]
    }
    let page = try FeedPage(
      self, sectionCount: sections.count, contentCount: { sections[$0].count },
      adCounts: OneOrMore(ads.lazy.map { $0.count }), after: cursor, traits: traits)
    return MergedFeed(sections: sections, ads: ads, page: page)
  }

  /// Merges a page of several sections, of which no traits are known, with the ads of each tenant.
  /// - Complexity: O(sections + tenants · placed ads).
  /// - Throws: What ``merge(_:adsByTenant:after:traits:)`` throws.
  @inlinable
  public func merge<Rows, Ads>(
    sections: [Rows], adsByTenant ads: [Ads], after cursor: FeedCursor? = nil
  ) throws(PlacementError) -> MergedFeed<Rows, Ads> {
    let page = try FeedPage(
      self, sectionCount: sections.count, contentCount: { sections[$0].count },
      adCounts: OneOrMore(ads.lazy.map { $0.count }), after: cursor, traits: .none)
    return MergedFeed(sections: sections, ads: ads, page: page)
  }
}

/// Walks the places that one rule set names in one section, in order, and decides on each.
///
/// All state that one place hands to the next is in here, so that a walk can stop and go on.
struct SectionWalk: Sendable {
  private let tables: RuleTables
  private let traits: ContentTraits
  /// The positions that have not been decided on.
  private var positions: NamedPositions
  /// The last place that has been judged, and the ads so far.
  private var standing: Standing
  private var isDone = false

  /// Starts before the first row, or where an earlier page of the section ended.
  init(plan: PlacementPlan, section: Int, contentCount: Int, placedInAll: Int, after page: SectionProgress? = nil) {
    tables = plan.tables
    positions = NamedPositions(tables, section: section)
    standing = Standing(
      section: section, content: 0, contentCount: contentCount, ownInAll: placedInAll, adCount: plan.adCount)
    guard let page else {
      traits = plan.traits
      return
    }
    traits = plan.traits.following(page)
    (standing.own, standing.all) = (page.placed, page.placed)
    standing.above = page.lastContent.map(tables.neighbour)
    positions.skip(to: page.content + page.placed)
  }

  /// The ads of this section and of those before it.
  var placedInAll: Int { standing.ownInAll }

  /// Where the section has come to, for the next page to go on from.
  var progress: SectionProgress {
    var progress = SectionProgress(
      content: standing.contentCount, placed: standing.own, lastContent: standing.above?.content)
    if progress.content == 0 { return progress }
    let last = UserPath(section: standing.section, row: progress.content - 1)
    progress.tag = tables.avoidedTag(of: last, traits)
    progress.allowsAd = traits.isAdAllowedBeside?(last) ?? true
    return progress
  }

  /// The next place that the rules name, and what becomes of it.
  mutating func next() -> PlacementDecision? {
    guard !isDone, let named = positions.current else { return nil }
    // Beyond the end there is no end of repeated places; the first that does not fit is the last to be told.
    if positions.isRepeating, named.position > standing.contentCount + standing.all {
      isDone = true
      return nil
    }
    positions.advance()
    return decide(on: named)
  }

  /// The next place that an ad has; what cannot be met is skipped without looking at each place.
  mutating func nextPlace() -> Place? {
    while true {
      switch next() {
      case .placed(let place): return place
      case .refused(let refused) where refused.reason.isLasting:
        isDone = true
        return nil
      case .refused: positions.skip(to: tables.earliestContent(below: standing.above) + standing.all)
      case nil: return nil
      }
    }
  }

  private mutating func decide(on named: NamedPositions.Named) -> PlacementDecision {
    let path = FeedPath(section: standing.section, row: named.position)
    standing.content = named.position - standing.all
    if let reason = tables.refusal(standing, traits) {
      return .refused(RefusedPlace(path: path, origin: named.origin, reason: reason))
    }
    let ad = standing.ownInAll
    standing.own += 1
    standing.ownInAll += 1
    standing.all += 1
    standing.above = tables.neighbour(content: standing.content)
    return .placed(
      Place(
        path: path, content: UserPath(section: standing.section, row: standing.content), ad: ad,
        ordinal: standing.own, origin: named.origin))
  }
}

extension ContentTraits {
  /// The same for a section whose earlier pages are not at hand: of their rows only the last is asked about, which these know.
  fileprivate func following(_ page: SectionProgress) -> ContentTraits {
    let last = page.content - 1
    if last < 0 { return self }
    var traits = self
    let known = page.tag.map { [$0] } ?? []
    if let tags {
      traits.tags = { $0.row > last ? tags($0) : known }
    }
    if let isAdAllowedBeside {
      traits.isAdAllowedBeside = { $0.row > last ? isAdAllowedBeside($0) : page.allowsAd }
    }
    return traits
  }
}

/// How far the pages of a section have come.
///
/// It is all that later places depend on: which places have been passed follows from the feed row at which the pages
/// ended, and that is the sum of content and ads.
struct SectionProgress: Hashable, Sendable {
  /// The content rows.
  var content = 0
  /// The ads.
  var placed = 0
  /// The content rows before the last ad; nil where there is none.
  var lastContent: Int?
  /// The tag to be avoided that the last content row bears.
  var tag: String?
  /// Whether the last content row allows an ad beside it.
  var allowsAd = true
}

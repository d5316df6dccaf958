/// An iterator over the places that one rule set names in one section, in order, which decides on each.
///
/// It contains all state that later places depend on, so that a walk can be stopped and continued.
struct SectionWalk: Sendable {
  private let tables: RuleTables
  private let traits: ContentTraits
  /// The positions that have not been decided on.
  private var positions: NamedPositions
  /// The last place that was decided on, and the counts of ads so far.
  private var standing: Standing
  private var isDone = false

  /// Starts before the first row, or at the end of the section's previous page.
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

  /// The number of ads in this section and in those before it.
  var placedInAll: Int { standing.ownInAll }

  /// The progress in the section, from which the next page continues.
  var progress: SectionProgress {
    var progress = SectionProgress(
      content: standing.contentCount, placed: standing.own, lastContent: standing.above?.content)
    if progress.content == 0 { return progress }
    let last = UserPath(section: standing.section, row: progress.content - 1)
    progress.tag = tables.avoidedTag(of: last, traits)
    progress.allowsAd = traits.isAdAllowedBeside?(last) ?? true
    return progress
  }

  /// Returns the decision on the next place that the rules name; nil at the end of the section.
  mutating func next() -> PlacementDecision? {
    guard !isDone, let named = positions.current else { return nil }
    // Repeated places continue infinitely beyond the end, so the walk ends at the first one after it.
    if positions.isRepeating, named.position > standing.contentCount + standing.all {
      isDone = true
      return nil
    }
    positions.advance()
    return decide(on: named)
  }

  /// Returns the next place with an ad; skips places that cannot have one without checking each.
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
  /// Returns traits that take those of the last row of earlier pages from `page`, since its row is not available any
  /// more.
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

/// The progress of the pages in a section.
///
/// It is all that later places depend on: the passed places follow from the feed row at which the pages ended, which is
/// the sum of content rows and ads.
struct SectionProgress: Hashable, Sendable {
  /// The number of content rows so far.
  var content = 0
  /// The number of ads so far.
  var placed = 0
  /// The number of content rows before the last ad; nil if there is none.
  var lastContent: Int?
  /// The avoided tag that the last content row has; nil if it has none.
  var tag: String?
  /// Whether the last content row allows an ad next to it.
  var allowsAd = true
}

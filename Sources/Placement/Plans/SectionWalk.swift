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

  /// Starts before the first row.
  init(
    _ tables: RuleTables, section: Int, contentCount: Int, placedInAll: Int, adCount: Int?, traits: ContentTraits
  ) {
    self.tables = tables
    self.traits = traits
    positions = NamedPositions(tables, section: section)
    standing = Standing(
      section: section, content: 0, contentCount: contentCount, ownInAll: placedInAll, adCount: adCount)
  }

  /// The number of ads in this section and in those before it.
  var placedInAll: Int { standing.ownInAll }

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

  /// Goes on from a row, above which `own` ads have been placed, the last one before a content row.
  mutating func goOn(from row: Int, own: Int, lastAdBefore content: Int?) {
    (standing.own, standing.all) = (own, own)
    standing.above = content.map { tables.neighbour(content: $0) }
    positions.skip(to: row)
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

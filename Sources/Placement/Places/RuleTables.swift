/// Validated rules in the form that is used to check places: sorted arrays and sets.
///
/// It is an immutable class, so that walks and pages share one instance.
final class RuleTables: Sendable {
  let rules: PlacementRules
  /// The number and the name of the tenant; a feed without tenants is treated as having a single one.
  private let tenant: Int
  let name: String
  /// The fixed positions, ascending.
  let fixed: [Int]
  /// The ideal content rows of the fixed positions if `nearest` moves places; else empty.
  let fixedContents: [Int]
  /// The tags of content rows next to which no ad is placed.
  let avoided: Set<String>
  let included: Set<Int>?
  let excluded: Set<Int>

  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  init(_ rules: PlacementRules, tenant: Int = 0, name: String = "") {
    self.rules = rules
    self.tenant = tenant
    self.name = name
    fixed = rules.at.sorted()
    fixedContents = rules.nearest == nil ? [] : fixed.enumerated().map { $1 - $0 }
    avoided = Set(rules.avoid)
    included = rules.sections.map(Set.init)
    excluded = Set(rules.except)
  }

  /// Returns the rules of tenants, in their order.
  static func all(_ tenants: [Tenant]) -> [RuleTables] {
    tenants.enumerated().map { RuleTables($1.rules, tenant: $0, name: $1.name) }
  }

  /// Returns whether the rules allow ads in a section.
  func hasAds(inSection section: Int) -> Bool {
    !excluded.contains(section) && included?.contains(section) ?? true
  }

  /// Throws if the rules avoid tags and the traits have none.
  func check(_ traits: ContentTraits) throws(PlacementError) {
    if !avoided.isEmpty, traits.tags == nil { throw .tagsUnknown }
  }
}

extension RuleTables: Hashable {
  static func == (one: RuleTables, other: RuleTables) -> Bool {
    one === other || one.rules == other.rules && one.tenant == other.tenant && one.name == other.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(rules) }
}

// MARK: - Judging

extension RuleTables {
  /// Returns the reason why the rules forbid a place; reasons that apply to all later places come first.
  func refusal(_ place: PossibleAd, _ traits: ContentTraits) -> RefusalReason? {
    if !hasAds(inSection: place.section) { return .section }
    if place.contentCount < rules.few { return .few(rules.few) }
    if place.content > place.contentCount { return .noContent }
    if place.content == place.contentCount, !rules.trailing || place.isEndTaken { return .trailing }
    if let max = rules.max, place.own >= max { return .max(max) }
    if let max = rules.maxInAll, place.ownInAll >= max { return .maxInAll(max) }
    if place.contentCount - place.content < rules.after { return .after(rules.after) }
    if let share = rules.share, place.share > share { return .share(share) }
    if let adCount = place.adCount, place.ownInAll >= adCount { return .noAd }
    if place.content < rules.before { return .before(rules.before) }
    return refusal(near: place.above) { place.content - $0.content }
      ?? refusal(near: place.below) { $0.content - place.content } ?? refusal(beside: place, traits)
  }

  private func refusal(near neighbour: Neighbour?, _ distance: (Neighbour) -> Int) -> RefusalReason? {
    guard let neighbour, distance(neighbour) < gap(to: neighbour) else { return nil }
    return .gap(gap(to: neighbour))
  }

  /// Returns the reason why the content row before or after a place forbids an ad.
  func refusal(beside place: PossibleAd, _ traits: ContentTraits) -> RefusalReason? {
    if avoided.isEmpty, traits.isAdAllowedBeside == nil { return nil }
    for row in [place.content - 1, place.content] where 0..<place.contentCount ~= row {
      let path = UserPath(section: place.section, row: row)
      if let tag = avoidedTag(of: path, traits) { return .avoid(tag) }
      if traits.isAdAllowedBeside?(path) == false { return .beside(path) }
    }
    return nil
  }

  /// Returns the first tag of a content row that the rules avoid.
  func avoidedTag(of path: UserPath, _ traits: ContentTraits) -> String? {
    avoided.isEmpty ? nil : traits.tags?(path).first(where: avoided.contains)
  }
}

// MARK: - Distances

extension RuleTables {
  /// Returns the smallest number of content rows to another ad: the larger of both gaps, and at least one between
  /// tenants and where `nearest` moves places.
  func gap(to neighbour: Neighbour) -> Int {
    neighbour.tenant == tenant
      ? Swift.max(rules.gap, rules.nearest == nil ? 0 : 1) : Swift.max(rules.gap, neighbour.gap, 1)
  }

  /// Returns one of the tenant's ads as a neighbour of other places.
  func neighbour(content: Int) -> Neighbour { Neighbour(content: content, tenant: tenant, gap: rules.gap) }

  /// Returns the smallest number of content rows before the tenant's next ad, given the ad above.
  func earliestContent(below neighbour: Neighbour?) -> Int {
    Swift.max(rules.before, neighbour.map { $0.content + gap(to: $0) } ?? 0)
  }
}

/// A possible ad of a tenant, with the counts and adjacent ads of its section and feed.
struct PossibleAd: Sendable {
  var section: Int
  /// The number of content rows before it, and of all content rows in the section.
  var content: Int
  var contentCount: Int
  /// The number of the tenant's ads in the section and in the feed, and of all tenants' ads in the section.
  var own = 0
  var ownInAll = 0
  var all = 0
  /// The number of ads that the tenant has; nil for no limit.
  var adCount: Int?
  /// The nearest ads of any tenant.
  var above: Neighbour?
  var below: Neighbour?
}

/// Another ad near a place: the number of content rows before it, its tenant, and the gap that the tenant's rules
/// require.
struct Neighbour: Hashable, Sendable {
  var content: Int
  var tenant: Int
  var gap: Int
}

extension PossibleAd {
  /// The share of the tenant's ads in the section's rows, including this ad.
  var share: Double { Double(own + 1) / Double(contentCount + all + 1) }

  /// Whether another ad is exactly at the end.
  fileprivate var isEndTaken: Bool { above?.content == contentCount || below?.content == contentCount }
}

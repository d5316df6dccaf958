/// A tenant's rules as they are asked for each place: sorted, and by sets.
struct TenantRules: Hashable, Sendable {
  /// Which of the tenants it is.
  let number: Int
  let name: String
  let rules: PlacementRules
  /// The fixed positions, ascending.
  let fixed: [Int]
  private let avoided: Set<String>
  private let included: Set<Int>?
  private let excluded: Set<Int>

  init(_ tenant: Tenant, number: Int) {
    self.number = number
    name = tenant.name
    rules = tenant.rules
    fixed = rules.at.sorted()
    avoided = Set(rules.avoid)
    included = rules.sections.map(Set.init)
    excluded = Set(rules.except)
  }

  /// The rules of tenants, in their order.
  static func all(_ tenants: [Tenant]) -> [TenantRules] {
    tenants.enumerated().map { TenantRules($1, number: $0) }
  }

  /// Whether the rules give a section any ads.
  func hasAds(inSection section: Int) -> Bool {
    !excluded.contains(section) && included?.contains(section) ?? true
  }

  /// Refuses to judge content by tags that nobody tells.
  func check(_ traits: ContentTraits) throws(PlacementError) {
    if !avoided.isEmpty, traits.tags == nil { throw .tagsUnknown }
  }
}

// MARK: - Judging

/// Another ad near a place: the content rows before it, whose it is, and the gap that its tenant asks for.
struct Neighbour: Hashable, Sendable {
  var content: Int
  var tenant: Int
  var gap: Int
}

/// Where an ad of a tenant would stand, and what else stands in its section and in the feed.
struct Standing {
  var section: Int
  /// The content rows before it, and those of the section.
  var content: Int
  var contentCount: Int
  /// The tenant's ads in the section and in the feed, and all tenants' ads in the section.
  var own = 0
  var ownInAll = 0
  var all = 0
  /// The nearest ads of any tenant.
  var above: Neighbour?
  var below: Neighbour?
}

extension TenantRules {
  /// The rule that forbids a place, the lasting ones first.
  func refusal(_ place: Standing, _ traits: ContentTraits) -> RefusalReason? {
    if !hasAds(inSection: place.section) { return .section }
    if place.content > place.contentCount { return .noContent }
    if place.content == place.contentCount, !rules.trailing || place.isEndTaken { return .trailing }
    if let max = rules.max, place.own >= max { return .max(max) }
    if let max = rules.maxInAll, place.ownInAll >= max { return .maxInAll(max) }
    if place.contentCount - place.content < rules.after { return .after(rules.after) }
    if let share = rules.share, place.share > share { return .share(share) }
    if place.content < rules.before { return .before(rules.before) }
    return gapRefusal(place) ?? refusal(beside: place, traits)
  }

  /// The least content rows to an ad: the larger of the two gaps, and one at least to another tenant's.
  func gap(to neighbour: Neighbour) -> Int {
    neighbour.tenant == number ? rules.gap : Swift.max(rules.gap, neighbour.gap, 1)
  }

  /// One of the tenant's ads, as a neighbour of others.
  func neighbour(content: Int) -> Neighbour { Neighbour(content: content, tenant: number, gap: rules.gap) }

  private func gapRefusal(_ place: Standing) -> RefusalReason? {
    for neighbour in [place.above, place.below] {
      guard let neighbour, abs(place.content - neighbour.content) < gap(to: neighbour) else { continue }
      return .gap(gap(to: neighbour))
    }
    return nil
  }

  /// What the content before or after a place has against an ad.
  private func refusal(beside place: Standing, _ traits: ContentTraits) -> RefusalReason? {
    if avoided.isEmpty, traits.isAdAllowedBeside == nil { return nil }
    for row in [place.content - 1, place.content] where 0..<place.contentCount ~= row {
      let path = UserPath(section: place.section, row: row)
      if !avoided.isEmpty, let tag = traits.tags?(path).first(where: avoided.contains) { return .avoid(tag) }
      if traits.isAdAllowedBeside?(path) == false { return .beside(path) }
    }
    return nil
  }
}

extension Standing {
  /// The tenant's share of all rows of the section if the ad stood there.
  fileprivate var share: Double { Double(own + 1) / Double(contentCount + all + 1) }

  /// Whether another ad stands exactly at the end.
  fileprivate var isEndTaken: Bool { above?.content == contentCount || below?.content == contentCount }
}

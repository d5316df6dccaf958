/// Rules that have been judged, as they are asked for each place: sorted, and by sets.
struct RuleTables: Hashable, Sendable {
  let rules: PlacementRules
  /// Whose they are, by the number and the name of the tenant; the rules of a feed that has no tenants are those of an only one.
  let tenant: Int
  let name: String
  /// The fixed positions, ascending.
  let fixed: [Int]
  /// The tags of content that no ad stands beside.
  let avoided: Set<String>
  private let included: Set<Int>?
  private let excluded: Set<Int>

  /// - Complexity: O(*n* log *n*), where *n* is the number of fixed positions and sections.
  init(_ rules: PlacementRules, tenant: Int = 0, name: String = "") {
    self.rules = rules
    self.tenant = tenant
    self.name = name
    fixed = rules.at.sorted()
    avoided = Set(rules.avoid)
    included = rules.sections.map(Set.init)
    excluded = Set(rules.except)
  }

  /// The rules of tenants, in their order.
  static func all(_ tenants: [Tenant]) -> [RuleTables] {
    tenants.enumerated().map { RuleTables($1.rules, tenant: $0, name: $1.name) }
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

extension RuleTables {
  /// The rule that forbids a place, the lasting ones first.
  func refusal(_ place: Standing, _ traits: ContentTraits) -> RefusalReason? {
    if !hasAds(inSection: place.section) { return .section }
    if place.content > place.contentCount { return .noContent }
    if place.content == place.contentCount, !rules.trailing || place.isEndTaken { return .trailing }
    if let max = rules.max, place.own >= max { return .max(max) }
    if let max = rules.maxInAll, place.ownInAll >= max { return .maxInAll(max) }
    if place.contentCount - place.content < rules.after { return .after(rules.after) }
    if let share = rules.share, place.share > share { return .share(share) }
    if let adCount = place.adCount, place.ownInAll >= adCount { return .noAd }
    if place.content < rules.before { return .before(rules.before) }
    return refusal(near: place.above, place) ?? refusal(near: place.below, place) ?? refusal(beside: place, traits)
  }

  private func refusal(near neighbour: Neighbour?, _ place: Standing) -> RefusalReason? {
    guard let neighbour, abs(place.content - neighbour.content) < gap(to: neighbour) else { return nil }
    return .gap(gap(to: neighbour))
  }

  /// What the content before or after a place has against an ad.
  private func refusal(beside place: Standing, _ traits: ContentTraits) -> RefusalReason? {
    if avoided.isEmpty, traits.isAdAllowedBeside == nil { return nil }
    for row in [place.content - 1, place.content] where 0..<place.contentCount ~= row {
      let path = UserPath(section: place.section, row: row)
      if let tag = avoidedTag(of: path, traits) { return .avoid(tag) }
      if traits.isAdAllowedBeside?(path) == false { return .beside(path) }
    }
    return nil
  }

  /// The first tag of a content row that no ad stands beside.
  func avoidedTag(of path: UserPath, _ traits: ContentTraits) -> String? {
    avoided.isEmpty ? nil : traits.tags?(path).first(where: avoided.contains)
  }
}

// MARK: - Distances

extension RuleTables {
  /// The least content rows to an ad: the larger of the two gaps, and one at least to another tenant's.
  func gap(to neighbour: Neighbour) -> Int {
    neighbour.tenant == tenant ? rules.gap : Swift.max(rules.gap, neighbour.gap, 1)
  }

  /// One of the tenant's ads, as a neighbour of others.
  func neighbour(content: Int) -> Neighbour { Neighbour(content: content, tenant: tenant, gap: rules.gap) }

  /// The least content before the tenant's next ad, by what stands above.
  func earliestContent(below neighbour: Neighbour?) -> Int {
    Swift.max(rules.before, neighbour.map { $0.content + gap(to: $0) } ?? 0)
  }
}

/// Where an ad of a tenant would stand, and what else stands in its section and in the feed.
struct Standing: Sendable {
  var section: Int
  /// The content rows before it, and those of the section.
  var content: Int
  var contentCount: Int
  /// The tenant's ads in the section and in the feed, and all tenants' ads in the section.
  var own = 0
  var ownInAll = 0
  var all = 0
  /// The ads that the tenant has; nil for as many as are wanted.
  var adCount: Int?
  /// The nearest ads of any tenant.
  var above: Neighbour?
  var below: Neighbour?
}

/// Another ad near a place: the content rows before it, whose it is, and the gap that its tenant asks for.
struct Neighbour: Hashable, Sendable {
  var content: Int
  var tenant: Int
  var gap: Int
}

extension Standing {
  /// The tenant's share of all rows of the section if the ad stood there.
  var share: Double { Double(own + 1) / Double(contentCount + all + 1) }

  /// Whether another ad stands exactly at the end.
  var isEndTaken: Bool { above?.content == contentCount || below?.content == contentCount }
}

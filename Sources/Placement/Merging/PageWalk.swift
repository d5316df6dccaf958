/// A walk through the part of a section that a page has, which decides on the places there.
///
/// ``SectionWalk`` is the fast one for one tenant, ``JointWalk`` the general one.
protocol PageWalk: Sendable {
  /// Starts where the earlier pages of the section end.
  init(_ rules: [RuleTables], _ part: PagePart, traits: ContentTraits)

  /// Returns the next place with an ad, and its tenant.
  mutating func nextJointPlace() -> JointPlace?

  /// Returns the decision on the next place that the rules name, and its tenant.
  mutating func nextJointDecision() -> JointDecision?
}

/// The part of a section for which a page decides on places.
struct PagePart: Sendable {
  var section: Int
  /// The progress of the section on earlier pages.
  var progress: SectionProgress
  /// The number of the section's content rows on this page.
  var newContentCount: Int
  /// The number of ads that each tenant has for the whole feed up to the end of this page.
  var adCounts: OneOrMore<Int>
}

/// The progress of the pages in a section.
///
/// It is all that later places depend on: the positions that have been decided on are those above ``row``.
struct SectionProgress: Hashable, Sendable {
  /// The last ad of a section: the number of content rows before it, and its tenant.
  struct LastAd: Hashable, Sendable {
    var content: Int
    var tenant = 0
  }

  /// What the pages so far have of one tenant.
  struct Counts: Hashable, Sendable {
    /// The number of its ads in the section, and in this section and all before it.
    var inSection = 0
    var inAll = 0
    /// The index, in the tenant's `avoid`, of the tag that the last content row has; nil if it has none of them.
    var avoidedTag: Int?
  }

  /// The number of content rows so far.
  var content = 0
  /// The last ad; nil if there is none.
  var last: LastAd?
  /// Whether the last content row allows an ad next to it.
  var allowsAd = true
  /// The counts of each tenant.
  var tenants: OneOrMore<Counts>

  /// The number of ads of all tenants in the section so far.
  var placed: Int { tenants.reduce(0) { $0 + $1.inSection } }

  /// The feed row at which the next page begins.
  var row: Int { content + placed }

  /// The progress at the beginning of the next section.
  var atNextSection: SectionProgress {
    SectionProgress(tenants: tenants.mapped { Counts(inAll: $0.inAll) })
  }

  /// Notes what the last content row has against ads next to it.
  mutating func noteLastRow(section: Int, _ rules: [RuleTables], _ traits: ContentTraits) {
    if content == 0 { return }
    let path = UserPath(section: section, row: content - 1)
    for number in tenants.indices {
      let tag = rules[number].avoidedTag(of: path, traits)
      tenants[number].avoidedTag = tag.flatMap { rules[number].rules.avoid.firstIndex(of: $0) }
    }
    allowsAd = traits.isAdAllowedBeside?(path) ?? true
  }
}

extension ContentTraits {
  /// Returns traits that take those of the last row of earlier pages from `progress`, since its row is not available
  /// any more.
  func following(_ progress: SectionProgress, section: Int, _ rules: [RuleTables]) -> ContentTraits {
    let last = UserPath(section: section, row: progress.content - 1)
    if last.row < 0 || tags == nil && isAdAllowedBeside == nil { return self }
    var traits = self
    let known = zip(rules, progress.tenants).compactMap { rules, counts in
      counts.avoidedTag.map { rules.rules.avoid[$0] }
    }
    let allowsAd = progress.allowsAd
    if let tags { traits.tags = { $0 > last ? tags($0) : known } }
    if let isAdAllowedBeside { traits.isAdAllowedBeside = { $0 > last ? isAdAllowedBeside($0) : allowsAd } }
    return traits
  }
}

// MARK: - Walks

extension SectionWalk: PageWalk {
  init(_ rules: [RuleTables], _ part: PagePart, traits: ContentTraits) {
    let progress = part.progress
    let counts = progress.tenants[0]
    self.init(
      rules[0], section: part.section, contentCount: progress.content + part.newContentCount,
      placedInAll: counts.inAll, adCount: part.adCounts[0], traits: traits)
    goOn(from: progress.row, own: counts.inSection, lastAdBefore: progress.last?.content)
  }

  mutating func nextJointPlace() -> JointPlace? { nextPlace().map { JointPlace(tenant: 0, place: $0) } }

  mutating func nextJointDecision() -> JointDecision? { next().map { JointDecision(tenant: 0, decision: $0) } }
}

extension JointWalk: PageWalk {
  init(_ rules: [RuleTables], _ part: PagePart, traits: ContentTraits) {
    let progress = part.progress
    let lanes = zip(rules, progress.tenants).map { rules, counts in
      var lane = TenantProgress(rules, section: part.section)
      (lane.own, lane.ownInAll) = (counts.inSection, counts.inAll)
      // The positions above the page's first row have been decided on, so that no interval begins again below them.
      lane.positions.skip(to: progress.row)
      return lane
    }
    let last = progress.last.map { last in
      PlacedLast(
        position: last.content + progress.placed - 1, neighbour: rules[last.tenant].neighbour(content: last.content))
    }
    self.init(
      tenants: rules, section: part.section, contentCount: progress.content + part.newContentCount, traits: traits,
      adCounts: part.adCounts, lanes: lanes, placed: progress.placed, last: last)
  }

  mutating func nextJointPlace() -> JointPlace? { nextPlace() }

  mutating func nextJointDecision() -> JointDecision? { next() }
}

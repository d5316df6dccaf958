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

  /// Counts an ad.
  mutating func note(_ ad: JointPlace) {
    tenants[ad.tenant].inSection += 1
    tenants[ad.tenant].inAll += 1
    last = LastAd(content: ad.place.content.row, tenant: ad.tenant)
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
  fileprivate func following(_ progress: SectionProgress, section: Int, _ rules: [RuleTables]) -> ContentTraits {
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

extension SectionWalk {
  /// Starts where the earlier pages of a section end, and walks `newContentCount` rows of content.
  init(
    _ rules: [RuleTables], section: Int, after progress: SectionProgress, newContentCount: Int,
    adCounts: OneOrMore<Int>, traits: ContentTraits
  ) {
    let tenants = rules.indices.map { number in
      var tenant = TenantProgress(rules[number], section: section)
      (tenant.own, tenant.ownInAll) = (progress.tenants[number].inSection, progress.tenants[number].inAll)
      tenant.adCount = adCounts[number]
      // The positions above the page's first row have been decided on, so that no interval begins again below them.
      let isEndTaken = progress.last == SectionProgress.LastAd(content: progress.content, tenant: number)
      let content = progress.content + (isEndTaken ? 1 : 0)
      tenant.positions.skip(to: rules[number].rules.nearest == nil ? progress.row : content)
      return tenant
    }
    let last = progress.last.map { last in
      PlacedLast(
        position: last.content + progress.placed - 1, neighbour: rules[last.tenant].neighbour(content: last.content))
    }
    self.init(
      tenants: rules, section: section, contentCount: progress.content + newContentCount,
      traits: traits.following(progress, section: section, rules), progress: tenants, placed: progress.placed,
      last: last, top: progress.content)
  }
}

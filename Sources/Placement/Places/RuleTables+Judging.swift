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

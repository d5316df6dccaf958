import Placement

/// A feed as placement rules see it: how long it is, and what its items are tagged with.
struct RuledFeed {
  /// The rules.
  let rules: PlacementRules
  /// The tags of each content row.
  let tags: [[String]]

  /// The plan of rules for this feed.
  func plan(_ rules: PlacementRules, adCount: Int? = nil) throws(PlacementError) -> PlacementPlan {
    let tags = tags
    let traits = ContentTraits(tags: { tags.indices.contains($0.row) ? tags[$0.row] : [] })
    // Ads stand where they have come to, which may be where none was ever asked for.
    return try PlacementPlan(infeasible: rules, userCounts: [tags.count], adCount: adCount, traits: traits)
  }

  /// The ads that may stand where they do, each judged with those above it that may.
  func allowed(_ ads: [AdPlacing.Ad]) throws(PlacementError) -> [AdPlacing.Ad] {
    var ads = ads
    // Those below stand one row higher without it, and are judged again.
    while let refused = try firstRefused(ads.map(\.content)) { ads.remove(at: refused) }
    return ads
  }

  /// The first of ads before these content rows, in order, that a rule forbids.
  private func firstRefused(_ contents: [Int]) throws(PlacementError) -> Int? {
    var fixed = rules
    (fixed.every, fixed.from, fixed.seed) = (nil, nil, nil)
    fixed.at = contents.enumerated().map { $1 + $0 }
    return try plan(fixed).decisions.enumerated().first { if case .refused = $1 { true } else { false } }?.offset
  }
}

// MARK: - Below

extension RuledFeed {
  /// The rules as they go on behind ads at these feed rows, below what is not new.
  func continued(behind fixed: [Int], firstNew: Int) -> PlacementRules {
    var rules = rules
    let least = firstNew + fixed.count
    rules.at = fixed + rules.at.filter { $0 >= least && $0 > fixed.last ?? -1 }
    guard let every = rules.every, var next = rules.firstRepeated else { return rules }
    let room = firstNew + rules.at.count - next
    if room > 0 { next += (room + every - 1) / every * every }
    // Beyond the end of any feed nothing is repeated.
    if next > RowMap.limit { (rules.every, rules.from, rules.seed) = (nil, nil, nil) } else { rules.from = next }
    return rules
  }
}

extension PlacementRules {
  /// The first row that the interval names; nil without one.
  fileprivate var firstRepeated: Int? {
    guard let every else { return nil }
    guard let last = at.max() else { return from ?? every - 1 }
    if let from, from > last { return from }
    return last + every
  }
}

// MARK: - Above

extension RuledFeed {
  /// The places among the first rows, which are new, that the interval names upwards from the ads that are kept.
  ///
  /// Where none is kept it names them from the top.
  func above(_ kept: [AdPlacing.Ad], newRows: Int) -> [AdPlacing.Spot] {
    guard newRows > 0, let every = rules.every, let first = rules.firstRepeated, rules.sections?.contains(0) ?? true,
      !rules.except.contains(0)
    else { return [] }
    // From one ad to the next there is a row less of content than of the feed.
    let contents =
      if let next = kept.first {
        Array(stride(from: next.content - (every - 1), through: first, by: 1 - every).drop { $0 > newRows })
      } else { Array(stride(from: first, through: newRows, by: every - 1)) }
    return contents.map { AdPlacing.Spot(content: $0, ad: nil, origin: .repeated(every: every, from: rules.from)) }
  }

  /// Adds an ad above all others, or above those below it, if neither a rule nor the interval forbids that.
  func add(_ spot: AdPlacing.Spot, to spots: inout [AdPlacing.Spot]) throws(PlacementError) {
    let place = spots.firstIndex { $0.content > spot.content } ?? spots.count
    let distance = place < spots.count ? spots[place].content - spot.content : .max
    var trial = spots
    trial.insert(spot, at: place)
    if distance >= (rules.every ?? 1) - 1, try firstRefused(trial.map(\.content)) == nil { spots = trial }
  }
}

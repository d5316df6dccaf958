import Placement

/// Where the ads of a feed stand after it has changed, by rules that were made for a feed that stays.
///
/// An ad keeps its place before its item, unless a rule forbids it there now, or all that stood between it and the ad before is
/// gone. New ads stand only below every row that was there before, in the interval of the rules behind the last one, so that
/// nothing moves that may have been seen. Where no row is left of those before, the rules begin anew.
struct AdPlacing {
  /// An ad in the feed.
  struct Ad: Hashable {
    /// The number of the insertion.
    let number: Int
    /// The content row that it stands before.
    let content: Int
    /// The content row that it stood before when it was last placed.
    let formerContent: Int
  }

  /// The ads that stay, in order.
  let kept: [Ad]
  /// The places of new ones, in feed order.
  let places: [Place]

  /// Places ads.
  ///
  /// - Parameters:
  ///   - ads: the ads that stand in the feed, in order.
  ///   - rules: where ads may stand.
  ///   - tags: the tags of each content row.
  ///   - firstNew: the content row that is new, with all behind it.
  ///   - adCount: how many ads there are, those that stand included.
  init(_ ads: [Ad], _ rules: PlacementRules, tags: [[String]], firstNew: Int, adCount: Int) throws(PlacementError) {
    let feed = Feed(rules: rules, tags: tags)
    kept = firstNew == 0 ? [] : try feed.allowed(AdPlacing.apart(ads))
    let fixed = Set(AdPlacing.rows(of: kept))
    let all = try feed.plan(feed.continued(behind: fixed.sorted(), firstNew: firstNew), adCount: adCount)
    places = all.places.filter { !fixed.contains($0.path.row) }
  }

  /// The feed rows of ads before content rows.
  static func rows(of ads: [Ad]) -> [Int] { ads.enumerated().map { $1.content + $0 } }

  /// The ads without those that have come to stand right behind another.
  private static func apart(_ ads: [Ad]) -> [Ad] {
    ads.reduce(into: []) { kept, ad in
      if let last = kept.last, last.content == ad.content, last.formerContent != ad.formerContent { return }
      kept.append(ad)
    }
  }
}

/// A feed as the rules see it: how long it is, and what its items are tagged with.
private struct Feed {
  let rules: PlacementRules
  let tags: [[String]]

  func plan(_ rules: PlacementRules, adCount: Int? = nil) throws(PlacementError) -> PlacementPlan {
    let tags = tags
    return try PlacementPlan(rules: rules, userCounts: [tags.count], adCount: adCount) { path in
      tags.indices.contains(path.row) ? tags[path.row] : []
    }
  }

  /// The ads that may stand where they do, each judged with those before that may.
  func allowed(_ ads: [AdPlacing.Ad]) throws(PlacementError) -> [AdPlacing.Ad] {
    var ads = ads
    var fixed = rules
    (fixed.every, fixed.from, fixed.seed) = (nil, nil, nil)
    while true {
      fixed.at = AdPlacing.rows(of: ads)
      let refused = try plan(fixed).decisions.enumerated().first { if case .refused = $1 { true } else { false } }
      // Those behind stand one row higher without it, and are judged again.
      guard let refused else { return ads }
      ads.remove(at: refused.offset)
    }
  }

  /// The rules as they go on behind ads at these feed rows, below what is not new.
  func continued(behind fixed: [Int], firstNew: Int) -> PlacementRules {
    var rules = rules
    let least = firstNew + fixed.count
    rules.at = fixed + rules.at.filter { $0 >= least && $0 > fixed.last ?? -1 }
    guard let every = rules.every else { return rules }
    let last = rules.at.max()
    var next = last.map { $0 + every } ?? rules.from ?? every - 1
    if let last, let from = rules.from, from > last { next = from }
    let room = firstNew + rules.at.count - next
    if room > 0 { next += (room + every - 1) / every * every }
    // Beyond the end of any feed nothing is repeated.
    if next > RowMap.limit { (rules.every, rules.from, rules.seed) = (nil, nil, nil) } else { rules.from = next }
    return rules
  }
}

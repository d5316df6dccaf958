import Placement

/// Where the ads of a feed stand after it has changed, by rules that were made for a feed that stays.
///
/// An ad keeps its place before its item, unless a rule forbids it there now, or all that stood between it and the ad before is
/// gone. New ads stand, in the interval of the rules, only below all rows that were there before, or, when rows come on top,
/// above all that were there when the feed was loaded, so that nothing comes between what may have been seen and stays. Where no
/// row is left of those before, the rules begin anew.
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

  /// An ad as it is to stand.
  struct Spot: Hashable {
    /// The content row that it stands before.
    let content: Int
    /// The ad, where it stands there already.
    let ad: Ad?
    /// The rule that names the place; of an ad that stands already a position.
    let origin: PlaceOrigin
  }

  /// Which rows of the content were there before.
  struct Seen: Hashable {
    /// How many rows at the top have come since the feed was loaded; none unless some have come now.
    var newAbove = 0
    /// The first row that is new with all below it.
    var end = 0

    /// No row at all.
    static let nothing = Seen()
  }

  /// The ads, from the top down; each stands as many feed rows below its content row as there are ads above it.
  let spots: [Spot]

  /// Places ads.
  ///
  /// - Parameters:
  ///   - ads: the ads that stand in the feed, in order.
  ///   - rules: where ads may stand.
  ///   - tags: the tags of each content row.
  ///   - seen: the content rows that were there before.
  ///   - adCount: how many ads there are, those that stand included.
  init(_ ads: [Ad], _ rules: PlacementRules, tags: [[String]], seen: Seen, adCount: Int) throws(PlacementError) {
    let feed = RuledFeed(rules: rules, tags: tags)
    let kept = seen.end == 0 ? [] : try feed.allowed(AdPlacing.apart(ads))
    let fixed = kept.enumerated().map { $1.content + $0 }
    let plan = try feed.plan(feed.continued(behind: fixed, firstNew: seen.end), adCount: adCount)
    let standing = Dictionary(uniqueKeysWithValues: zip(fixed, kept))
    var spots = plan.places.map { place in
      Spot(content: place.content.row, ad: standing[place.path.row], origin: rules.named(place.origin))
    }
    for spot in feed.above(kept, newRows: seen.end == 0 ? 0 : seen.newAbove) where spots.count < adCount {
      try feed.add(spot, to: &spots)
    }
    self.spots = spots
  }

  /// The ads without those that have come to stand right behind another.
  private static func apart(_ ads: [Ad]) -> [Ad] {
    ads.reduce(into: []) { kept, ad in
      if let last = kept.last, last.content == ad.content, last.formerContent != ad.formerContent { return }
      kept.append(ad)
    }
  }
}

extension PlacementRules {
  /// The rule that names a place, with the interval as it was asked for, wherever it goes on.
  fileprivate func named(_ origin: PlaceOrigin) -> PlaceOrigin {
    if case .repeated(let every, _) = origin { .repeated(every: every, from: from) } else { origin }
  }
}

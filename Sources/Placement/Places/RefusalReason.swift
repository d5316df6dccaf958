/// Why a place stays content.
///
/// Where several rules forbid a place one of them is told: rather one that forbids the later places as well, such as `max`, than
/// one that looks at what is near, such as `gap`.
public enum RefusalReason: Hashable, Sendable {
  /// The rules give its section no ads.
  case section
  /// The content ends before it.
  case noContent
  /// It would stand exactly at the end, and `trailing` is not allowed, or used up.
  case trailing
  /// The section has its most ads.
  case max(Int)
  /// The feed has its most ads.
  case maxInAll(Int)
  /// Too few content rows stand before it.
  case before(Int)
  /// Too few content rows stand after it.
  case after(Int)
  /// Too few content rows stand between it and the ad before.
  case gap(Int)
  /// The ads would have too large a share of the section's rows.
  case share(Double)
  /// It would stand beside content that bears a tag.
  case avoid(String)
  /// It would stand beside a content row that allows no ad there.
  case beside(UserPath)
  /// Another tenant, which comes first, has the position, or names one too close below.
  case yields(to: String)
  /// No ad is left.
  case noAd
}

extension RefusalReason: CustomStringConvertible {
  /// The rule's own words, or what is lacking.
  public var description: String {
    switch self {
    case .section: "its section has no ads"
    case .noContent: "the content ends before it"
    case .trailing: "no trailing ad"
    case .max(let count): "max \(count)"
    case .maxInAll(let count): "max \(count) in all"
    case .before(let count): "before \(count)"
    case .after(let count): "after \(count)"
    case .gap(let count): "gap \(count)"
    case .share(let share): "share \(PlacementRules.plain(share))"
    case .avoid(let tag): "avoid \(tag)"
    case .beside(let path): "the content of row \(path.row) allows no ad beside it"
    case .yields(let tenant): "yields to \(tenant)"
    case .noAd: "no ad is left"
    }
  }
}

extension RefusalReason {
  /// Whether every later place of the section is refused as well.
  var isLasting: Bool {
    switch self {
    case .before, .gap, .avoid, .beside, .yields: false
    default: true
    }
  }

  /// Whether content after the page might have spoken for the place.
  var looksAhead: Bool {
    switch self {
    case .after, .share: true
    default: false
    }
  }
}

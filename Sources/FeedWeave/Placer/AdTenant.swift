public import Placement

/// An advertiser or network with ads in a feed: its rules, its source, and how often an ad may repeat.
///
/// ```swift
/// let sales = AdTenant<Banner>(
///   name: "sales", rules: try PlacementRules("every 6 from 3 gap 2"), source: server, houseAds: [ourOwn],
///   repeatDistance: 20, caps: [try FrequencyCap("3 per 24h")])
/// ```
public struct AdTenant<Creative> {
  /// The tenant's name, which no other of the placer has.
  public var name: String
  /// Where its ads may stand.
  public var rules: PlacementRules
  /// Who is asked for its ads; nil where it has house ads only.
  public var source: (any AdSource<Creative>)?
  /// Ads that stand in where the source has none: taken in turn, never requested, and not capped.
  public var houseAds: [Ad<Creative>]
  /// How many ads are kept ready, and how the source is asked.
  public var queue: AdQueuePolicy
  /// The least distance, in rows of the feed, of two rows with the same ad; 1 and less ask for nothing.
  public var repeatDistance: Int
  /// How often each campaign may be seen; all of them hold together.
  public var caps: [FrequencyCap]

  /// Makes a tenant; it is validated where it is used.
  public init(
    name: String, rules: PlacementRules, source: (any AdSource<Creative>)? = nil, houseAds: [Ad<Creative>] = [],
    queue: AdQueuePolicy = AdQueuePolicy(), repeatDistance: Int = 1, caps: [FrequencyCap] = []
  ) {
    self.name = name
    self.rules = rules
    self.source = source
    self.houseAds = houseAds
    self.queue = queue
    self.repeatDistance = repeatDistance
    self.caps = caps
  }
}

public import Placement

/// Somebody who has ads in a feed: by what rules, from where, and how often the same.
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
  /// What stands where no ad of the source can: taken in turn, asked for by nobody, and not capped.
  public var houseAds: [Ad<Creative>]
  /// How many ads are kept ready, and how the source is asked.
  public var queue: AdQueuePolicy
  /// The least distance, in rows of the feed, of two rows with the same ad; 1 and less ask for nothing.
  public var repeatDistance: Int
  /// How often each campaign may be seen; all of them hold together.
  public var caps: [FrequencyCap]

  /// Makes a tenant; it is judged where it is used.
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

public import AdServing
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

/// Where a tenant's ads come from.
///
/// ```swift
/// final class Server: AdSource {
///   func placer(_ placer: AdPlacer<Banner>, requests request: AdRequest) {
///     fetch(request.count) { [weak placer] banners in
///       placer?.answer(request, with: banners.isEmpty ? .noFill : .ads(banners))
///     }
///   }
/// }
/// ```
/// The placer keeps its sources alive; a source, and what it hands on, keeps the placer weakly.
public protocol AdSource<Creative>: AnyObject {
  /// What its ads show.
  associatedtype Creative

  /// The placer asks for ads; answer by ``AdPlacer/answer(_:with:)``, at once or later, where the list is used.
  func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest)
}

/// What a placer knows of a tenant: the queue of its ads, and whose turn it is among its house ads.
struct TenantState<Creative> {
  let name: String
  let repeatDistance: Int
  let caps: [FrequencyCap]
  /// The ads of its source; nil where it has none.
  var queue: AdQueue<Creative>?
  /// Its house ads, from the one whose turn is next.
  private(set) var houseAds: [Ad<Creative>]
  /// The campaigns of all house ads that it ever had.
  let houseCampaigns: Set<String>
  /// How many places wait for an ad of its source.
  var wanted = 0
  /// How many ads in stock may stand at none of these places.
  var idle = 0

  init(_ tenant: AdTenant<Creative>, seed: UInt64) throws(AdServingError) {
    (name, repeatDistance, caps, houseAds) = (tenant.name, tenant.repeatDistance, tenant.caps, tenant.houseAds)
    houseCampaigns = Set(tenant.houseAds.map(\.campaign))
    if tenant.source != nil { queue = try AdQueue(tenant: tenant.name, policy: tenant.queue, seed: seed) }
    for ad in houseAds where ad.id.isEmpty || ad.campaign.isEmpty {
      let word = ad.id.isEmpty ? "id" : "campaign"
      throw .invalidValue(word: word, value: "''", expected: "a name", column: nil)
    }
  }

  /// How many ads are wanted, and how many of those in stock are of no use for that.
  var lack: (wanted: Int, idle: Int) { (wanted, wanted > 0 ? idle : 0) }

  /// Takes in what its source answers; what came may stand somewhere, until it has been tried.
  mutating func answer(_ request: AdRequest, with answer: AdAnswer<Creative>, at now: Duration) -> AdReceipt? {
    idle = 0
    return queue?.answer(request, with: answer, at: now)
  }

  /// Takes the first house ad that may stand somewhere; its turn comes again after all others.
  mutating func takeHouseAd(at now: Duration, where isAllowed: (Ad<Creative>) -> Bool) -> Ad<Creative>? {
    guard let index = houseAds.firstIndex(where: { !$0.hasExpired(at: now) && isAllowed($0) }) else { return nil }
    let ad = houseAds.remove(at: index)
    houseAds.append(ad)
    return ad
  }

  /// Removes ads for good; answers how many there were.
  mutating func recall(adID: String) -> Int {
    removeHouseAds { $0.id == adID } + (queue?.recall(adID: adID) ?? 0)
  }

  /// Removes the ads of a campaign for good; answers how many there were.
  mutating func recall(campaign: String) -> Int {
    removeHouseAds { $0.campaign == campaign } + (queue?.recall(campaign: campaign) ?? 0)
  }

  private mutating func removeHouseAds(where isGone: (Ad<Creative>) -> Bool) -> Int {
    let count = houseAds.count
    houseAds.removeAll(where: isGone)
    return count - houseAds.count
  }
}

/// A source that has all its ads already, and hands each of them over once, in order.
///
/// ```swift
/// let sales = AdTenant(
///   name: "sales", rules: try PlacementRules("every 6"), source: ReadyAds(banners),
///   caps: [try FrequencyCap("3 per 24h")])
/// ```
/// When all have been handed over there is no fill until more are added. Ads that are to be shown again and again, in turn and without
/// caps, are ``AdTenant/houseAds`` and need no source. One that says no time lives as long as the tenant's
/// `AdQueuePolicy.lifetime` says, from when it is handed over.
public final class ReadyAds<Creative>: AdSource {
  /// The ads that are still to be handed over.
  /// - Complexity: O(*n*) in their number.
  public var ads: [Ad<Creative>] { Array(shelf) }

  private var shelf: AdStock<Creative>

  /// Makes a source of ads, the first of which is handed over first.
  public init(_ ads: [Ad<Creative>]) {
    shelf = AdStock(ads)
  }

  /// Adds ads behind the others; they are asked for when the pause after no fill is over, or by ``AdPlacer/resumeRequests()``.
  public func add(_ ads: [Ad<Creative>]) { for ad in ads { shelf.append(ad) } }

  /// Hands over as many as are asked for, or those that are left.
  public func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest) {
    let next = (0..<min(request.count, shelf.count)).map { _ in shelf.remove(at: 0) }
    placer.answer(request, with: next.isEmpty ? .noFill : .ads(next))
  }
}

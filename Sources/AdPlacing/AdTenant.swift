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
  /// The tenant's name, unique in the placer.
  public var name: String
  /// The rules for its places.
  public var rules: PlacementRules
  /// The source of its ads; nil for a tenant with house ads only.
  public var source: (any AdSource<Creative>)?
  /// Ads used where the source has none: in rotation, never requested, and not capped.
  public var houseAds: [Ad<Creative>]
  /// The policy for the stock of ads and for requests.
  public var queue: AdQueuePolicy
  /// The least distance, in rows of the feed, between two rows with the same creative; no limit if it is at most 1.
  public var repeatDistance: Int
  /// Limits on how often each campaign, creative or advertiser may be seen.
  ///
  /// All of them apply.
  public var caps: [FrequencyCap]

  /// Makes a tenant.
  ///
  /// The placer validates it.
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

/// A source of a tenant's ads.
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
/// The placer holds its sources strongly; a source, and closures that it passes on, must hold the placer weakly.
public protocol AdSource<Creative>: AnyObject {
  /// The contents of its ads.
  associatedtype Creative

  /// The placer requests ads.
  ///
  /// Answer by ``AdPlacer/answer(_:with:)``, at once or later, on the thread that uses the list. Placers whose tenants have
  /// the same name may make equal requests. The method runs in feed space.
  func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest)
}

/// A placer's state of a tenant: the queue of its ads and the rotation of its house ads.
struct TenantState<Creative> {
  let name: String
  let repeatDistance: Int
  let caps: [FrequencyCap]
  /// The ads of its source; nil without a source.
  var queue: AdQueue<Creative>?
  /// Its house ads; the first is the next to be used.
  private(set) var houseAds: [Ad<Creative>]
  /// All house ads that it has ever had.
  let formerHouseAds: ReservedAds
  /// The number of places that wait for an ad of its source.
  var wanted = 0
  /// The number of ads in stock that fit none of these places.
  var idle = 0

  init(_ tenant: AdTenant<Creative>, seed: UInt64) throws(AdServingError) {
    (name, repeatDistance, caps, houseAds) = (tenant.name, tenant.repeatDistance, tenant.caps, tenant.houseAds)
    formerHouseAds = ReservedAds(tenant.houseAds)
    if tenant.source != nil { queue = try AdQueue(tenant: tenant.name, policy: tenant.queue, seed: seed) }
    for ad in houseAds {
      for (word, name) in [("id", ad.id), ("creativeID", ad.creativeID), ("campaign", ad.campaign)] where name.isEmpty {
        throw .invalidValue(word: word, value: "''", expected: "a name", column: nil)
      }
    }
  }

  /// Whether each ad that has not expired may be at each of its places, whatever was seen and is near.
  var placesAnyAd: Bool { caps.isEmpty && repeatDistance <= 1 }

  /// The number of wanted ads, and the number of those in stock that don't fit.
  var lack: (wanted: Int, idle: Int) { (wanted, wanted > 0 ? idle : 0) }

  /// Accepts an answer of the source.
  ///
  /// New ads count as fitting until they have been tried.
  mutating func answer(_ request: AdRequest, with answer: AdAnswer<Creative>, at now: Duration) -> AdReceipt? {
    idle = 0
    return queue?.answer(request, with: answer, at: now)
  }

  /// Takes the first suitable house ad and moves it to the end of the rotation.
  mutating func takeHouseAd(at now: Duration, where isAllowed: (Ad<Creative>) -> Bool) -> Ad<Creative>? {
    guard let index = houseAds.firstIndex(where: { !$0.hasExpired(at: now) && isAllowed($0) }) else { return nil }
    let ad = houseAds.remove(at: index)
    houseAds.append(ad)
    return ad
  }

  /// Removes the ads of a name permanently; returns how many were removed.
  mutating func recall(_ name: AdName) -> Int {
    let count = houseAds.count
    houseAds.removeAll { name.names($0.identity) }
    return count - houseAds.count + (queue?.recall(name) ?? 0)
  }
}

/// A source with a fixed supply of ads, which delivers each of them once, in order.
///
/// ```swift
/// let sales = AdTenant(
///   name: "sales", rules: try PlacementRules("every 6"), source: ReadyAds(banners),
///   caps: [try FrequencyCap("3 per 24h")])
/// ```
/// When all have been delivered, the answer is no fill until more are added. For ads to be shown repeatedly, in
/// rotation and without caps, use ``AdTenant/houseAds``, which need no source. An ad without an expiry date lives for
/// the tenant's `AdQueuePolicy.lifetime` after its delivery.
public final class ReadyAds<Creative>: AdSource {
  /// The ads that have not been delivered yet.
  /// - Complexity: O(*n*) in their number.
  public var ads: [Ad<Creative>] { Array(shelf) }

  private var shelf: AdStock<Creative>

  /// Makes a source of ads, to be delivered in order.
  public init(_ ads: [Ad<Creative>]) {
    shelf = AdStock(ads)
  }

  /// Adds ads after the others.
  ///
  /// They are requested when the pause after no fill is over, or by ``AdPlacer/resumeRequests()``.
  public func add(_ ads: [Ad<Creative>]) { for ad in ads { shelf.append(ad) } }

  /// Delivers the requested number of ads, or those that are left.
  public func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest) {
    let next = (0..<min(request.count, shelf.count)).map { _ in shelf.remove(at: 0) }
    placer.answer(request, with: next.isEmpty ? .noFill : .ads(next))
  }
}

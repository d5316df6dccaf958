public import AdServing
public import Placement

/// An ad in a feed, with its place and the rule for it.
public struct PlacedAd<Creative> {
  /// The ad.
  public let ad: Ad<Creative>
  /// The identifier of its place, which stays the same when the place moves with the content.
  public let place: LivePlacement.PlaceID
  /// The rule that makes the place.
  public let origin: PlaceOrigin
  /// The name of the tenant that the ad belongs to.
  public let tenant: String
  /// Whether it is a house ad, placed for lack of an ad of the tenant's source.
  public let isHouseAd: Bool
}

extension PlacedAd: Sendable where Creative: Sendable {}
extension PlacedAd: Equatable where Creative: Equatable {}
extension PlacedAd: Hashable where Creative: Hashable {}

/// The reason why an ad was removed from the feed.
public enum AdClearing: Hashable, Sendable {
  /// The content that it was placed in was deleted.
  case content
  /// The list was reloaded, and ads are placed again.
  case reload
  /// The ad or its campaign was recalled.
  case recall
  /// The client cleared it.
  case request
  /// The ad has expired, and no other was ready.
  case expiry
  /// A rule forbids an ad at its new position.
  case rule(RefusalReason)
  /// It was too close to the same ad, and no other was ready.
  case repetition
  /// The placer was removed.
  case removal
}

extension AdClearing: CustomStringConvertible {
  /// A description of the reason.
  public var description: String {
    switch self {
    case .content: "the content that it stood in is gone"
    case .reload: "the list was loaded anew"
    case .recall: "it was recalled"
    case .request: "it was cleared"
    case .expiry: "it has expired"
    case .rule(let reason): "it is forbidden by \(reason)"
    case .repetition: "it is too close to the same ad"
    case .removal: "the placer was removed"
    }
  }
}

/// An ad at a place.
struct AdAtPlace<Creative> {
  var ad: Ad<Creative>
  /// The index of its tenant.
  let tenant: Int
  let isHouseAd: Bool
  /// The rule that makes its place.
  let origin: PlaceOrigin
  /// Whether the client placed it, so that it comes from no queue.
  var isByHand = false
  /// Whether its row has come into view since the ad was placed.
  var isDisplayed = false
  /// Whether it has been counted as seen since it was placed.
  var isCounted = false

  var isUnseenHouseAd: Bool { isHouseAd && !isDisplayed }
}

/// The ads in a feed, by their places.
struct AdsByPlace<Creative> {
  private var ads: [LivePlacement.PlaceID: AdAtPlace<Creative>] = [:]
  /// The number of ads of each campaign in the feed that have not been counted as seen yet.
  private var uncounted: [String: Int] = [:]
  /// The number of house ads of each tenant that nobody has seen yet.
  private var unseenHouseAds: [Int: Int] = [:]
  /// The time at which the first of the ads expires, or an earlier one; nil if none expires.
  private(set) var nextExpiry: Duration?

  subscript(id: LivePlacement.PlaceID) -> AdAtPlace<Creative>? { ads[id] }

  /// The places, in the order in which they were made.
  var places: [LivePlacement.PlaceID] { ads.keys.sorted() }

  /// Returns the places of the ads that satisfy a condition, unordered.
  func places(where isOne: (AdAtPlace<Creative>) -> Bool) -> [LivePlacement.PlaceID] {
    ads.filter { isOne($0.value) }.map(\.key)
  }

  /// Returns how many ads of a campaign in the feed have not been counted as seen yet.
  func reserved(_ campaign: String) -> Int { uncounted[campaign] ?? 0 }

  /// Returns how many house ads of a tenant nobody has seen, so that they can be replaced.
  func unseenHouseAds(of tenant: Int) -> Int { unseenHouseAds[tenant] ?? 0 }

  mutating func put(_ ad: AdAtPlace<Creative>, at id: LivePlacement.PlaceID) {
    remove(id)
    ads[id] = ad
    if !ad.isCounted { uncounted[ad.ad.campaign, default: 0] += 1 }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 0] += 1 }
    if let expires = ad.ad.expires { nextExpiry = min(expires, nextExpiry ?? expires) }
  }

  @discardableResult
  mutating func remove(_ id: LivePlacement.PlaceID) -> AdAtPlace<Creative>? {
    guard let ad = ads.removeValue(forKey: id) else { return nil }
    if !ad.isCounted { release(ad.ad.campaign) }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 1] -= 1 }
    return ad
  }

  /// Records that the row of an ad has come into view.
  mutating func display(_ id: LivePlacement.PlaceID) {
    guard let ad = ads[id], !ad.isDisplayed else { return }
    if ad.isHouseAd { unseenHouseAds[ad.tenant, default: 1] -= 1 }
    ads[id]?.isDisplayed = true
  }

  /// Records that an ad was counted as seen.
  mutating func count(_ id: LivePlacement.PlaceID) {
    guard let ad = ads[id], !ad.isCounted else { return }
    ads[id]?.isCounted = true
    release(ad.ad.campaign)
  }

  /// Recomputes the next expiry, without ads that have expired and were left in the feed.
  mutating func findNextExpiry(after now: Duration) {
    nextExpiry = ads.values.lazy.compactMap(\.ad.expires).filter { $0 > now }.min()
  }

  private mutating func release(_ campaign: String) {
    let rest = (uncounted[campaign] ?? 1) - 1
    uncounted[campaign] = rest > 0 ? rest : nil
  }

  /// Whether the counters match the ads.
  func checkInvariants() -> Bool {
    let campaigns = ads.values.filter { !$0.isCounted }.map(\.ad.campaign)
    return uncounted == Dictionary(campaigns.map { ($0, 1) }, uniquingKeysWith: +)
      && unseenHouseAds.values.reduce(0, +) == ads.values.count { $0.isUnseenHouseAd }
  }
}

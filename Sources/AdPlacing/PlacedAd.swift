public import AdServing
public import Placement

/// An ad that stands in a feed, and why it stands where it does.
public struct PlacedAd<Creative> {
  /// The ad.
  public let ad: Ad<Creative>
  /// Its place, which keeps this name wherever the content takes it.
  public let place: LivePlacement.PlaceID
  /// The rule that names the place.
  public let origin: PlaceOrigin
  /// Whose ad it is.
  public let tenant: String
  /// Whether it stands in for an ad of the tenant's source.
  public let isHouseAd: Bool
}

extension PlacedAd: Sendable where Creative: Sendable {}
extension PlacedAd: Equatable where Creative: Equatable {}
extension PlacedAd: Hashable where Creative: Hashable {}

/// Why an ad does not stand in the feed any more.
public enum AdClearing: Hashable, Sendable {
  /// The content that it stood in is gone.
  case content
  /// The list has been loaded again, and ads are placed again.
  case reload
  /// It, or its campaign, was recalled.
  case recall
  /// It was cleared by whoever uses the placer.
  case request
  /// It may not be shown any more, and no other was ready.
  case expiry
  /// A rule forbids it where it has come to stand.
  case rule(RefusalReason)
  /// It has come too close to the same ad, and no other was ready.
  case repetition
  /// The placer was removed.
  case removal
}

extension AdClearing: CustomStringConvertible {
  /// Why, in words.
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

/// An ad that stands at a place.
struct StandingAd<Creative> {
  var ad: Ad<Creative>
  /// Which of the tenants it belongs to.
  let tenant: Int
  let isHouseAd: Bool
  /// The rule that names its place.
  let origin: PlaceOrigin
  /// Whether it was put there by hand, and so comes from no queue.
  var isByHand = false
  /// Whether its row has come into view since it stands there.
  var isDisplayed = false
  /// Whether it has counted as seen since it stands there.
  var isCounted = false

  var isUnseenHouseAd: Bool { isHouseAd && !isDisplayed }
}

/// The ads that stand in a feed, by their places.
struct StandingAds<Creative> {
  private var ads: [LivePlacement.PlaceID: StandingAd<Creative>] = [:]
  /// How many ads of each campaign stand that have not counted as seen yet.
  private var uncounted: [String: Int] = [:]
  /// How many house ads of each tenant nobody has seen yet.
  private var unseenHouseAds: [Int: Int] = [:]
  /// The first time at which one of them expires, or an earlier one; nil where none does.
  private(set) var nextExpiry: Duration?

  subscript(id: LivePlacement.PlaceID) -> StandingAd<Creative>? { ads[id] }

  /// The places, in the order in which they were named.
  var places: [LivePlacement.PlaceID] { ads.keys.sorted() }

  /// The places of some ads, in no order.
  func places(where isOne: (StandingAd<Creative>) -> Bool) -> [LivePlacement.PlaceID] {
    ads.filter { isOne($0.value) }.map(\.key)
  }

  /// How many ads of a campaign stand that are still to count as seen.
  func reserved(_ campaign: String) -> Int { uncounted[campaign] ?? 0 }

  /// How many house ads of a tenant stand that nobody has seen, and so give way.
  func unseenHouseAds(of tenant: Int) -> Int { unseenHouseAds[tenant] ?? 0 }

  mutating func put(_ ad: StandingAd<Creative>, at id: LivePlacement.PlaceID) {
    remove(id)
    ads[id] = ad
    if !ad.isCounted { uncounted[ad.ad.campaign, default: 0] += 1 }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 0] += 1 }
    if let expires = ad.ad.expires { nextExpiry = min(expires, nextExpiry ?? expires) }
  }

  @discardableResult
  mutating func remove(_ id: LivePlacement.PlaceID) -> StandingAd<Creative>? {
    guard let ad = ads.removeValue(forKey: id) else { return nil }
    if !ad.isCounted { release(ad.ad.campaign) }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 1] -= 1 }
    return ad
  }

  /// Notes that the row of an ad has come into view.
  mutating func display(_ id: LivePlacement.PlaceID) {
    guard let ad = ads[id], !ad.isDisplayed else { return }
    if ad.isHouseAd { unseenHouseAds[ad.tenant, default: 1] -= 1 }
    ads[id]?.isDisplayed = true
  }

  /// Notes that an ad has counted as seen.
  mutating func count(_ id: LivePlacement.PlaceID) {
    guard let ad = ads[id], !ad.isCounted else { return }
    ads[id]?.isCounted = true
    release(ad.ad.campaign)
  }

  /// Finds out again when the next one expires, of those that are not left to stand.
  mutating func findNextExpiry(after now: Duration) {
    nextExpiry = ads.values.lazy.compactMap(\.ad.expires).filter { $0 > now }.min()
  }

  private mutating func release(_ campaign: String) {
    let rest = (uncounted[campaign] ?? 1) - 1
    uncounted[campaign] = rest > 0 ? rest : nil
  }

  /// Whether what is counted is what there is.
  func checkInvariants() -> Bool {
    let campaigns = ads.values.filter { !$0.isCounted }.map(\.ad.campaign)
    return uncounted == Dictionary(campaigns.map { ($0, 1) }, uniquingKeysWith: +)
      && unseenHouseAds.values.reduce(0, +) == ads.values.count { $0.isUnseenHouseAd }
  }
}

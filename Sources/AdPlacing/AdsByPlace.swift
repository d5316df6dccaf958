import AdServing
import Placement

/// An ad at a place.
final class AdAtPlace<Creative> {
  /// Who supplied an ad.
  enum Supplier {
    /// The tenant's source, whose queue takes an ad back that nobody has seen.
    case source
    /// The tenant's rotation of house ads.
    case houseAds
    /// The client, which put it in the place of another ad.
    case client
  }

  /// How far the display of an ad has come since it was placed.
  enum Progress: Comparable {
    case placed
    /// Its row has come into view.
    case displayed
    /// It has been counted as seen.
    case counted
  }

  let ad: Ad<Creative>
  /// The index of its tenant.
  let tenant: Int
  let supplier: Supplier
  /// The rule that makes its place.
  let origin: PlaceOrigin
  let progress: Progress

  init(ad: Ad<Creative>, tenant: Int, supplier: Supplier, origin: PlaceOrigin, progress: Progress = .placed) {
    (self.ad, self.tenant, self.supplier, self.origin, self.progress) = (ad, tenant, supplier, origin, progress)
  }

  var isHouseAd: Bool { supplier == .houseAds }
  var isDisplayed: Bool { progress >= .displayed }
  var isUnseenHouseAd: Bool { isHouseAd && !isDisplayed }

  /// The identity of the ad until it has been counted as seen.
  var reservedIdentity: AdIdentity? { progress < .counted ? ad.identity : nil }

  /// Returns the same ad with other progress.
  func with(_ progress: Progress) -> AdAtPlace {
    AdAtPlace(ad: ad, tenant: tenant, supplier: supplier, origin: origin, progress: progress)
  }
}

/// The ads in a feed, by their places.
struct AdsByPlace<Creative> {
  private var ads: [LivePlacement.PlaceID: AdAtPlace<Creative>] = [:]
  /// The places of the ads that have been displayed.
  private var displayed: Set<LivePlacement.PlaceID> = []
  /// The number of ads that are not from sources.
  private var otherCount = 0
  /// The ads in the feed that have not been counted as seen yet.
  private(set) var reserved = ReservedAds()
  /// The number of house ads of each tenant that nobody has seen yet.
  private var unseenHouseAds: [Int: Int] = [:]
  /// The time at which the first of the ads expires, or an earlier one; nil if none expires.
  var nextExpiry: Duration?
  /// A number that changes whenever a row that has not moved may show another ad, or none.
  private(set) var version = 0

  /// The ad of a place; nil for an unfilled one.
  subscript(id: LivePlacement.PlaceID) -> AdAtPlace<Creative>? {
    get { ads[id] }
    set {
      change(id, to: newValue)
      noteChange()
      nextExpiry = .least(nextExpiry, newValue?.ad.expires)
    }
  }

  private mutating func change(_ id: LivePlacement.PlaceID, to ad: AdAtPlace<Creative>?) {
    let former = ads[id]
    if let former { count(former, by: -1) }
    if let ad { count(ad, by: 1) }
    let (wasReserved, isReserved) = (former?.reservedIdentity, ad?.reservedIdentity)
    if wasReserved != isReserved {
      if let wasReserved { reserved.remove(wasReserved) }
      if let isReserved { reserved.add(isReserved) }
    }
    ads[id] = ad
    if ad?.isDisplayed ?? false { displayed.insert(id) } else { displayed.remove(id) }
  }

  private mutating func count(_ ad: AdAtPlace<Creative>, by difference: Int) {
    if ad.supplier != .source { otherCount += difference }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 0] += difference }
  }

  /// Records that a row may show another ad.
  mutating func noteChange() { version += 1 }

  /// Removes all ads.
  mutating func removeAll() {
    let former = version
    self = AdsByPlace()
    version = former + 1
  }

  /// The number of ads.
  var count: Int { ads.count }

  /// The places, in the order in which they were made.
  var places: [LivePlacement.PlaceID] { places { _ in true } }

  /// Returns the places of the ads that satisfy a condition, in the order in which they were made.
  func places(where isOne: (AdAtPlace<Creative>) -> Bool) -> [LivePlacement.PlaceID] {
    ads.filter { isOne($0.value) }.keys.sorted()
  }

  /// Returns how many house ads of a tenant nobody has seen, so that they can be replaced.
  func unseenHouseAds(of tenant: Int) -> Int { unseenHouseAds[tenant] ?? 0 }

  /// Returns whether all ads come from sources, and none has expired since the next expiry was found.
  func areInterchangeable(at now: Duration) -> Bool { otherCount == 0 && nextExpiry.map { $0 > now } ?? true }

  /// Records that an ad has been displayed, or counted as seen.
  mutating func advance(_ id: LivePlacement.PlaceID, to progress: AdAtPlace<Creative>.Progress) {
    if let ad = ads[id], ad.progress < progress { change(id, to: ad.with(progress)) }
  }

  /// Forgets which ads have been displayed and counted, as if they had just been placed.
  /// - Complexity: O(displayed ads).
  mutating func forgetDisplays() { for id in displayed { change(id, to: ads[id]?.with(.placed)) } }

  /// Finds the next expiry again, without ads that have expired and were left in the feed.
  mutating func findNextExpiry(after now: Duration) {
    nextExpiry = ads.values.lazy.compactMap(\.ad.expires).filter { $0 > now }.min()
  }

  /// Whether the counts match the ads.
  func checkInvariants() -> Bool {
    let unseen = ads.values.filter(\.isUnseenHouseAd)
    return reserved == ReservedAds(ads.values.filter { $0.progress < .counted }.map(\.ad))
      && unseenHouseAds.allSatisfy { tenant, count in count == unseen.count { $0.tenant == tenant } }
      && unseenHouseAds.values.reduce(0, +) == unseen.count
      && displayed == Set(places(where: \.isDisplayed)) && otherCount == ads.values.count { $0.supplier != .source }
  }
}

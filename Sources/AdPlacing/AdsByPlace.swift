import AdServing
import Placement

/// An ad at a place.
final class AdAtPlace<Creative> {
  /// How far the display of an ad has come since it was placed.
  struct Progress: Equatable {
    /// Whether its row has come into view.
    var isDisplayed = false
    /// Whether it has been counted as seen.
    var isCounted = false
  }

  let ad: Ad<Creative>
  /// The index of its tenant.
  let tenant: Int
  let isHouseAd: Bool
  /// The rule that makes its place.
  let origin: PlaceOrigin
  /// Whether the client placed it, so that it comes from no queue.
  let isByHand: Bool
  let progress: Progress

  init(
    ad: Ad<Creative>, tenant: Int, isHouseAd: Bool, origin: PlaceOrigin, isByHand: Bool = false,
    progress: Progress = Progress()
  ) {
    (self.ad, self.tenant, self.isHouseAd, self.origin) = (ad, tenant, isHouseAd, origin)
    (self.isByHand, self.progress) = (isByHand, progress)
  }

  var isDisplayed: Bool { progress.isDisplayed }
  var isCounted: Bool { progress.isCounted }
  var isUnseenHouseAd: Bool { isHouseAd && !isDisplayed }

  /// Returns the same ad with other progress.
  func with(_ progress: Progress) -> AdAtPlace {
    AdAtPlace(ad: ad, tenant: tenant, isHouseAd: isHouseAd, origin: origin, isByHand: isByHand, progress: progress)
  }
}

/// The ads in a feed, by their places.
struct AdsByPlace<Creative> {
  /// The ads, each an `AdAtPlace<Creative>`.
  private var slots = PlaceSlots()
  /// The places of the ads that have been displayed or counted.
  private var begun: Set<LivePlacement.PlaceID> = []
  /// The number of house ads, and of ads that the client placed.
  private var specialCount = 0
  /// The ads in the feed that have not been counted as seen yet.
  private(set) var reserved = ReservedAds()
  /// The number of house ads of each tenant that nobody has seen yet.
  private var unseenHouseAds: [Int: Int] = [:]
  /// A number that changes whenever a place gets another ad or none, or an ad begins or ceases to await its removal.
  private(set) var version = 0
  /// The time at which the first of the ads expires, or an earlier one; nil if none expires.
  private(set) var nextExpiry: Duration?

  subscript(id: LivePlacement.PlaceID) -> AdAtPlace<Creative>? { slots[id] as? AdAtPlace<Creative> }

  /// The number of ads.
  var count: Int { slots.count }

  /// The places, in the order in which they were made.
  var places: [LivePlacement.PlaceID] { places { _ in true } }

  /// Returns the places of the ads that satisfy a condition, in the order in which they were made.
  func places(where isOne: (AdAtPlace<Creative>) -> Bool) -> [LivePlacement.PlaceID] {
    var places: [LivePlacement.PlaceID] = []
    forEach { if isOne($1) { places.append($0) } }
    return places
  }

  /// Returns how many house ads of a tenant nobody has seen, so that they can be replaced.
  func unseenHouseAds(of tenant: Int) -> Int { unseenHouseAds[tenant] ?? 0 }

  /// Returns whether all ads come from sources, and none has expired since the next expiry was found.
  func areInterchangeable(at now: Duration) -> Bool { specialCount == 0 && nextExpiry.map { $0 > now } ?? true }

  private func forEach(_ body: (LivePlacement.PlaceID, AdAtPlace<Creative>) -> Void) {
    slots.forEach { id, object in
      if let ad = object as? AdAtPlace<Creative> { body(id, ad) }
    }
  }
}

// MARK: - Changing

extension AdsByPlace {
  mutating func put(_ ad: AdAtPlace<Creative>, at id: LivePlacement.PlaceID) {
    // A place that had no ad has no row that could show another now.
    remove(id)
    slots[id] = ad
    if ad.progress != AdAtPlace<Creative>.Progress() { begun.insert(id) }
    if ad.isHouseAd || ad.isByHand { specialCount += 1 }
    if !ad.isCounted { reserved.add(ad.ad.identity) }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 0] += 1 }
    if let expires = ad.ad.expires { nextExpiry = min(expires, nextExpiry ?? expires) }
  }

  @discardableResult
  mutating func remove(_ id: LivePlacement.PlaceID) -> AdAtPlace<Creative>? {
    guard let ad = self[id] else { return nil }
    slots[id] = nil
    noteChange()
    begun.remove(id)
    if ad.isHouseAd || ad.isByHand { specialCount -= 1 }
    if !ad.isCounted { reserved.remove(ad.ad.identity) }
    if ad.isUnseenHouseAd { unseenHouseAds[ad.tenant, default: 1] -= 1 }
    return ad
  }

  /// Removes all ads.
  mutating func removeAll() {
    let former = self
    self = AdsByPlace()
    noteChange(after: former)
  }

  /// Records that a place may show another ad.
  mutating func noteChange() { version += 1 }

  /// Records that a change was undone, by which the ads were others.
  mutating func noteChange(after others: AdsByPlace) { version = others.version + 1 }

  /// Records that the row of an ad has come into view.
  mutating func display(_ id: LivePlacement.PlaceID) { advance(id) { $0.isDisplayed = true } }

  /// Records that an ad was counted as seen.
  mutating func count(_ id: LivePlacement.PlaceID) { advance(id) { $0.isCounted = true } }

  private mutating func advance(
    _ id: LivePlacement.PlaceID, _ change: (inout AdAtPlace<Creative>.Progress) -> Void
  ) {
    guard let ad = self[id] else { return }
    var progress = ad.progress
    change(&progress)
    if progress == ad.progress { return }
    let former = ad.progress
    slots[id] = ad.with(progress)
    begun.insert(id)
    if former.isCounted != progress.isCounted { reserved.remove(ad.ad.identity) }
    if ad.isHouseAd, former.isDisplayed != progress.isDisplayed { unseenHouseAds[ad.tenant, default: 1] -= 1 }
  }

  /// Forgets which ads have been displayed and counted, as if they had just been placed.
  /// - Complexity: O(ads that have been displayed or counted).
  mutating func forgetDisplays() {
    for id in begun {
      if let ad = self[id] { put(ad.with(AdAtPlace<Creative>.Progress()), at: id) }
    }
  }

  /// Recomputes the next expiry, without ads that have expired and were left in the feed.
  mutating func findNextExpiry(after now: Duration) {
    var next: Duration?
    forEach { _, ad in
      if let expires = ad.ad.expires, expires > now { next = min(expires, next ?? expires) }
    }
    nextExpiry = next
  }

  /// Whether the counters match the ads.
  func checkInvariants() -> Bool {
    var (all, houseAds, special) = (ReservedAds(), 0, 0)
    forEach { _, ad in
      if !ad.isCounted { all.add(ad.ad.identity) }
      if ad.isUnseenHouseAd { houseAds += 1 }
      if ad.isHouseAd || ad.isByHand { special += 1 }
    }
    return reserved == all && unseenHouseAds.values.reduce(0, +) == houseAds && specialCount == special
      && begun == Set(places { $0.isDisplayed || $0.isCounted }) && slots.count == places.count
  }
}

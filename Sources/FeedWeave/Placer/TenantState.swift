import Placement

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

  init(_ tenant: AdTenant<Creative>, seed: UInt64) throws(PlacementError) {
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

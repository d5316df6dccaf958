/// An ad in view, from coming into it to leaving it.
struct AdDisplay: Hashable {
  let number: Int
  let ad: AdIdentity
  let began: Duration
  var place: FeedPath
  /// Whether enough of it is in view, as was told last.
  var isMet = false
  /// Since when it has been in sight without a break; nil where it is not, or has been counted.
  var since: Duration?
  var isCounted = false

  init(number: Int, ad: AdIdentity, place: FeedPath, began: Duration) {
    self.number = number
    self.ad = ad
    self.place = place
    self.began = began
  }

  /// Notes whether it is in sight from now on; one that has been counted is not counted again.
  mutating func note(isInSight: Bool, at now: Duration) {
    since = isInSight && !isCounted ? since ?? now : nil
  }
}

extension AdDisplay: Codable {
  private enum CodingKeys: String, CodingKey {
    case display, ad, campaign, place, began, since, isMet = "met", isCounted = "counted"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decodeNumber(forKey: .display)
    ad = AdIdentity(
      adID: try container.decode(String.self, forKey: .ad),
      campaign: try container.decode(String.self, forKey: .campaign))
    place = try container.decodePlace(forKey: .place)
    began = try container.decode(LedgerTime.self, forKey: .began).time
    since = try container.decodeIfPresent(LedgerTime.self, forKey: .since)?.time
    isMet = try container.decode(Bool.self, forKey: .isMet)
    isCounted = try container.decode(Bool.self, forKey: .isCounted)
    if let since, since < began || isCounted || !isMet {
      throw PlacementError.invalidLedger("display \(number) cannot be in sight since \(since)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .display)
    try container.encode(ad.adID, forKey: .ad)
    try container.encode(ad.campaign, forKey: .campaign)
    try container.encode(place, forKey: .place)
    try container.encode(LedgerTime(began), forKey: .began)
    try container.encodeIfPresent(since.map { LedgerTime($0) }, forKey: .since)
    try container.encode(isMet, forKey: .isMet)
    try container.encode(isCounted, forKey: .isCounted)
  }
}

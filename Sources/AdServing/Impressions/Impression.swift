public import Placement

/// A counted view of an ad, at most one per display.
public struct Impression: Identifiable, Hashable, Sendable {
  /// The impression's name, which no other impression has.
  public let id: ImpressionID
  /// The ad's names and its receipt.
  public let ad: AdIdentity
  /// The position of the ad when it was counted.
  public let place: FeedPath
  /// The number of the display in which it was counted: the time from the ad's coming into view to its leaving.
  public let display: Int
  /// The time at which the ad came into view.
  public let began: Duration
  /// The time at which the ad had been in sight for as long as the rule requires.
  public let at: Duration

  /// The name of the ad.
  public var adID: String { ad.adID }
  /// The campaign that the ad belongs to.
  public var campaign: String { ad.campaign }
  /// The text of the receipt with which the ad was handed out; nil without one.
  public var receipt: String? { ad.receipt }
  /// The device that counted it; empty if its ledger has no device.
  public var device: String { id.device }
  /// The stream of the device that counted it.
  public var stream: Int { id.stream }
  /// The impression's number in its stream, which is never used again.
  public var number: Int { id.number }
}

extension Impression: Codable {
  private enum CodingKeys: String, CodingKey {
    case ad, place, display, began, at
  }

  /// Decodes an impression.
  ///
  /// - Throws: `DecodingError`; its underlying error is an ``AdServingError`` that names the value, if it is not the
  ///   decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try ImpressionID(from: decoder)
    ad = AdIdentity(
      adID: try container.decode(String.self, forKey: .ad), others: try AdIdentity.Others(from: decoder))
    place = try container.decodePlace(forKey: .place)
    display = try container.decodeNumber(forKey: .display)
    began = try container.decode(LedgerTime.self, forKey: .began).time
    at = try container.decode(LedgerTime.self, forKey: .at).time
    if at < began {
      let fault = "impression \(number) is counted at \(at), and began at \(began)"
      throw container.refusal(of: .at, AdServingError.invalidLedger(fault))
    }
  }

  /// Encodes an impression; times are arrays of seconds, nanoseconds and attoseconds, without trailing zeros.
  public func encode(to encoder: any Encoder) throws {
    try id.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(adID, forKey: .ad)
    try ad.others.encode(to: encoder)
    try container.encode(place, forKey: .place)
    try container.encode(display, forKey: .display)
    try container.encode(LedgerTime(began), forKey: .began)
    try container.encode(LedgerTime(at), forKey: .at)
  }
}

/// A display: an ad from coming into view to leaving it.
struct AdDisplay: Hashable {
  let number: Int
  let ad: AdIdentity
  let began: Duration
  var place: FeedPath
  /// Whether enough of it is in view, according to the last notification.
  var isMet = false
  /// The time since which it has been in sight without a break; nil if it is not in sight or has been counted.
  var since: Duration?
  var isCounted = false

  init(number: Int, ad: AdIdentity, place: FeedPath, began: Duration) {
    self.number = number
    self.ad = ad
    self.place = place
    self.began = began
  }

  /// Records whether it is in sight from now on; a display that has been counted is not counted again.
  mutating func note(isInSight: Bool, at now: Duration) {
    since = isInSight && !isCounted ? since ?? now : nil
  }
}

extension AdDisplay: Codable {
  private enum CodingKeys: String, CodingKey {
    case display, ad, place, began, since, isMet = "met", isCounted = "counted"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decodeNumber(forKey: .display)
    ad = AdIdentity(
      adID: try container.decode(String.self, forKey: .ad), others: try AdIdentity.Others(from: decoder))
    place = try container.decodePlace(forKey: .place)
    began = try container.decode(LedgerTime.self, forKey: .began).time
    since = try container.decodeIfPresent(LedgerTime.self, forKey: .since)?.time
    isMet = try container.decode(Bool.self, forKey: .isMet)
    isCounted = try container.decode(Bool.self, forKey: .isCounted)
    if let since, since < began || isCounted || !isMet {
      let fault = "display \(number) cannot be in sight since \(since)"
      throw container.refusal(of: .since, AdServingError.invalidLedger(fault))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .display)
    try container.encode(ad.adID, forKey: .ad)
    try ad.others.encode(to: encoder)
    try container.encode(place, forKey: .place)
    try container.encode(LedgerTime(began), forKey: .began)
    try container.encodeIfPresent(since.map { LedgerTime($0) }, forKey: .since)
    try container.encode(isMet, forKey: .isMet)
    try container.encode(isCounted, forKey: .isCounted)
  }
}

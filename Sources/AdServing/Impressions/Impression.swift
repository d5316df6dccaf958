public import Placement

/// A counted view of an ad, at most one per display and rule.
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
  /// The name of the ``ViewabilityRule`` by which it was counted; empty if that has none.
  public internal(set) var rule = ""

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
    case ad, place, display, began, at, rule
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
    rule = try container.decodeUnlessMissing(String.self, forKey: .rule) ?? ""
    try decoder.checking { try ViewabilityRule.check(name: rule) }
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
    if !rule.isEmpty { try container.encode(rule, forKey: .rule) }
  }
}

/// A display: an ad from coming into view to leaving it.
struct AdDisplay: Hashable {
  let number: Int
  let ad: AdIdentity
  var began: Duration
  var place: FeedPath
  /// Whether its content has been loaded.
  var isLoaded = false
  /// What there is to count by each rule, in the order of the ledger's.
  var counts: [Count]

  /// Whether a display has been counted by a rule, or will be.
  struct Count: Hashable, Codable {
    /// Whether enough of it is in view, according to the last notification.
    var isMet = false
    /// The time since which it has been in sight without a break; nil if it is not in sight or has been counted.
    var since: LedgerTime?
    var isCounted = false

    enum CodingKeys: String, CodingKey {
      case since, isMet = "met", isCounted = "counted"
    }

    /// Records whether it is in sight from now on; a display that has been counted is not counted again.
    mutating func note(isInSight: Bool, at now: Duration) {
      since = isInSight && !isCounted ? since ?? LedgerTime(now) : nil
    }
  }

  init(number: Int, ad: AdIdentity, place: FeedPath, began: Duration, ruleCount: Int = 1) {
    (self.number, self.ad, self.place, self.began) = (number, ad, place, began)
    counts = Array(repeating: Count(), count: ruleCount)
  }
}

extension AdDisplay: Codable {
  private enum CodingKeys: String, CodingKey {
    case display, ad, place, began, isLoaded = "loaded", others
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decodeNumber(forKey: .display)
    ad = AdIdentity(
      adID: try container.decode(String.self, forKey: .ad), others: try AdIdentity.Others(from: decoder))
    place = try container.decodePlace(forKey: .place)
    began = try container.decode(LedgerTime.self, forKey: .began).time
    isLoaded = try container.decodeIfPresent(Bool.self, forKey: .isLoaded) ?? false
    let others = container.contains(.others)
    counts =
      [try Count(from: decoder)]
      + (others ? try container.decodeList(forKey: .others, atMost: ImpressionLedger.mostRules) : [])
  }

  /// Encodes the display; what the first rule counts is among its own members.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .display)
    try container.encode(ad.adID, forKey: .ad)
    try ad.others.encode(to: encoder)
    try container.encode(place, forKey: .place)
    try container.encode(LedgerTime(began), forKey: .began)
    if isLoaded { try container.encode(isLoaded, forKey: .isLoaded) }
    try counts[0].encode(to: encoder)
    if counts.count > 1 { try container.encode(Array(counts.dropFirst()), forKey: .others) }
  }
}

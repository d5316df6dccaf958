import Placement

/// An ad as its source delivers it: its names, its content, and the time at which it expires.
///
/// ```swift
/// let ad = Ad(id: "a17", creativeID: "shoes", campaign: "spring", expires: now + .seconds(3600), creative: banner)
/// ```
/// Times are durations since an origin of the client's choice, which must be the same for all times that it passes.
public struct Ad<Creative> {
  /// The ad's names, and the receipt with which it was handed out.
  public var identity: AdIdentity
  /// The first time at which the ad may no longer be shown; nil if its source does not say.
  public var expires: Duration?
  /// What a thousand impressions of it pay; nil if its source does not say.
  public var price: Price?
  /// The ad's content, which is shown.
  public var creative: Creative
  /// The time at which a queue accepted it; it is not part of the ad's value.
  var received: Duration?

  /// Makes an ad; without a `creativeID` it has one named by its `id`, and without a campaign one named by its creative.
  public init(
    id: String, creativeID: String? = nil, campaign: String? = nil, advertisers: [String] = [],
    expires: Duration? = nil, price: Price? = nil, receipt: String? = nil, creative: Creative
  ) {
    identity = AdIdentity(
      adID: id, creativeID: creativeID, campaign: campaign, advertisers: advertisers, receipt: receipt)
    (self.expires, self.price, self.creative) = (expires, price, creative)
  }

  /// The name of this one issued ad, which no other ad in the world has; the queue refuses an empty one.
  public var id: String { identity.adID }

  /// The name of what it shows, by which repeats are avoided: several issued ads may show the same.
  public var creativeID: String { identity.creativeID }

  /// The campaign that it belongs to, the unit that most frequency caps count.
  public var campaign: String { identity.campaign }

  /// Whom it advertises for, such as their domains; empty if its source does not say.
  public var advertisers: [String] { identity.advertisers }

  /// The text of the ``ServingReceipt`` that its impressions come with; nil if its server gives none.
  public var receipt: String? {
    get { identity.receipt }
    set { identity.receipt = newValue }
  }

  /// Returns whether the ad may no longer be shown.
  public func hasExpired(at now: Duration) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Ad: Sendable where Creative: Sendable {}

extension Ad: Equatable where Creative: Equatable {
  /// Returns whether all that their sources say is equal.
  public static func == (one: Ad, other: Ad) -> Bool {
    (one.identity, one.expires, one.price) == (other.identity, other.expires, other.price)
      && one.creative == other.creative
  }
}

extension Ad: Hashable where Creative: Hashable {
  /// Hashes all that its source says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(expires)
    hasher.combine(price)
    hasher.combine(creative)
  }
}

// MARK: - Codable

private enum AdMember: String, CodingKey {
  case id, creativeID, campaign, advertisers, expires, price, receipt, creative
}

extension Ad: Decodable where Creative: Decodable {
  /// Decodes an ad; `expires` is in whole milliseconds, and all but `id` and `creative` may be missing.
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/invalidValue(word:value:expected:column:)``, if it
  ///   is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AdMember.self)
    let expires = try container.decodeIfPresent(Int64.self, forKey: .expires)
    let latest = Duration.latestMilliseconds
    if let expires, !(-latest...latest ~= expires) {
      let reason = AdServingError.invalidValue(
        word: "expires", value: "\(expires)", expected: "milliseconds from -\(latest) to \(latest)", column: nil)
      throw container.refusal(of: .expires, reason)
    }
    self.init(
      id: try container.decode(String.self, forKey: .id),
      creativeID: try container.decodeIfPresent(String.self, forKey: .creativeID),
      campaign: try container.decodeIfPresent(String.self, forKey: .campaign),
      advertisers: try container.decodeIfPresent([String].self, forKey: .advertisers) ?? [],
      expires: expires.map { .milliseconds($0) },
      price: try container.decodeIfPresent(Price.self, forKey: .price),
      receipt: try container.decodeIfPresent(String.self, forKey: .receipt),
      creative: try container.decode(Creative.self, forKey: .creative))
    let names = [
      (AdMember.id, [id]), (.creativeID, [creativeID]), (.campaign, [campaign]), (.advertisers, advertisers),
    ]
    for (key, names) in names where names.contains("") {
      let reason = AdServingError.invalidValue(word: key.rawValue, value: "''", expected: "a name", column: nil)
      throw container.refusal(of: key, reason)
    }
  }
}

extension Ad: Encodable where Creative: Encodable {
  /// Encodes the ad with `expires` in whole milliseconds, rounded down, and without what is as if it were missing.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AdMember.self)
    try container.encode(id, forKey: .id)
    if creativeID != id { try container.encode(creativeID, forKey: .creativeID) }
    if campaign != creativeID { try container.encode(campaign, forKey: .campaign) }
    if !advertisers.isEmpty { try container.encode(advertisers, forKey: .advertisers) }
    try container.encodeIfPresent(expires?.wholeMilliseconds, forKey: .expires)
    try container.encodeIfPresent(price, forKey: .price)
    try container.encodeIfPresent(receipt, forKey: .receipt)
    try container.encode(creative, forKey: .creative)
  }
}

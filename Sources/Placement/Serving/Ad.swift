/// An ad as its source delivers it: what is shown, by what name it is known, and how long it may be shown.
///
/// ```swift
/// let ad = Ad(id: "a17", campaign: "spring", expires: now + .seconds(3600), creative: banner)
/// ```
/// Times count from an origin of the client's choice, the same for all that it hands over.
public struct Ad<Creative> {
  /// The ad's name, by which it is recalled and not repeated; an empty one is refused by the queue.
  public var id: String
  /// What frequency caps count together; an empty one is refused by the queue.
  public var campaign: String
  /// The first time at which it may not be shown any more; nil where its source does not say.
  public var expires: Duration?
  /// What is shown.
  public var creative: Creative

  /// Makes an ad; without a campaign it is one of its own.
  public init(id: String, campaign: String? = nil, expires: Duration? = nil, creative: Creative) {
    self.id = id
    self.campaign = campaign ?? id
    self.expires = expires
    self.creative = creative
  }

  /// Whether it may not be shown any more.
  public func hasExpired(at now: Duration) -> Bool { expires.map { $0 <= now } ?? false }
}

extension Ad: Sendable where Creative: Sendable {}
extension Ad: Equatable where Creative: Equatable {}
extension Ad: Hashable where Creative: Hashable {}

// MARK: - Codable

private enum AdMember: String, CodingKey {
  case id, campaign, expires, creative
}

extension Ad: Decodable where Creative: Decodable {
  /// Reads an ad, whose `expires` is in whole milliseconds and whose `campaign` and `expires` may be missing.
  /// - Throws: ``PlacementError/invalidValue(word:value:expected:column:)``, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AdMember.self)
    let expires = try container.decodeIfPresent(Int64.self, forKey: .expires)
    let latest = Duration.latestMilliseconds
    if let expires, !(-latest...latest ~= expires) {
      throw PlacementError.invalidValue(
        word: "expires", value: "\(expires)", expected: "milliseconds from -\(latest) to \(latest)", column: nil)
    }
    self.init(
      id: try container.decode(String.self, forKey: .id),
      campaign: try container.decodeIfPresent(String.self, forKey: .campaign),
      expires: expires.map { .milliseconds($0) },
      creative: try container.decode(Creative.self, forKey: .creative))
    for (word, name) in [("id", id), ("campaign", campaign)] where name.isEmpty {
      throw PlacementError.invalidValue(word: word, value: "''", expected: "a name", column: nil)
    }
  }
}

extension Ad: Encodable where Creative: Encodable {
  /// Writes the ad with `expires` in whole milliseconds, rounded down.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AdMember.self)
    try container.encode(id, forKey: .id)
    if campaign != id { try container.encode(campaign, forKey: .campaign) }
    try container.encodeIfPresent(expires?.wholeMilliseconds, forKey: .expires)
    try container.encode(creative, forKey: .creative)
  }
}

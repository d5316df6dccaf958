import Placement

/// An ad as its source delivers it: its content, its name, and the time at which it expires.
///
/// ```swift
/// let ad = Ad(id: "a17", campaign: "spring", expires: now + .seconds(3600), creative: banner)
/// ```
/// Times are durations since an origin of the client's choice, which must be the same for all times that it passes.
public struct Ad<Creative> {
  /// The ad's name, by which it is recalled and repeats are avoided; the queue refuses an empty one.
  public var id: String
  /// The campaign that the ad belongs to, the unit that frequency caps count; the queue refuses an empty one.
  public var campaign: String
  /// The first time at which the ad may no longer be shown; nil if its source does not say.
  public var expires: Duration?
  /// The ad's content, which is shown.
  public var creative: Creative

  /// Makes an ad; without a campaign, it forms a campaign named by its `id`.
  public init(id: String, campaign: String? = nil, expires: Duration? = nil, creative: Creative) {
    self.id = id
    self.campaign = campaign ?? id
    self.expires = expires
    self.creative = creative
  }

  /// The ad's name and campaign.
  var identity: AdIdentity { AdIdentity(adID: id, campaign: campaign) }

  /// Returns whether the ad may no longer be shown.
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
  /// Decodes an ad; `expires` is in whole milliseconds, and `campaign` and `expires` may be missing.
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
      campaign: try container.decodeIfPresent(String.self, forKey: .campaign),
      expires: expires.map { .milliseconds($0) },
      creative: try container.decode(Creative.self, forKey: .creative))
    for (key, name) in [(AdMember.id, id), (.campaign, campaign)] where name.isEmpty {
      let reason = AdServingError.invalidValue(word: key.rawValue, value: "''", expected: "a name", column: nil)
      throw container.refusal(of: key, reason)
    }
  }
}

extension Ad: Encodable where Creative: Encodable {
  /// Encodes the ad with `expires` in whole milliseconds, rounded down.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AdMember.self)
    try container.encode(id, forKey: .id)
    if campaign != id { try container.encode(campaign, forKey: .campaign) }
    try container.encodeIfPresent(expires?.wholeMilliseconds, forKey: .expires)
    try container.encode(creative, forKey: .creative)
  }
}

/// The identity of the ad that a row shows, as impressions are counted by it.
public struct AdIdentity: Hashable, Sendable, Codable {
  /// The ad's name.
  public var adID: String
  /// The campaign that it belongs to.
  public var campaign: String

  /// Makes the identity of an ad; without a campaign, the ad forms a campaign named by its `adID`.
  public init(adID: String, campaign: String? = nil) {
    self.adID = adID
    self.campaign = campaign ?? adID
  }
}

/// The least distance of two rows with the same ad: any `rows` consecutive rows show it at most once.
///
/// ```swift
/// let rule = RepeatRule(rows: 10)
/// rule.allows("a17", inRow: 12, beside: [(row: 3, adID: "a17")])   // false, 9 rows apart
/// rule.allows("a17", inRow: 13, beside: [(row: 3, adID: "a17")])   // true
/// ```
/// Rows are numbered from top to bottom, continuously through all sections of a feed.
public struct RepeatRule: Hashable, Sendable {
  /// The least distance of two rows with the same ad; with 1 or less there is no restriction.
  public var rows: Int

  /// Makes a rule.
  public init(rows: Int) { self.rows = rows }

  /// Returns whether an ad may be shown in a row; the row's current ad is ignored if it is among `others`.
  ///
  /// `others` are rows above and below with their ads, in any order; those outside ``reach(of:)`` make no difference.
  /// - Complexity: O(*n*) in the number of others.
  public func allows(_ adID: String, inRow row: Int, beside others: some Sequence<(row: Int, adID: String)>) -> Bool {
    let reach = reach(of: row)
    return !others.contains { $0.row != row && $0.adID == adID && reach.contains($0.row) }
  }

  /// Returns the rows in which the ad of a row may not be shown a second time, including the row itself.
  public func reach(of row: Int) -> ClosedRange<Int> {
    let distance = max(rows, 1) - 1
    let (first, isBelowAll) = row.subtractingReportingOverflow(distance)
    let (last, isAboveAll) = row.addingReportingOverflow(distance)
    return (isBelowAll ? .min : first)...(isAboveAll ? .max : last)
  }
}

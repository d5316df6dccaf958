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
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AdMember.self)
    let expires = try container.decodeIfPresent(Int64.self, forKey: .expires)
    let latest = Duration.latestMilliseconds
    if let expires, !(-latest...latest ~= expires) {
      throw AdServingError.invalidValue(
        word: "expires", value: "\(expires)", expected: "milliseconds from -\(latest) to \(latest)", column: nil)
    }
    self.init(
      id: try container.decode(String.self, forKey: .id),
      campaign: try container.decodeIfPresent(String.self, forKey: .campaign),
      expires: expires.map { .milliseconds($0) },
      creative: try container.decode(Creative.self, forKey: .creative))
    for (word, name) in [("id", id), ("campaign", campaign)] where name.isEmpty {
      throw AdServingError.invalidValue(word: word, value: "''", expected: "a name", column: nil)
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

/// Which ad a row shows, as far as counting it matters.
public struct AdIdentity: Hashable, Sendable, Codable {
  /// The ad's own name.
  public var adID: String
  /// The campaign that it belongs to.
  public var campaign: String

  /// Makes the identity of an ad; one that belongs to no campaign is a campaign of its own.
  public init(adID: String, campaign: String? = nil) {
    self.adID = adID
    self.campaign = campaign ?? adID
  }
}

/// How far apart two rows with the same ad must be: any run of so many rows shows it at most once.
///
/// ```swift
/// let rule = RepeatRule(rows: 10)
/// rule.allows("a17", inRow: 12, beside: [(row: 3, adID: "a17")])   // false, 9 rows apart
/// rule.allows("a17", inRow: 13, beside: [(row: 3, adID: "a17")])   // true
/// ```
/// Rows are numbers of one list from top to bottom; a feed of several sections is numbered through.
public struct RepeatRule: Hashable, Sendable {
  /// The least distance of two rows with the same ad; 1 and less ask for nothing.
  public var rows: Int

  /// Makes a rule.
  public init(rows: Int) { self.rows = rows }

  /// Whether an ad may stand in a row, whose present ad, if it is among the others, is not counted.
  ///
  /// The others are rows and their ads above and below, in any order; those outside ``reach(of:)`` make no difference.
  /// - Complexity: O(*n*) in the number of others.
  public func allows(_ adID: String, inRow row: Int, beside others: some Sequence<(row: Int, adID: String)>) -> Bool {
    let reach = reach(of: row)
    return !others.contains { $0.row != row && $0.adID == adID && reach.contains($0.row) }
  }

  /// The rows in which the ad of a row may not stand a second time, itself included.
  public func reach(of row: Int) -> ClosedRange<Int> {
    let distance = max(rows, 1) - 1
    let (first, isBelowAll) = row.subtractingReportingOverflow(distance)
    let (last, isAboveAll) = row.addingReportingOverflow(distance)
    return (isBelowAll ? .min : first)...(isAboveAll ? .max : last)
  }
}

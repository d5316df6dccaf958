import Placement

extension FrequencyHistory: Codable {
  /// The version that is encoded.
  static let version = 2

  private enum CodingKeys: String, CodingKey {
    case version, times, campaigns
  }

  /// Decodes a history of version 2, which is packed into a text, or of version 1, which was plain JSON.
  ///
  /// A history of version 1 does not say for how long its times are needed: they are kept until their campaign is
  /// recorded again, or ``prune(at:caps:)`` is called.
  /// - Throws: `DecodingError`; its underlying error is ``AdServingError/invalidHistory(_:)``, which names the value, if it
  ///   is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    switch version {
    case 1:
      var entries = try container.nestedUnkeyedContainer(forKey: .campaigns)
      while !entries.isAtEnd {
        let entry = try entries.decode(FirstVersionEntry.self)
        do { try add(entry) } catch { throw container.refusal(of: .campaigns, error) }
      }
    case FrequencyHistory.version:
      let text = try container.decode(String.self, forKey: .times)
      do { self = try FrequencyHistory(packed: text) } catch { throw container.refusal(of: .times, error) }
    default:
      throw container.refusal(of: .version, AdServingError.invalidHistory("version \(version) is not known"))
    }
  }

  /// Encodes the history as a version and a text; equal histories have the same text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FrequencyHistory.version, forKey: .version)
    try container.encode(packed, forKey: .times)
  }
}

// MARK: - Version 1

/// A campaign as version 1 encoded it.
private struct FirstVersionEntry: Decodable {
  let id: String
  let times: [Int64]
}

extension FrequencyHistory {
  private mutating func add(_ entry: FirstVersionEntry) throws(AdServingError) {
    let (id, times) = (entry.id, entry.times)
    if id.isEmpty { throw .invalidHistory("a campaign has no name") }
    guard let seen = OneOrMore(times.lazy.map { SeenTime(time: $0, retention: SeenTime.forever) }) else {
      throw .invalidHistory("'\(id)' has no times")
    }
    try checkRoom(for: times.count, of: id)
    for time in times where !(0...Duration.latestMilliseconds ~= time) {
      throw .invalidHistory("'\(id)' has \(time), which is not within 0 and \(Duration.latestMilliseconds)")
    }
    for (time, next) in zip(times, times.dropFirst()) where time > next {
      throw .invalidHistory("'\(id)' has \(next) after \(time)")
    }
    try add(seen, of: id)
  }

  /// Throws if a name is too long, or if there would be too many times.
  func checkRoom(for times: Int, of campaign: String) throws(AdServingError) {
    guard campaign.utf8.count <= FrequencyHistory.longestName else {
      let size = "\(campaign.utf8.count) bytes, and \(FrequencyHistory.longestName) is the most"
      throw .invalidHistory("the name '\(campaign.prefix(16))…' has \(size)")
    }
    guard times <= FrequencyHistory.limit - count else {
      throw .invalidHistory(
        "with '\(campaign)' it has \(count + times) times, and \(FrequencyHistory.limit) is the most")
    }
  }

  /// Adds a campaign that is not there yet.
  mutating func add(_ times: OneOrMore<SeenTime>, of campaign: String) throws(AdServingError) {
    if keep(times, of: campaign) { throw .invalidHistory("'\(campaign)' stands there twice") }
  }
}

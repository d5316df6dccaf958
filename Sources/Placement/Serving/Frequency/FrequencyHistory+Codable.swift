extension FrequencyHistory: Codable {
  /// The version that is written, and the only one that is read.
  static let version = 1

  private enum CodingKeys: String, CodingKey {
    case version, campaigns
  }

  /// A campaign as it is written.
  private struct Entry: Codable {
    let id: String
    let times: [Int64]
  }

  /// Reads a history.
  /// - Throws: ``PlacementError/invalidHistory(_:)``, which names the value, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == FrequencyHistory.version else {
      throw PlacementError.invalidHistory("version \(version) is not known")
    }
    var entries = try container.nestedUnkeyedContainer(forKey: .campaigns)
    while !entries.isAtEnd { try add(entries.decode(Entry.self)) }
  }

  /// Writes the campaigns in order of their names, each with its times in milliseconds, oldest first.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FrequencyHistory.version, forKey: .version)
    let entries = campaigns.map { Entry(id: $0, times: times[$0, default: []]) }
    try container.encode(entries, forKey: .campaigns)
  }

  private mutating func add(_ entry: Entry) throws(PlacementError) {
    let (id, times) = (entry.id, entry.times)
    if id.isEmpty { throw .invalidHistory("a campaign has no name") }
    if self.times[id] != nil { throw .invalidHistory("'\(id)' stands there twice") }
    if times.isEmpty { throw .invalidHistory("'\(id)' has no times") }
    if count + times.count > FrequencyHistory.limit {
      throw .invalidHistory(
        "with '\(id)' it has \(count + times.count) times, and \(FrequencyHistory.limit) is the most")
    }
    for time in times where !(0...Duration.latestMilliseconds ~= time) {
      throw .invalidHistory("'\(id)' has \(time), which is not within 0 and \(Duration.latestMilliseconds)")
    }
    for (time, next) in zip(times, times.dropFirst()) where time > next {
      throw .invalidHistory("'\(id)' has \(next) after \(time)")
    }
    keep(times, of: id)
  }
}

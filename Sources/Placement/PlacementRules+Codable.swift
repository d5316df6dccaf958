extension PlacementRules: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case at, every, from, max, maxInAll, gap, before, after, share, trailing, sections, avoid, seed
  }

  /// Any member's name, to see those that are none of ours.
  private struct Member: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a rule set in which every member is optional.
  /// - Throws: ``PlacementError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self).allKeys.map(\.stringValue)
    let unknown = members.filter { CodingKeys(rawValue: $0) == nil }
    if let member = unknown.min() { throw PlacementError.unknownMember(member) }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      at: try container.decodeIfPresent([Int].self, forKey: .at) ?? [],
      every: try container.decodeIfPresent(Int.self, forKey: .every),
      from: try container.decodeIfPresent(Int.self, forKey: .from),
      max: try container.decodeIfPresent(Int.self, forKey: .max),
      maxInAll: try container.decodeIfPresent(Int.self, forKey: .maxInAll),
      gap: try container.decodeIfPresent(Int.self, forKey: .gap) ?? 0,
      before: try container.decodeIfPresent(Int.self, forKey: .before) ?? 0,
      after: try container.decodeIfPresent(Int.self, forKey: .after) ?? 0,
      share: try container.decodeIfPresent(Double.self, forKey: .share),
      trailing: try container.decodeIfPresent(Bool.self, forKey: .trailing) ?? false,
      sections: try container.decodeIfPresent([Int].self, forKey: .sections),
      avoid: try container.decodeIfPresent([String].self, forKey: .avoid) ?? [],
      seed: try container.decodeIfPresent(Int.self, forKey: .seed))
    try validate()
  }

  /// Writes the members that say something.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !at.isEmpty { try container.encode(at, forKey: .at) }
    try container.encodeIfPresent(every, forKey: .every)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(max, forKey: .max)
    try container.encodeIfPresent(maxInAll, forKey: .maxInAll)
    if gap != 0 { try container.encode(gap, forKey: .gap) }
    if before != 0 { try container.encode(before, forKey: .before) }
    if after != 0 { try container.encode(after, forKey: .after) }
    try container.encodeIfPresent(share, forKey: .share)
    if trailing { try container.encode(trailing, forKey: .trailing) }
    try container.encodeIfPresent(sections, forKey: .sections)
    if !avoid.isEmpty { try container.encode(avoid, forKey: .avoid) }
    try container.encodeIfPresent(seed, forKey: .seed)
  }
}

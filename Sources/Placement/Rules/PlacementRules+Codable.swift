extension PlacementRules: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case at, every, from, max, maxInAll, gap, before, after, share, trailing, sections, except, avoid, seed
  }

  /// Reads a rule set in which every member is optional.
  /// - Throws: ``PlacementError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownMember)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      at: try container.decodeUnlessMissing([Int].self, forKey: .at) ?? [],
      every: try container.decodeUnlessMissing(Int.self, forKey: .every),
      from: try container.decodeUnlessMissing(Int.self, forKey: .from),
      max: try container.decodeUnlessMissing(Int.self, forKey: .max),
      maxInAll: try container.decodeUnlessMissing(Int.self, forKey: .maxInAll),
      gap: try container.decodeUnlessMissing(Int.self, forKey: .gap) ?? 0,
      before: try container.decodeUnlessMissing(Int.self, forKey: .before) ?? 0,
      after: try container.decodeUnlessMissing(Int.self, forKey: .after) ?? 0,
      share: try container.decodeUnlessMissing(Double.self, forKey: .share),
      trailing: try container.decodeUnlessMissing(Bool.self, forKey: .trailing) ?? false,
      sections: try container.decodeUnlessMissing([Int].self, forKey: .sections),
      except: try container.decodeUnlessMissing([Int].self, forKey: .except) ?? [],
      avoid: try container.decodeUnlessMissing([String].self, forKey: .avoid) ?? [],
      seed: try container.decodeUnlessMissing(Int.self, forKey: .seed))
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
    if !except.isEmpty { try container.encode(except, forKey: .except) }
    if !avoid.isEmpty { try container.encode(avoid, forKey: .avoid) }
    try container.encodeIfPresent(seed, forKey: .seed)
  }
}

// The JSON of the rows of a page. Schemas are in Fixtures/schemas, and an article of AdServing describes all that travels.

private enum EntryMember: String, CodingKey {
  case content, path, ad, slot
}

extension FeedEntry: Decodable where Content: Decodable, Ad: Decodable {
  /// Decodes a row: `{"content":…,"path":…}`, or `{"ad":…,"slot":…}`.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not that of the decoder, of the content or of the ad.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: EntryMember.self)
    guard container.contains(.ad) else {
      self = .content(try container.decode(Content.self, forKey: .content), try container.decodeRow(forKey: .path))
      return
    }
    if container.contains(.content) {
      throw container.refusal(of: .content, PlacementError.invalidDecision("a row is either content or an ad"))
    }
    self = .ad(try container.decode(Ad.self, forKey: .ad), try container.decode(AdSlot.self, forKey: .slot))
  }
}

extension FeedEntry: Encodable where Content: Encodable, Ad: Encodable {
  /// Encodes content with its path, and an ad with its slot.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: EntryMember.self)
    switch self {
    case .content(let content, let path):
      try container.encode(content, forKey: .content)
      try container.encode(path, forKey: .path)
    case .ad(let ad, let slot):
      try container.encode(ad, forKey: .ad)
      try container.encode(slot, forKey: .slot)
    }
  }
}

extension AdSlot: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, content, ad, tenant, fixed
  }

  /// Decodes a slot; without a member `tenant` it is one of the first tenant, without `fixed` a repeated position names
  /// it.
  /// - Throws: `DecodingError`; its underlying error is ``PlacementError/invalidDecision(_:)``, which names the value, if
  ///   it is not the decoder's own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let path: FeedPath = try container.decodeRow(forKey: .path)
    guard path.section <= AdSlot.sectionLimit else {
      let fault = "section \(path.section) is above \(AdSlot.sectionLimit)"
      throw container.refusal(of: .path, PlacementError.invalidDecision(fault))
    }
    let content = try container.decodeContentRow(forKey: .content, before: path)
    let tenants = 0...AdSlot.tenantLimit - 1
    let tenant = container.contains(.tenant) ? try container.decodeCount(forKey: .tenant, in: tenants) : 0
    let isFixed = try container.decodeUnlessMissing(Bool.self, forKey: .fixed) ?? false
    let place = Place(
      path: path, content: content, ad: try container.decodeCount(forKey: .ad), ordinal: 1,
      origin: isFixed ? .fixed(path.row) : .repeated(every: 0, from: nil))
    self = try decoder.checking { try AdSlot(JointPlace(tenant: tenant, place: place)) }
  }

  /// Encodes the slot; its ordinal is that of the path among the content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(content, forKey: .content)
    try container.encode(ad, forKey: .ad)
    if tenant != 0 { try container.encode(tenant, forKey: .tenant) }
    if isFixed { try container.encode(isFixed, forKey: .fixed) }
  }
}

extension ViewabilityRule: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case share, milliseconds, ofViewport
  }

  /// Reads a rule; a member that is missing has its default.
  ///
  /// - Throws: ``PlacementError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownMember)
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    share = try container.decodeUnlessMissing(Double.self, forKey: .share) ?? share
    ofViewport = try container.decodeUnlessMissing(Double.self, forKey: .ofViewport) ?? ofViewport
    duration =
      try container.decodeUnlessMissing(Int64.self, forKey: .milliseconds).map { .milliseconds($0) } ?? duration
    try validate()
  }

  /// Writes the rule, with its duration in milliseconds.
  public func encode(to encoder: any Encoder) throws {
    try validate()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(share, forKey: .share)
    try container.encode(milliseconds, forKey: .milliseconds)
    try container.encodeIfPresent(ofViewport, forKey: .ofViewport)
  }
}

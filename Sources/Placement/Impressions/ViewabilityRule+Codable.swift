extension ViewabilityRule: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case share, duration, ofViewport
  }

  /// Reads a rule such as `{"share":0.5,"duration":"1s"}`; a member that is missing has its default.
  ///
  /// - Throws: ``PlacementError/unknownPolicyMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    try decoder.checkMembers(CodingKeys.self, unknown: PlacementError.unknownPolicyMember)
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    share = try container.decodeUnlessMissing(Double.self, forKey: .share) ?? share
    ofViewport = try container.decodeUnlessMissing(Double.self, forKey: .ofViewport) ?? ofViewport
    duration = try container.decodeUnlessMissing(TimeText.self, forKey: .duration)?.duration ?? duration
    try validate()
  }

  /// Writes the rule, with its duration as a word.
  public func encode(to encoder: any Encoder) throws {
    try validate()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(share, forKey: .share)
    try container.encode(TimeText(duration), forKey: .duration)
    try container.encodeIfPresent(ofViewport, forKey: .ofViewport)
  }
}

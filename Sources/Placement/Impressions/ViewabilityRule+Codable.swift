extension ViewabilityRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case share, milliseconds, ofViewport
  }

  /// Any member's name, to see those that are none of ours.
  private struct Member: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads a rule; a member that is missing has its default.
  ///
  /// - Throws: ``PlacementError/unknownMember(_:)``, what ``validate()`` throws, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Member.self).allKeys.map(\.stringValue)
    if let member = members.filter({ CodingKeys(rawValue: $0) == nil }).min() {
      throw PlacementError.unknownMember(member)
    }
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.share) { share = try container.decode(Double.self, forKey: .share) }
    if container.contains(.ofViewport) { ofViewport = try container.decode(Double.self, forKey: .ofViewport) }
    if container.contains(.milliseconds) {
      duration = .milliseconds(try container.decode(Int64.self, forKey: .milliseconds))
    }
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

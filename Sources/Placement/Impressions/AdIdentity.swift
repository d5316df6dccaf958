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

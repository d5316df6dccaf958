public import Placement

/// An ad that stands in a feed, and why it stands where it does.
public struct PlacedAd<Creative> {
  /// The ad.
  public let ad: Ad<Creative>
  /// Its place, which keeps this name wherever the content takes it.
  public let place: LivePlacement.PlaceID
  /// The rule that names the place.
  public let origin: PlaceOrigin
  /// Whose ad it is.
  public let tenant: String
  /// Whether it stands in for an ad of the tenant's source.
  public let isHouseAd: Bool
}

extension PlacedAd: Sendable where Creative: Sendable {}
extension PlacedAd: Equatable where Creative: Equatable {}
extension PlacedAd: Hashable where Creative: Hashable {}

/// Why an ad does not stand in the feed any more.
public enum AdClearing: Hashable, Sendable {
  /// The content that it stood in is gone.
  case content
  /// The list has been loaded anew, and ads are placed anew.
  case reload
  /// It, or its campaign, was recalled.
  case recall
  /// It was cleared by whoever uses the placer.
  case request
  /// It may not be shown any more, and no other was ready.
  case expiry
  /// A rule forbids it where it has come to stand.
  case rule(RefusalReason)
  /// It has come too close to the same ad, and no other was ready.
  case repetition
  /// The placer was removed.
  case removal
}

extension AdClearing: CustomStringConvertible {
  /// Why, in words.
  public var description: String {
    switch self {
    case .content: "the content that it stood in is gone"
    case .reload: "the list was loaded anew"
    case .recall: "it was recalled"
    case .request: "it was cleared"
    case .expiry: "it has expired"
    case .rule(let reason): "it is forbidden by \(reason)"
    case .repetition: "it is too close to the same ad"
    case .removal: "the placer was removed"
    }
  }
}

public import AdServing
public import Placement

/// An ad in a feed, with its place and the rule for it.
public struct PlacedAd<Creative> {
  /// The ad.
  public let ad: Ad<Creative>
  /// The identifier of its place, which stays the same when the place moves with the content.
  public let place: LivePlacement.PlaceID
  /// The rule that makes the place.
  public let origin: PlaceOrigin
  /// The name of the tenant that the ad belongs to.
  public let tenant: String
  /// Whether it is a house ad, placed for lack of an ad of the tenant's source.
  public let isHouseAd: Bool
}

extension PlacedAd: Sendable where Creative: Sendable {}
extension PlacedAd: Equatable where Creative: Equatable {}
extension PlacedAd: Hashable where Creative: Hashable {}

/// The reason why an ad was removed from the feed.
public enum AdClearing: Hashable, Sendable {
  /// The content that it was placed in was deleted.
  case content
  /// The list was reloaded, and ads are placed again.
  case reload
  /// The ad or its campaign was recalled.
  case recall
  /// The client cleared it.
  case request
  /// The ad has expired, and no other was ready.
  case expiry
  /// A rule forbids an ad at its new position.
  case rule(RefusalReason)
  /// It was too close to the same ad, and no other was ready.
  case repetition
  /// The placer was removed.
  case removal
}

extension AdClearing: CustomStringConvertible {
  /// A description of the reason.
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

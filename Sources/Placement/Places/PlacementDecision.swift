/// What became of a place that the rules name.
public enum PlacementDecision: Hashable, Sendable {
  /// An ad stands there.
  case placed(Place)
  /// It stays content.
  case refused(RefusedPlace)
}

extension PlacementDecision {
  /// The place that is decided on.
  public var path: FeedPath {
    switch self {
    case .placed(let place): place.path
    case .refused(let refused): refused.path
    }
  }
}

/// A place that the rules name and that stays content.
public struct RefusedPlace: Hashable, Sendable {
  /// The feed row that an ad would have had.
  public var path: FeedPath
  /// The rule that names the place.
  public var origin: PlaceOrigin
  /// The rule that forbids it.
  public var reason: RefusalReason
}

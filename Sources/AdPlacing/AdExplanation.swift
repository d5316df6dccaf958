import AdServing
public import Placement

/// Why a row of a feed shows an ad or content.
public enum AdExplanation<Creative> {
  /// The row shows an ad, by the rule in its origin.
  case ad(PlacedAd<Creative>)
  /// The row shows content.
  ///
  /// The unfilled places before it are listed with their reasons.
  case content(UserPath, [UnfilledPlace])
}

/// An unfilled place, with the reason.
public struct UnfilledPlace: Hashable, Sendable {
  /// Why a place has no ad.
  public enum Reason: Hashable, Sendable {
    /// The place must not be filled at present.
    case refused(LiveRefusal)
    /// The place is further below the displayed rows than the lookahead.
    case beyondLookahead
    /// The place was cleared by request.
    case cleared
    /// No ready ad is allowed at the place.
    case noAd
  }

  /// The identifier of the place.
  public let place: LivePlacement.PlaceID
  /// The name of the place's tenant.
  public let tenant: String
  /// The rule that makes the place.
  public let origin: PlaceOrigin
  /// The reason why it has no ad.
  public let reason: Reason

  init(_ place: LivePlace, _ reason: Reason, tenant: String) {
    (self.place, self.tenant, origin, self.reason) = (place.id, tenant, place.origin, reason)
  }
}

extension AdPlacerState {
  /// Returns the reason why a place has no ad.
  func reason(_ place: LivePlace, _ traits: ContentTraits) -> UnfilledPlace.Reason {
    if closed.contains(place.id) { return .cleared }
    if let refusal = live.refusal(of: place.id, policy: options.fillPolicy, traits: traits) { return .refused(refusal) }
    let reached = live.fillable(policy: options.fillPolicy, within: reach.rows, traits: traits)
    return reached.contains(place.id) ? .noAd : .beyondLookahead
  }
}

extension AdExplanation: CustomStringConvertible {
  /// A textual representation: `ad 'a17' of 'sales', by every 6 from 3`.
  public var description: String {
    switch self {
    case .ad(let ad): "\(ad.isHouseAd ? "house ad" : "ad") '\(ad.ad.id)' of '\(ad.tenant)', by \(ad.origin)"
    case .content(let path, let places):
      (["content \(path)"] + places.map(\.description)).joined(separator: "; ")
    }
  }
}

extension UnfilledPlace: CustomStringConvertible {
  /// A textual representation: `no ad of 'sales' by every 6: no ad is ready that may stand there`.
  public var description: String { "no ad of '\(tenant)' by \(origin): \(reason)" }
}

extension UnfilledPlace.Reason: CustomStringConvertible {
  /// A description of the reason.
  public var description: String {
    switch self {
    case .refused(let refusal): "\(refusal)"
    case .beyondLookahead: "it lies too far below what has been displayed"
    case .cleared: "it was cleared"
    case .noAd: "no ad is ready that may stand there"
    }
  }
}

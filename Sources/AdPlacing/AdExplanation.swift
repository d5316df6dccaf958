import AdServing
public import Placement

/// Why a row of a feed shows what it does.
public enum AdExplanation<Creative> {
  /// An ad stands there, by the rule that it names.
  case ad(PlacedAd<Creative>)
  /// Content stands there, and the places before it that have no ad, each with its reason.
  case content(UserPath, [UnfilledPlace])
}

/// A place at which no ad stands, and why.
public struct UnfilledPlace: Hashable, Sendable {
  /// Why a place has no ad.
  public enum Reason: Hashable, Sendable {
    /// It must not be filled as things stand.
    case refused(LiveRefusal)
    /// It lies further below what has been displayed than the lookahead reaches.
    case beyondLookahead
    /// It was cleared by request.
    case cleared
    /// No ad is ready that may stand there.
    case noAd
  }

  /// The place.
  public let place: LivePlacement.PlaceID
  /// Whose place it is.
  public let tenant: String
  /// The rule that names it.
  public let origin: PlaceOrigin
  /// Why it has no ad.
  public let reason: Reason

  init(_ place: LivePlace, _ reason: Reason, tenant: String) {
    (self.place, self.tenant, origin, self.reason) = (place.id, tenant, place.origin, reason)
  }
}

extension AdPlacerState {
  /// Why a place has no ad.
  func reason(_ place: LivePlace, _ traits: ContentTraits) -> UnfilledPlace.Reason {
    if closed.contains(place.id) { return .cleared }
    if let refusal = live.refusal(of: place.id, policy: options.fillPolicy, traits: traits) { return .refused(refusal) }
    let reached = live.fillable(policy: options.fillPolicy, within: options.lookahead, traits: traits)
    return reached.contains(place.id) ? .noAd : .beyondLookahead
  }
}

extension AdExplanation: CustomStringConvertible {
  /// The explanation in words: `ad 'a17' of 'sales', by every 6 from 3`.
  public var description: String {
    switch self {
    case .ad(let ad): "\(ad.isHouseAd ? "house ad" : "ad") '\(ad.ad.id)' of '\(ad.tenant)', by \(ad.origin)"
    case .content(let path, let places):
      (["content \(path)"] + places.map(\.description)).joined(separator: "; ")
    }
  }
}

extension UnfilledPlace: CustomStringConvertible {
  /// The place in words: `no ad of 'sales' by every 6: no ad is ready that may stand there`.
  public var description: String { "no ad of '\(tenant)' by \(origin): \(reason)" }
}

extension UnfilledPlace.Reason: CustomStringConvertible {
  /// Why, in words.
  public var description: String {
    switch self {
    case .refused(let refusal): "\(refusal)"
    case .beyondLookahead: "it lies too far below what has been displayed"
    case .cleared: "it was cleared"
    case .noAd: "no ad is ready that may stand there"
    }
  }
}

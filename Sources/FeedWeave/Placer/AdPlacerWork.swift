import Placement

/// What happens to the ads of a feed in one change of its list.
struct AdPlacerWork<Creative> {
  /// Ads that go, and why.
  var cleared: [(ad: PlacedAd<Creative>, reason: AdClearing)] = []
  /// Ads that give way to others at their places.
  var replaced: [(ad: PlacedAd<Creative>, other: PlacedAd<Creative>)] = []
  /// Ads that come.
  var placed: [PlacedAd<Creative>] = []
}

import Placement

/// What becomes of the ads of a feed in one change of its list.
struct AdPlacerWork<Creative> {
  /// Ads that go, and why.
  var cleared: [(ad: PlacedAd<Creative>, reason: AdClearing)] = []
  /// Ads that give way to others at their places.
  var replaced: [(ad: PlacedAd<Creative>, other: PlacedAd<Creative>)] = []
  /// Ads that come.
  var placed: [PlacedAd<Creative>] = []

  /// Whether nothing becomes of any.
  var isEmpty: Bool { changesNoInsertions && replaced.isEmpty }

  /// Whether ads come or go.
  var changesNoInsertions: Bool { cleared.isEmpty && placed.isEmpty }
}

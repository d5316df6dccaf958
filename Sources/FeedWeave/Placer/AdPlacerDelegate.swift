public import Placement

/// Hears what becomes of the ads of a placer, once it is in force in the list.
///
/// Every method is optional. Positions are told by what the list was told: whoever keeps a copy of the feed keeps it up by
/// ``placer(_:didChange:)``, and asks ``AdPlacer/feedPath(of:)`` where an ad stands now.
public protocol AdPlacerDelegate<Creative>: AnyObject {
  /// What the ads show.
  associatedtype Creative

  /// The list has been told of changes, of ads or of content, and shows them.
  func placer(_ placer: AdPlacer<Creative>, didChange change: FeedChange)
  /// An ad has come into the feed.
  func placer(_ placer: AdPlacer<Creative>, didPlace ad: PlacedAd<Creative>)
  /// An ad is gone from the feed.
  func placer(_ placer: AdPlacer<Creative>, didClear ad: PlacedAd<Creative>, because reason: AdClearing)
  /// Another ad stands where one stood; its row has been reloaded.
  func placer(_ placer: AdPlacer<Creative>, didReplace ad: PlacedAd<Creative>, with other: PlacedAd<Creative>)
  /// An ad counts as seen.
  func placer(_ placer: AdPlacer<Creative>, didCount impression: Impression)
}

extension AdPlacerDelegate {
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didChange change: FeedChange) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didPlace ad: PlacedAd<Creative>) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didClear ad: PlacedAd<Creative>, because reason: AdClearing) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didReplace ad: PlacedAd<Creative>, with other: PlacedAd<Creative>) {}
  /// Does nothing.
  public func placer(_ placer: AdPlacer<Creative>, didCount impression: Impression) {}
}

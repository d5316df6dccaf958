public import Placement

/// Is told what has happened to a placer's ads, once the list shows it.
///
/// Every method is optional. A copy of the feed is kept up to date by ``placer(_:didChange:)``; where an ad stands now is answered
/// by ``AdPlacer/feedPath(of:)``.
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

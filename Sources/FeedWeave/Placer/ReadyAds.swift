public import Placement

/// A source that has all its ads already, and hands each of them over once, in order.
///
/// ```swift
/// let sales = AdTenant(
///   name: "sales", rules: try PlacementRules("every 6"), source: ReadyAds(banners),
///   caps: [try FrequencyCap("3 per 24h")])
/// ```
/// When all have been handed over there is no fill until more are added. Ads that are to be shown again and again, in turn and without
/// caps, are ``AdTenant/houseAds`` and need no source. One that says no time lives as long as the tenant's
/// `AdQueuePolicy.lifetime` says, from when it is handed over.
public final class ReadyAds<Creative>: AdSource {
  /// The ads that are still to be handed over.
  /// - Complexity: O(*n*) in their number.
  public var ads: [Ad<Creative>] { Array(shelf) }

  private var shelf: AdStock<Creative>

  /// Makes a source of ads, the first of which is handed over first.
  public init(_ ads: [Ad<Creative>]) {
    shelf = AdStock(ads)
  }

  /// Adds ads behind the others; they are asked for when the pause after no fill is over, or by ``AdPlacer/resumeRequests()``.
  public func add(_ ads: [Ad<Creative>]) { for ad in ads { shelf.append(ad) } }

  /// Hands over as many as are asked for, or those that are left.
  public func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest) {
    let next = (0..<min(request.count, shelf.count)).map { _ in shelf.remove(at: 0) }
    placer.answer(request, with: next.isEmpty ? .noFill : .ads(next))
  }
}

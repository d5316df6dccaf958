public import Placement

/// Where a tenant's ads come from.
///
/// ```swift
/// final class Server: AdSource {
///   func placer(_ placer: AdPlacer<Banner>, requests request: AdRequest) {
///     fetch(request.count) { [weak placer] banners in
///       placer?.answer(request, with: banners.isEmpty ? .noFill : .ads(banners))
///     }
///   }
/// }
/// ```
/// The placer keeps its sources alive; a source, and what it hands on, keeps the placer weakly.
public protocol AdSource<Creative>: AnyObject {
  /// What its ads show.
  associatedtype Creative

  /// The placer asks for ads; answer by ``AdPlacer/answer(_:with:)``, at once or later, where the list is used.
  func placer(_ placer: AdPlacer<Creative>, requests request: AdRequest)
}

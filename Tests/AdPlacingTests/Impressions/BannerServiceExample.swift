// The second example of the article "Placing ads", line for line; a test compares them.
import WeavingSupport
import AdPlacing
import AdServing
import FeedWeave
import Placement

/// Asks a service for banners that answers later, from wherever it is.
@MainActor final class BannerService: @MainActor AdSource {
  /// Fetches banners.
  let fetch: @Sendable (_ count: Int) async throws -> [Banner]
  /// The request under way.
  private(set) var task: Task<Void, Never>?

  init(_ fetch: @escaping @Sendable (_ count: Int) async throws -> [Banner]) {
    self.fetch = fetch
  }

  func placer(_ placer: AdPlacer<Banner>, requests request: AdRequest) {
    task = Task { [weak placer, fetch] in
      do {
        let banners = try await fetch(request.count)
        placer?.answer(request, with: .ads(banners.map { Ad(id: $0.title, creative: $0) }))
      } catch {
        placer?.answer(request, with: .failure)
      }
    }
  }
}

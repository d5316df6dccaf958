// The example of the article "Placing ads", line for line; a test compares them.
import WeavingSupport
import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement

/// What an ad of this app shows.
struct Banner: Sendable {
  var title: String
}

/// Asks a server for banners.
final class BannerServer: AdSource {
  typealias Creative = Banner

  /// Fetches banners and hands them over, later or at once.
  let fetch: (_ count: Int, _ deliver: @escaping ([Banner]?) -> Void) -> Void

  init(_ fetch: @escaping (_ count: Int, _ deliver: @escaping ([Banner]?) -> Void) -> Void) {
    self.fetch = fetch
  }

  func placer(_ placer: AdPlacer<Banner>, requests request: AdRequest) {
    fetch(request.count) { [weak placer] banners in
      let ads = banners?.map { Ad(id: $0.title, campaign: "spring", creative: $0) }
      placer?.answer(request, with: ads.map { $0.isEmpty ? .noFill : .ads($0) } ?? .failure)
    }
  }
}

/// The ads' side of a list: gives the cells, and nothing else.
final class BannerDesk: WeaverDataSource {
  final class BannerCell: ListCell {
    var title = ""
  }

  let placer: AdPlacer<Banner>

  init(_ list: ListView, server: BannerServer, now: @escaping () -> Duration) throws {
    let own = Ad(id: "own", creative: Banner(title: "Our own"))
    let sales = AdTenant(
      name: "sales", rules: try PlacementRules("every 6 from 3 gap 2"), source: server, houseAds: [own],
      queue: AdQueuePolicy(stock: 3, timeout: .seconds(10)), repeatDistance: 20,
      caps: try FrequencyCap.list("1 per 1h, 3 per 24h"))
    placer = try AdPlacer([sales], now: now)
    list.weaver.dataSource = self
    try placer.attach(to: list.weaver)
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = BannerCell(reuseIdentifier: "banner")
    cell.title = placer.ad(at: path)?.ad.creative.title ?? ""
    return cell
  }
}

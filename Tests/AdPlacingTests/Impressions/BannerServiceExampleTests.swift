import AdPlacing
import AdServing
import FeedWeave
import Foundation
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// A source may answer from a task, and the article shows how.
@MainActor struct BannerServiceExampleTests {
  @Test func `ads that a task fetches are placed when they come`() async throws {
    let desk = NewsDesk([PlacerWorld.articles(12)])
    let list = makeList(desk, height: 5)
    let service = BannerService { count in (0..<count).map { Banner(title: "banner \($0)") } }
    let tenant = AdTenant<Banner>(
      name: "sales", rules: try PlacementRules("every 3"), source: service, queue: AdQueuePolicy(stock: 2, timeout: nil)
    )
    let placer = try AdPlacer([tenant]) { .seconds(1) }
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
    #expect(placer.ads.isEmpty)
    await service.task?.value
    #expect(placer.ads.map(\.ad.id).first == "banner 0")
  }

  @Test func `a task that fails is asked again later`() async throws {
    struct Offline: Error {}
    let list = makeList(NewsDesk([PlacerWorld.articles(12)]), height: 5)
    let service = BannerService { _ in throw Offline() }
    let placer = try AdPlacer(
      [AdTenant<Banner>(name: "sales", rules: try PlacementRules("every 3"), source: service)]) { .seconds(1) }
    try placer.attach(to: list.weaver)
    await service.task?.value
    #expect(placer.ads.isEmpty)
    #expect(try #require(try placer.advance()) > .seconds(1))
  }

  @Test func `the article shows the example as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdPlacing/AdPlacing.docc/PlacingAds.md")
    let compiled = try ProjectFiles.text("Tests/AdPlacingTests/Impressions/BannerServiceExample.swift")
    let example = compiled.components(separatedBy: "import Placement")[1].trimmingCharacters(in: .newlines)
    #expect(article.contains("```swift\n" + example + "\n```"))
  }
}

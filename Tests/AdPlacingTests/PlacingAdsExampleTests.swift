import AdPlacing
import AdServing
import FeedWeave
import Foundation
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// The article's example does what it says, and is the one that is compiled.
struct PlacingAdsExampleTests {
  @Test func `the example places what its server has`() throws {
    let desk = NewsDesk([PlacerWorld.articles(12)])
    desk.titles = false
    let list = makeList(desk, height: 5)
    var isDown = true
    let server = BannerServer { count, deliver in
      deliver(isDown ? nil : (0..<count).map { Banner(title: "banner \($0)") })
    }
    let clock = TestClock()
    let banners = try BannerDesk(list, server: server) { clock.now }
    list.layoutIfNeeded()
    #expect(banners.placer.ads.map(\.ad.id) == ["own"])
    isDown = false
    clock.now += .seconds(60)
    #expect(try banners.placer.advance() != nil)
    let cells = list.weaver.visibleCells(.inserted).compactMap { $0 as? BannerDesk.BannerCell }
    #expect(cells.map(\.title) == ["Our own"])
    #expect(banners.placer.ads.map(\.ad.campaign) == ["own", "spring"])
  }

  @Test func `the article shows the example as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdPlacing/AdPlacing.docc/PlacingAds.md")
    let shown = article.components(separatedBy: "```")[1].components(separatedBy: "import Placement")[1]
    let example = try ProjectFiles.text("Tests/AdPlacingTests/PlacingAdsExample.swift")
    let compiled = example.components(separatedBy: "import Placement")[1]
    #expect(shown.trimmingCharacters(in: .newlines) == compiled.trimmingCharacters(in: .newlines))
  }
}

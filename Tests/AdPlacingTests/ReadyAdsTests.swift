import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// A source that has all its ads from the first.
struct ReadyAdsTests {
  private func placer(_ source: ReadyAds<String>, _ list: ListView, _ clock: TestClock) throws -> AdPlacer<String> {
    let placer = try AdPlacer(
      [AdTenant(name: "ads", rules: try PlacementRules("every 3"), source: source)]) { clock.now }
    try placer.attach(to: list.weaver)
    list.layoutIfNeeded()
    return placer
  }

  @Test func `each ad is handed over once in their order`() throws {
    let list = makeList(NewsDesk([PlacerWorld.articles(20)]), height: 6)
    let source = ReadyAds(["a", "b", "c"].map { ad($0) })
    let placer = try placer(source, list, TestClock())
    #expect(placer.ads.map(\.ad.id) == ["a", "b", "c"])
    #expect(source.ads.isEmpty)
    list.reloadData()
    list.layoutIfNeeded()
    #expect(placer.ads.map(\.ad.id) == ["a", "b", "c"])
  }

  @Test func `ads that are added are handed over when they are asked for again`() throws {
    let clock = TestClock()
    let list = makeList(NewsDesk([PlacerWorld.articles(20)]), height: 6)
    let source = ReadyAds<String>([])
    let placer = try placer(source, list, clock)
    #expect(placer.ads.isEmpty)
    source.add([ad("a")])
    #expect(try placer.advance() == clock.now + .seconds(60))
    #expect(placer.ads.isEmpty)
    placer.resumeRequests()
    #expect(placer.ads.map(\.ad.id) == ["a"])
    #expect(source.ads.isEmpty)
  }
}

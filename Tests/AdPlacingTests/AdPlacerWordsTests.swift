import AdPlacing
import AdServing
import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What a placer refuses, and what it says of rows.
struct AdPlacerWordsTests {
  private func refusal(_ make: () throws -> [AdTenant<String>], _ options: AdPlacerOptions = AdPlacerOptions()) throws
    -> String?
  {
    let tenants = try make()
    do throws(AdPlacerError) { _ = try AdPlacer(tenants, options: options) { .zero } } catch { return "\(error)" }
    return nil
  }

  @Test func `tenants and options that make no sense are refused by their values`() throws {
    #expect(try refusal { [] } == "a placer needs a tenant")
    #expect(try refusal { [try tenant("every 3"), try tenant("every 4")] } == "two tenants are called 'ads'")
    #expect(
      try refusal({ [try tenant("every 3")] }, AdPlacerOptions(lookahead: -1)) == "a lookahead of -1 rows is below 0")
    let queue = AdQueuePolicy(stock: -4)
    #expect(try refusal { [try tenant("every 3", TestAds(), queue: queue)] }?.contains("-4") ?? false)
    #expect(try refusal { [try tenant("every 3", house: [""])] }?.hasPrefix("tenant 'ads'") ?? false)
    let options = AdPlacerOptions(viewability: ViewabilityRule(share: 2))
    #expect(try refusal({ [try tenant("every 3")] }, options)?.hasPrefix("viewability: ") ?? false)
    let edges = AdPlacerOptions(lookahead: .max)
    let huge = try tenant("every 3", .endless("a"), repeats: .max)
    #expect(try PlacerWorld([PlacerWorld.articles(9)], [huge], options: edges).look().count == 6)
    #expect(
      try PlacerWorld([PlacerWorld.articles(9)], [try tenant("every 3", .endless("a"), repeats: .min)]).look().count
        == 6)
  }

  @Test func `every error has its words`() {
    let errors: [(AdPlacerError, String)] = [
      (.attached, "the placer is at work on a list already"), (.noList, "the weaver's list is gone"),
      (.foreignInsertions(2), "2 insertions of somebody else stand in the list"),
      (.placement(.tagsUnknown), "\(PlacementError.tagsUnknown)"),
      (.invalidTenant("a", .unknownMember("tiemout")), "tenant 'a': \(AdServingError.unknownMember("tiemout"))"),
    ]
    for (error, words) in errors { #expect("\(error)" == words) }
  }

  @Test func `rules that ask for tags which nobody tells are said and place nothing`() throws {
    let world = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3 avoid sad", .endless("a"))])
    #expect(world.look() == PlacerWorld.articles(6))
    #expect(throws: AdPlacerError.placement(.tagsUnknown)) { try world.placer.advance() }
    try world.append(["x"])
    world.placer.traits = ContentTraits(tags: { $0.row == 2 ? ["sad"] : [] })
    world.list.reloadData()
    #expect(world.look().first == "u0" && world.ids.count > 0)
    #expect(world.line.hasPrefix("u0 u1 u2 u3 "))
    _ = try world.placer.advance()
  }

  @Test func `every row is explained`() throws {
    let source = TestAds()
    let world = try PlacerWorld(
      [PlacerWorld.articles(30)], [tenant("every 5", source, house: [])], options: AdPlacerOptions(lookahead: 8),
      height: 4)
    world.look()
    world.placer.answer(source.open.removeFirst(), with: .ads([ad("a")]))
    #expect(world.placer.explain(feed(0, 4)).map { "\($0)" } == "ad 'a' of 'ads', by every 5")
    #expect(world.placer.explain(feed(0, 0)).map { "\($0)" } == "content user 0:0")
    let words = (0..<31).compactMap { world.placer.explain(feed(0, $0)).map { "\($0)" } }.filter { $0.contains(";") }
    #expect(
      words.first == "content user 0:8; no ad of 'ads' by every 5: no ad is ready that may stand there")
    #expect(words.last?.hasSuffix("it lies too far below what has been displayed") ?? false)
    #expect(world.placer.explain(feed(0, 31)) == nil && world.placer.explain(feed(9, 0)) == nil)
    world.placer.clearAd(at: feed(0, 4))
    #expect(
      world.placer.explain(feed(0, 4)).map { "\($0)" } == "content user 0:4; no ad of 'ads' by every 5: it was cleared")
    world.scroll(to: 12)
    #expect(world.placer.explain(feed(0, 8)).map { "\($0)" }?.hasSuffix("rows have been displayed there") ?? false)
  }

  @Test func `the feed is measured as it is shown`() throws {
    let world = try PlacerWorld(
      [PlacerWorld.articles(6), PlacerWorld.articles(3, "v")], [tenant("every 3", .endless("a"))])
    world.look()
    let measures = world.placer.measures
    #expect(measures.adCount == world.ids.count && measures.contentCount == 9)
    #expect(measures.smallestGap == 2 && measures.contentBeforeFirstAd == 2)
  }

  @Test func `a tenant that is not there has no stock and its answers are not expected`() throws {
    let source = TestAds()
    let world = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3", source)])
    let other = try PlacerWorld([PlacerWorld.articles(9)], [tenant("every 3", name: "other")])
    #expect(world.placer.stock(of: "nobody").isEmpty && other.placer.stock(of: "other").isEmpty)
    let request = try #require(source.open.first)
    #expect(other.placer.answer(request, with: .noFill) == nil)
    #expect(world.placer.answer(request, with: .ads([ad("a"), ad("a"), ad("")]))?.taken == 1)
    #expect(world.placer.answer(request, with: .ads([ad("b")]))?.arrival == .unexpected)
  }
}

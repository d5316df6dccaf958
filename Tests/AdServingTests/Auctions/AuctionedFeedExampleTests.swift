import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct AuctionedFeedExampleTests {
  private static let now = Duration.seconds(1_000_000)
  private typealias Source = Auction<String, Visitor>.Source

  /// A source with an ad of each of some prices, of a campaign each; its names contain the topic of the page.
  private func source(_ name: String, _ prices: [String]) -> Source {
    Source(name) { request in
      try prices.enumerated().map { number, price in
        Ad(
          id: "\(name) \(number) on \(request.context.topic)", campaign: "\(name) \(number)", price: try Price(price),
          creative: "")
      }
    }
  }

  private let failing = Source("failing") { _ in throw CancellationError() }
  private let posts = (0..<12).map { "post \($0)" }

  private func feed(
    _ sources: [Source], stock: [String] = [], report: @escaping @Sendable (AuctionOutcome<String>, Int) -> Void
  ) async throws -> AuctionedFeed {
    let pool = try AdPool<String>(tenant: "house", clock: ManualClock(), startingAt: Self.now) { _ in [] }
    await pool.restock(stock.map { Ad(id: $0, creative: "") })
    return AuctionedFeed(
      merger: try FeedMerger("at 1 every 4"), caps: try FrequencyCap.list("1 per 24h"), floor: try Price("0.50 USD"),
      auction: Auction(sources, clock: ManualClock()), stock: pool, report: report)
  }

  @Test func `a page has the best of the auction and then what is in stock`() async throws {
    let counters = Shared<[String: ServingCounters]>([:])
    let paid = Shared<[String]>([])
    let sources = [source("sales", ["0.60 USD", "0.40 USD"]), source("exchange", ["2 USD", "9 EUR"]), failing]
    let feed = try await feed(sources, stock: ["house 0", "house 1", "house 2"]) { outcome, shown in
      for answer in outcome.answers { counters.change { $0[answer.source, default: ServingCounters()].count(answer) } }
      paid.change { $0 += outcome.winners.prefix(shown).map { "\($0.source) \($0.price)" } }
    }
    let visitor = Visitor(topic: "boats")
    let page = try await feed.page(posts, for: visitor, after: nil, seen: FrequencyHistory(), at: Self.now)
    #expect(page.compactMap(\.ad?.id) == ["exchange 0 on boats", "sales 0 on boats", "house 0", "house 1"])
    #expect(await feed.stock.stock.map(\.id) == ["house 2"])
    #expect(paid.value == ["exchange 2.00 USD", "sales 0.60 USD"])
    #expect(counters.value["failing"]?.requests[.failure] == 1 && counters.value["sales"]?.requests[.fill] == 1)
    // A shorter page shows the best alone.
    let short = try await feed.page(["one", "two"], for: visitor, after: nil, seen: FrequencyHistory(), at: Self.now)
    #expect(short.compactMap(\.ad?.id) == ["exchange 0 on boats"] && paid.value.count == 3)
    #expect(await feed.stock.stock.map(\.id) == ["house 2"])
  }

  @Test func `caps hold in the auction`() async throws {
    let feed = try await feed([source("sales", ["3 USD", "2 USD", "1 USD"])]) { _, _ in }
    var seen = FrequencyHistory()
    seen.record("sales 1", caps: feed.caps, at: Self.now)
    let page = try await feed.page(posts, for: Visitor(topic: "x"), after: nil, seen: seen, at: Self.now)
    #expect(page.compactMap(\.ad?.campaign) == ["sales 0", "sales 2"])
  }

  @Test func `nobody is asked for a page that cannot be`() async throws {
    let feed = try await feed([source("sales", ["3 USD"])]) { _, _ in Issue.record("an auction was held") }
    let cursor = try FeedMerger("every 3").merge(posts, with: [1, 2]).cursor
    await #expect(throws: PlacementError.self) {
      try await feed.page(posts, for: Visitor(topic: "x"), after: cursor, seen: FrequencyHistory(), at: Self.now)
    }
  }

  @Test func `a pool fills its stock by auction`() async throws {
    let sources = [source("sales", ["1 USD"]), failing, source("exchange", ["2 USD", "3 USD"])]
    let policy = AdQueuePolicy(stock: 2)
    let stock = try auctionedStock(Auction(sources), floor: try Price("0 USD"), policy: policy) { Self.now }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await stock.run() }
      let ads = await stock.take(upTo: 2, waiting: .seconds(3_600))
      #expect(ads.map(\.id) == ["exchange 1 on any", "exchange 0 on any"])
      await stock.shutdown()
    }
  }

  @Test func `a pool whose sources all fail backs off`() async throws {
    let policy = AdQueuePolicy(timeout: nil, retry: Backoff(first: .seconds(3_600), most: .seconds(3_600)))
    let stock = try auctionedStock(Auction([failing]), floor: try Price("0 USD"), policy: policy) { Self.now }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await stock.run() }
      while await stock.counters.requests.total == 0 { await Task.yield() }
      #expect(await stock.counters.requests[.failure] == 1)
      await stock.shutdown()
    }
  }

  @Test func `the article shows the code as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/RunningAnAuction.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/Auctions/AuctionedFeedExample.swift")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    let imports = "import AdServing\nimport Placement\n\n"
    let code = blocks.map { $0.replacing(imports, with: "") }
    #expect(blocks.count == 2 && blocks.allSatisfy { $0.hasPrefix("import AdServing\n") })
    #expect(source.hasSuffix(imports + code.joined(separator: "\n").replacing("import AdServing\n\n", with: "")))
    #expect(blocks.joined().split(separator: "\n").count <= 60)
  }
}

import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct AskingSourcesExampleTests {
  /// A feed whose source has as many ads as it is asked for, at once, or fails; no wait ends by its clock.
  private func feed(rules: String = "at 1 every 4", fails: Bool = false) throws -> SourcedFeed {
    let pool = try AdPool(
      tenant: "sales", policy: AdQueuePolicy(stock: 8, batch: 8), clock: ManualClock(), startingAt: .seconds(1_000_000)
    ) { request in
      if fails { throw CancellationError() }
      return (0..<request.count).map { Ad(id: "\(request.number).\($0)", campaign: "c\($0)", creative: "") }
    }
    return try SourcedFeed(pool: pool, rules: rules, caps: "1 per 24h")
  }

  private let posts = (0..<12).map { "post \($0)" }

  @Test func `a page has the ads of the source and the others are in stock again`() async throws {
    try await feed().run { [posts] feed in
      // The source answers at once; until then the page waits for its first ads.
      let page = try await feed.page(posts, after: nil, seen: FrequencyHistory())
      #expect(page.compactMap(\.ad?.id) == ["1.0", "1.1", "1.2", "1.3"])
      let next = try await feed.page(Array(posts.prefix(3)), after: nil, seen: FrequencyHistory())
      #expect(next.compactMap(\.ad?.id) == ["1.4"])
      #expect(await feed.pool.stock.first?.id == "1.5")
    }
  }

  @Test func `what caps refuse and what the source does is counted`() async throws {
    try await feed().run { [posts] feed in
      var seen = FrequencyHistory()
      for campaign in ["c0", "c2"] { seen.record(campaign, caps: feed.caps, at: .seconds(1_000_000)) }
      let page = try await feed.page(posts, after: nil, seen: seen)
      #expect(page.compactMap(\.ad?.campaign) == ["c1", "c3", "c4", "c5"])
      let metrics = await feed.metrics()
      #expect(metrics.contains("feedweave_cap_hits_total 1\n") && metrics.contains("feedweave_ads_total 4\n"))
      #expect(!metrics.contains("feedweave_source_requests_total{outcome=\"fill\"} 0\n"))
    }
  }

  @Test func `a cursor that does not fit loses no ad and is counted`() async throws {
    let cursor = try FeedMerger("every 3").merge(posts, with: [1, 2]).cursor
    try await feed().run { [posts] feed in
      _ = try await feed.page(posts, after: nil, seen: FrequencyHistory())
      let before = await feed.pool.stock
      await #expect(throws: PlacementError.self) {
        try await feed.page(posts, after: cursor, seen: FrequencyHistory())
      }
      #expect(await feed.pool.stock.starts(with: before.prefix(4)))
      #expect(await feed.metrics().contains("feedweave_cursor_faults_total{fault=\"other_rules\"} 1\n"))
    }
  }

  @Test func `a feed whose source fails has pages without ads`() async throws {
    try await feed(fails: true).run { [posts] feed in
      let page = try await feed.page(posts, after: nil, seen: FrequencyHistory())
      #expect(page.count == 12 && page.slots.isEmpty)
    }
  }

  /// Many threads at once; run under the thread sanitizer as well.
  @Test func `pages of many threads share no ad`() async throws {
    let shown = Shared<[String]>([])
    try await feed().run { [posts] feed in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<50 {
              let page = try await feed.page(posts, after: nil, seen: FrequencyHistory())
              let names = page.compactMap(\.ad?.id)
              shown.change { $0 += names }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(Set(shown.value).count == shown.value.count)
  }

  @Test func `the article shows the feed as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/AskingSources.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/Pool/AskingSourcesExample.swift")
    let shown = article.components(separatedBy: "```")[1].dropFirst("swift\n".count)
    let compiled = source.components(separatedBy: "import Placement\n\n")[1]
    #expect(shown == compiled)
    #expect(shown.split(separator: "\n").count <= 40)
  }
}

import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite("The service of the article")
struct FeedServerTests {
  private static let now = Duration.seconds(1_000_000)

  /// A server whose pools have ads of 20 campaigns each, one after the other.
  private func server(caps: String = "3 per 1d") async throws -> FeedServer {
    var sources: [FeedServer.Source] = []
    for (name, rules) in [("direct", "at 2 every 6"), ("network", "every 3")] {
      let pool = try AdPool<String>(tenant: name, startingAt: Self.now) { _ in [] }
      let ads = (0..<200).map {
        Ad(id: "\(name) \($0)", creativeID: "creative \($0 / 10)", campaign: "\(name) \($0 / 10)", creative: "")
      }
      #expect(await pool.restock(ads).isEmpty)
      sources.append(FeedServer.Source(tenant: Tenant(name: name, rules: try PlacementRules(rules)), pool: pool))
    }
    return try FeedServer(sources, caps: caps, seal: StandInSeal().callAsFunction)
  }

  private func page(_ server: FeedServer, _ user: String, after cursor: String? = nil) async throws -> FeedServer.Page {
    try await server.page(of: user, after: cursor, at: Self.now) { from in (from..<from + 12).map { "post \($0)" } }
  }

  @Test func `a page has ads of both sources, no creative twice, and what is left is in stock`() async throws {
    let server = try await server()
    let page = try await page(server, "ann")
    let ads = page.entries.compactMap(\.ad)
    #expect(page.entries.compactMap(\.post).count == 12)
    #expect(Set(ads.map { $0.id.prefix { $0 != " " } }) == ["direct", "network"])
    #expect(Set(ads.map(\.creativeID)).count == ads.count && ads.allSatisfy { $0.receipt != nil })
    var stock = 0
    for source in server.sources { stock += await source.pool.stock.count }
    #expect(stock + ads.count == 400)
    #expect(await server.histories["ann"]?.count == ads.count)
  }

  @Test func `pages go on where the cursor says, for its user alone`() async throws {
    let server = try await server()
    let first = try await page(server, "ann")
    let second = try await page(server, "ann", after: first.cursor)
    #expect(second.entries.compactMap(\.post).first == "post 12")
    await #expect(throws: PlacementError.self) { try await page(server, "bob", after: first.cursor) }
    await #expect(throws: PlacementError.self) { try await page(server, "ann", after: "x" + first.cursor) }
    #expect(await server.histories["bob"] == nil)
  }

  @Test func `what is seen counts once, and only with the user's receipt`() async throws {
    let server = try await server()
    let user = Shared(LoadedUser("ann"))
    let page = try await page(server, "ann")
    user.change { user in
      var random = SeededGenerator(seed: 1)
      for _ in 0..<9 { user.show(page, at: Self.now, &random) }
    }
    let upload = user.value.pending
    #expect(await server.receive(upload, from: "bob", at: Self.now).count == 1)
    #expect(await server.inbox.usedCount == 0)
    for _ in 0..<2 {
      let answer = await server.receive(upload, from: "ann", at: Self.now)
      #expect(upload.allSatisfy { impression in answer.contains { $0.covers(impression.id) } })
    }
    #expect(await server.inbox.usedCount == page.entries.compactMap(\.ad).count)
    let metrics = await server.metrics()
    #expect(metrics.contains("feedweave_refused_impressions_total{reason=\"other_user\"} \(upload.count)\n"))
    #expect(metrics.contains("feedweave_served_ads_total{source=\"direct\"} 3\n"))
  }

  /// Run under the thread sanitizer as well.
  @Test func `many connections of a user exceed no cap`() async throws {
    let server = try await server(caps: "2 per 1d")
    let pages = try await withThrowingTaskGroup(of: [FeedServer.Page].self) { group in
      for _ in 0..<16 {
        group.addTask {
          var pages: [FeedServer.Page] = []
          for _ in 0..<8 { pages.append(try await page(server, "ann")) }
          return pages
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let ads = pages.flatMap(\.entries).compactMap(\.ad)
    let counts = ads.reduce(into: [:]) { $0[$1.campaign, default: 0] += 1 }
    #expect(counts.values.allSatisfy { $0 <= 2 } && counts.count > 20, "\(counts)")
    #expect(Set(ads.map(\.id)).count == ads.count)
    #expect(await server.histories["ann"]?.count == ads.count, "what is recorded is what was served")
  }

  @Test func `the article shows it as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/AWholeService.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/Service/FeedServer.swift")
    #expect(article.contains("```swift\n\(source.drop { $0 != "\n" }.dropFirst())```"))
  }
}

import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct ServedFeedExampleTests {
  private static let now = Duration.seconds(1_000_000)

  /// A feed with ten ads of each of 80 campaigns in stock, one campaign after the other.
  private func feed() async throws -> ServedFeed {
    let pool = try AdPool<String>(tenant: "sales", clock: ManualClock(), startingAt: Self.now) { _ in [] }
    let ads = (0..<800).map { Ad(id: "ad \($0)", campaign: "c\($0 / 10)", creative: "") }
    #expect(await pool.restock(ads).isEmpty)
    return try ServedFeed(pool: pool, rules: "at 1 every 3", caps: "3 per 1d")
  }

  /// Returns the ads of users whose connections ask for pages at the same time, some with a cursor that is refused.
  private func serve(
    _ users: [String], connections: Int, pages: Int, of feed: ServedFeed
  ) async throws -> [String: [Ad<String>]] {
    let other = try FeedMerger("every 5").merge(["post"], with: [1]).cursor
    return await withTaskGroup(of: (String, [Ad<String>]).self) { group in
      for connection in 0..<connections * users.count {
        let user = users[connection % users.count]
        group.addTask {
          var ads: [Ad<String>] = []
          for number in 0..<pages {
            let posts = (0..<(number + connection) % 12).map { "post \($0)" }
            let cursor = number % 7 == 6 ? other : nil
            ads += (try? await feed.page(posts, of: user, after: cursor, at: Self.now).compactMap(\.ad)) ?? []
          }
          return (user, ads)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0, default: []] += $1.1 }
    }
  }

  /// Run under the thread sanitizer as well.
  @Test func noCapIsExceededByManyConnectionsOfAUser() async throws {
    for users in [["ann"], ["ann", "bob"]] {
      let feed = try await feed()
      let served = try await serve(users, connections: 32, pages: 20, of: feed)
      for user in users {
        let counts = served[user, default: []].reduce(into: [:]) { $0[$1.campaign, default: 0] += 1 }
        #expect(counts.values.allSatisfy { $0 <= 3 } && counts.count > 20, "\(user): \(counts)")
        // What is recorded is what was served.
        let history = try #require(await feed.histories[user])
        #expect(history.campaigns.allSatisfy { history.times(of: $0).count == counts[$0] }, "\(user)")
        #expect(history.count == served[user]?.count, "\(user)")
      }
      let all = await served.values.flatMap(\.self).map(\.id) + feed.pool.stock.map(\.id)
      #expect(Set(all).count == 800 && all.count == 800)
    }
  }

  @Test func whatAPageDoesNotUseIsNeitherRecordedNorLost() async throws {
    let feed = try await feed()
    let page = try await feed.page(["one", "two"], of: "ann", after: nil, at: Self.now)
    #expect(page.compactMap(\.ad?.id) == ["ad 0"])
    #expect(await feed.histories["ann"]?.count == 1)
    #expect(await feed.pool.stock.map(\.id).starts(with: ["ad 1", "ad 2", "ad 10", "ad 3"]))
    let other = try FeedMerger("every 5").merge(["post"], with: [1]).cursor
    await #expect(throws: PlacementError.self) {
      try await feed.page(["one"], of: "ann", after: other, at: Self.now)
    }
    #expect(await feed.histories["ann"]?.count == 1)
    #expect(await feed.pool.stock.count == 799)
  }

  @Test func theArticleShowsTheFeedAsItIsCompiled() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/FeedService.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/ServedFeedExample.swift")
    let compiled = source.components(separatedBy: "import Placement\n\n")[1]
    #expect(article.contains("```swift\n\(compiled)```"))
  }
}

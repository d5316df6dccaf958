import AdServing
import Foundation
import Placement
import TestSupport
import Testing

@Suite struct FeedServiceExampleTests {
  private static let now = Duration.seconds(1_000_000)

  private func service(
    pageSize: Int = 5, rules: String = "at 1 every 4",
    log: @escaping @Sendable (String, FeedMeasures) -> Void = { _, _ in }
  ) throws -> FeedService {
    FeedService(
      merger: try FeedMerger(rules), caps: try FrequencyCap.list("1 per 24h"),
      posts: { user, from in (from..<min(from + pageSize, 12)).map { "\(user)'s post \($0)" } },
      ads: { user in
        (0..<9).map { Ad(id: "ad \($0) for \(user)", campaign: "c\($0)", expires: $0 == 2 ? .zero : nil, creative: "") }
      }, log: log)
  }

  private func answer(_ service: FeedService, _ body: Data) async throws -> FeedResponse {
    try JSONDecoder().decode(FeedResponse.self, from: await service.respond(to: body, at: Self.now))
  }

  /// Pages as a client asks for them, which takes note of each ad that it shows.
  private func pages(of service: FeedService, count: Int) async throws -> [FeedResponse] {
    var responses: [FeedResponse] = []
    var seen = FrequencyHistory()
    for _ in 0..<count {
      let request = FeedRequest(user: "ann", cursor: responses.last?.cursor, seen: seen)
      let response = try await answer(service, JSONEncoder().encode(request))
      for campaign in response.entries.compactMap(\.campaign) {
        seen.record(campaign, caps: service.caps, at: Self.now)
      }
      responses.append(response)
    }
    return responses
  }

  @Test func pagesFollowOneAnotherWithTheAdsWhereTheRulesSay() async throws {
    let small = try await pages(of: service(), count: 3)
    let whole = try await pages(of: service(pageSize: 12), count: 1)
    #expect(small.flatMap(\.entries) == whole[0].entries)
    #expect(whole[0].entries.compactMap(\.reason) == ["at 1", "every 4", "every 4", "every 4"])
    #expect(small[0].entries.prefix(2).map(\.id) == ["ann's post 0", "ad 0 for ann"])
    // The third has expired.
    #expect(whole[0].entries.compactMap(\.campaign) == ["c0", "c1", "c3", "c4"])
  }

  @Test func aCampaignIsShownNoMoreOftenThanItsCapAllows() async throws {
    let service = try service()
    var seen = FrequencyHistory()
    for campaign in ["c0", "c3"] { seen.record(campaign, caps: service.caps, at: Self.now - .seconds(3600)) }
    let first = try await answer(service, JSONEncoder().encode(FeedRequest(user: "ann", seen: seen)))
    #expect(first.entries.compactMap(\.campaign) == ["c1", "c4"])
    let later = FeedRequest(user: "ann", seen: seen)
    let data = try await service.respond(to: JSONEncoder().encode(later), at: Self.now + .seconds(90_000))
    #expect(try JSONDecoder().decode(FeedResponse.self, from: data).entries.compactMap(\.campaign) == ["c0", "c1"])
  }

  @Test func aCursorThatDoesNotFitIsAnsweredWithTheFirstPage() async throws {
    let service = try service()
    let first = try await answer(service, Data(#"{"user":"ann"}"#.utf8))
    let other = try await pages(of: self.service(rules: "every 3"), count: 1)[0].cursor
    let cursors = [
      #"{"version":7}"#, "3", #""none""#, #"{"version":1,"rules":1,"section":-1,"ads":0,"content":0,"placed":0}"#,
      String(decoding: try JSONEncoder().encode(other), as: UTF8.self),
    ]
    for cursor in cursors {
      let response = try await answer(service, Data(#"{"user":"ann","cursor":\#(cursor)}"#.utf8))
      #expect(response.entries == first.entries && response.cursor == first.cursor, "\(cursor)")
    }
    let body = Data(#"{"user":"ann","seen":{"version":3,"campaigns":[]}}"#.utf8)
    await #expect(throws: AdServingError.invalidHistory("version 3 is not known")) {
      try await service.respond(to: body, at: Self.now)
    }
  }

  @Test func whatIsLoggedOfThePagesAddsUp() async throws {
    let (stream, log) = AsyncStream.makeStream(of: FeedMeasures.self)
    _ = try await pages(of: service { _, page in log.yield(page) }, count: 3)
    log.finish()
    var sum = FeedMeasures()
    for await page in stream { sum.append(page) }
    #expect(sum.contentCount == 12 && sum.adCount == 4)
    #expect("\(sum)" == "25.0 % ads · gap 3 · first ad after 1 row · longest run without an ad 3")
  }

  @Test func theArticleShowsTheHandlerAsItIsCompiled() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/FeedService.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/FeedServiceExample.swift")
    let shown = article.components(separatedBy: "```")[1].dropFirst("swift".count)
    let compiled = source.components(separatedBy: "import Placement")[1]
    #expect(shown.trimmingCharacters(in: .newlines) == compiled.trimmingCharacters(in: .newlines))
  }
}

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
      posts: { user, from in (min(from, 12)..<min(from + pageSize, 12)).map { "\(user)'s post \($0)" } },
      ads: { user in
        (0..<9).map { Ad(id: "ad \($0) for \(user)", campaign: "c\($0)", expires: $0 == 2 ? .zero : nil, creative: "") }
      },
      seal: StandInSeal().callAsFunction, log: log)
  }

  private func answer(_ service: FeedService, _ body: Data) async throws -> FeedResponse {
    let response = try await service.respond(to: body, at: Self.now)
    #expect(response.status == 200)
    return try JSONDecoder().decode(FeedResponse.self, from: response.body)
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

  @Test func `pages follow one another with the ads where the rules say`() async throws {
    let small = try await pages(of: service(), count: 3)
    let whole = try await pages(of: service(pageSize: 12), count: 1)
    #expect(small.flatMap(\.entries) == whole[0].entries)
    #expect(whole[0].entries.compactMap(\.reason) == ["at 1", "every 4", "every 4", "every 4"])
    #expect(small[0].entries.prefix(2).map(\.id) == ["ann's post 0", "ad 0 for ann"])
    // The third has expired.
    #expect(whole[0].entries.compactMap(\.campaign) == ["c0", "c1", "c3", "c4"])
  }

  @Test func `a campaign is shown no more often than its cap allows`() async throws {
    let service = try service()
    var seen = FrequencyHistory()
    for campaign in ["c0", "c3"] { seen.record(campaign, caps: service.caps, at: Self.now - .seconds(3600)) }
    let first = try await answer(service, JSONEncoder().encode(FeedRequest(user: "ann", seen: seen)))
    #expect(first.entries.compactMap(\.campaign) == ["c1", "c4"])
    let later = FeedRequest(user: "ann", seen: seen)
    let data = try await service.respond(to: JSONEncoder().encode(later), at: Self.now + .seconds(90_000)).body
    #expect(try JSONDecoder().decode(FeedResponse.self, from: data).entries.compactMap(\.campaign) == ["c0", "c1"])
  }

  @Test func `a request that cannot be met is answered with its reason`() async throws {
    let service = try service()
    let text = try await answer(service, Data(#"{"user":"ann"}"#.utf8)).cursor
    for (body, reason) in [
      (#"{"user":"ann","cursor":"none"}"#, "the cursor cannot be continued: it has no tag"),
      (#"{"user":"bob","cursor":"\#(text)"}"#, "the cursor cannot be continued: its tag is not the one of its text"),
      (#"{"user":"ann","cursor":"B\#(text)"}"#, "the cursor cannot be continued: its text is not base64url"),
      (#"{"cursor":"\#(text)"}"#, "user"), (#"{"user":"ann","seen":{"version":9,"campaigns":[]}}"#, "version 9"),
      ("", "dataCorrupted"),
    ] {
      let response = try await service.respond(to: Data(body.utf8), at: Self.now)
      let words = String(decoding: response.body, as: UTF8.self)
      #expect(response.status == 400 && words.contains(reason), "\(body): \(words)")
    }
  }

  @Test func `a cursor beyond the last post has an empty page`() async throws {
    let service = try service()
    let far = try service.merger.cursor(at: UserPath(section: 0, row: 20_000), adsInSection: [9])
    let text = far.text(for: "ann", tag: service.seal)
    let page = try await answer(service, Data(#"{"user":"ann","cursor":"\#(text)"}"#.utf8))
    #expect(page.entries.isEmpty && page.cursor == text)
  }

  /// The bytes of a cursor and the name `8ann` are, joined, those of a longer cursor and the name `ann`.
  @Test func `a cursor of a user whose name ends as anothers is refused`() async throws {
    let service = try service()
    let text = try await answer(service, Data(#"{"user":"8ann"}"#.utf8)).cursor
    let parts = text.split(separator: ".")
    let bytes = try #require(Base64URL.bytes(of: String(parts[0])))
    let forged = "\(Base64URL.text(of: bytes + Array("8".utf8))).\(parts[1])"
    let response = try await service.respond(to: Data(#"{"user":"ann","cursor":"\#(forged)"}"#.utf8), at: Self.now)
    #expect(response.status == 400 && String(decoding: response.body, as: UTF8.self).contains("its tag is not the one"))
  }

  @Test func `nothing is fetched for a cursor that no page has made`() async throws {
    let answering = try service()
    let sealed = try await pages(of: answering, count: 1)[0].cursor
    var bytes = try #require(Base64URL.bytes(of: String(sealed.prefix { $0 != "." })))
    // The content rows, which follow the version, the rules and the section: 20,000 instead of 5, as LEB128.
    #expect(bytes[9] == 5)
    bytes.replaceSubrange(9...9, with: [0xA0, 0x9C, 0x01])
    let message = AuthenticationTag.message(of: [Array("FeedCursor".utf8), Array("ann".utf8), bytes])
    let text = Base64URL.text(of: bytes) + "." + Base64URL.text(of: answering.seal(message))
    let strict = FeedService(
      merger: answering.merger, caps: [],
      posts: { _, from in
        Issue.record("posts from \(from) are fetched")
        return []
      },
      ads: { _ in
        Issue.record("ads are fetched")
        return []
      }, seal: answering.seal, log: { _, _ in })
    let response = try await strict.respond(to: Data(#"{"user":"ann","cursor":"\#(text)"}"#.utf8), at: Self.now)
    let words = String(decoding: response.body, as: UTF8.self)
    #expect(response.status == 400 && words.contains("which no rule names"), "\(words)")
  }

  @Test func `a change of rules leaves the user where it is`() async throws {
    let first = try await pages(of: service(rules: "at 1 every 4"), count: 1)[0]
    let next = try await answer(
      service(rules: "every 3"), JSONEncoder().encode(FeedRequest(user: "ann", cursor: first.cursor)))
    #expect(next.entries.first?.id == "ann's post 5" || next.entries.first?.reason == "every 3")
    #expect(next.entries.count { $0.campaign == nil } == 5)
  }

  @Test func `what is logged of the pages adds up`() async throws {
    let (stream, log) = AsyncStream.makeStream(of: FeedMeasures.self)
    _ = try await pages(of: service { _, page in log.yield(page) }, count: 3)
    log.finish()
    var sum = FeedMeasures()
    for await page in stream { sum.append(page) }
    #expect(sum.contentCount == 12 && sum.adCount == 4)
    #expect("\(sum)" == "25.0 % ads · gap 3 · first ad after 1 row · longest run without an ad 3")
  }

  @Test func `the article shows the handler as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/FeedService.md")
    let source = try ProjectFiles.text("Tests/AdServingTests/FeedServiceExample.swift")
    let shown = article.components(separatedBy: "```")[1].dropFirst("swift".count)
    let compiled = source.components(separatedBy: "import Placement")[1]
    #expect(shown.trimmingCharacters(in: .newlines) == compiled.trimmingCharacters(in: .newlines))
  }
}

import Foundation
import Placement
import TestSupport
import Testing

@Suite struct FeedServiceExampleTests {
  private func service(pageSize: Int = 5) throws -> FeedService {
    FeedService(
      merger: try FeedMerger("at 1 every 4"),
      posts: { user, from in (from..<min(from + pageSize, 12)).map { "\(user)'s post \($0)" } },
      ads: { user, from in (min(from, 9)..<9).map { "ad \($0) for \(user)" } })
  }

  private func pages(of service: FeedService, count: Int) async throws -> [FeedResponse] {
    var responses: [FeedResponse] = []
    for _ in 0..<count {
      let request = FeedRequest(user: "ann", cursor: responses.last?.cursor)
      let answer = try await service.respond(to: JSONEncoder().encode(request))
      responses.append(try JSONDecoder().decode(FeedResponse.self, from: answer))
    }
    return responses
  }

  private func text(of path: String) throws -> String {
    String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self)
  }

  @Test func pagesFollowOneAnotherWithTheAdsWhereTheRulesSay() async throws {
    let small = try await pages(of: service(), count: 3)
    let whole = try await pages(of: service(pageSize: 12), count: 1)
    #expect(small.flatMap(\.entries) == whole[0].entries)
    #expect(whole[0].entries.compactMap(\.reason) == ["at 1", "every 4", "every 4", "every 4"])
    #expect(small[0].entries.prefix(2).map(\.id) == ["ann's post 0", "ad 0 for ann"])
  }

  @Test func aCursorThatDoesNotFitIsRefused() async throws {
    let body = Data(#"{"user":"ann","cursor":{"version":7}}"#.utf8)
    await #expect(throws: PlacementError.invalidCursor("version 7 is not known")) {
      try await service().respond(to: body)
    }
  }

  @Test func theArticleShowsTheHandlerAsItIsCompiled() throws {
    let article = try text(of: "Sources/Placement/Placement.docc/FeedService.md")
    let source = try text(of: "Tests/PlacementTests/FeedServiceExample.swift")
    let shown = article.components(separatedBy: "```")[1].dropFirst("swift".count)
    let compiled = source.components(separatedBy: "import Placement")[1]
    #expect(shown.trimmingCharacters(in: .newlines) == compiled.trimmingCharacters(in: .newlines))
  }
}

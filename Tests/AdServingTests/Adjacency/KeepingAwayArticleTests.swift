import AdServing
import Placement
import TestSupport
import Testing

@Suite struct KeepingAwayArticleTests {
  private func ad(_ id: String, of campaign: String, for advertiser: String) -> Ad<String> {
    Ad(id: id, campaign: campaign, advertisers: [advertiser], creative: id)
  }

  @Test func `the article shows the example as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/KeepingAway.md").split(separator: "```")
    let example = try ProjectFiles.text("Tests/AdServingTests/Adjacency/KeepingAwayExample.swift")
    let source = example.split(separator: "import Placement\n")
    #expect(article.contains { $0 == "swift" + source[1] })
  }

  @Test func `an airline is kept away from a crash and from itself`() throws {
    let merger = try FeedMerger("every 3 from 1")
    let rules = AdjacencyRules(rows: 3)
    let blocks = ["fly": RowBlocks(words: ["crash"], mostRisk: .medium)]
    let queue = [
      ad("f1", of: "fly", for: "air.example"), ad("f2", of: "fly", for: "air.example"),
      ad("t1", of: "tea", for: "tea.example"),
    ]
    let posts = ["A plane crash", "Sun", "Rain", "Wind", "Snow"].map { RatedPost(author: "ann", text: $0) }
    let first = try ratedPage(posts, queue, by: merger, rules, blocks: blocks)
    #expect(first.feed.compactMap(\.ad).map { $0?.id } == ["t1", "f1"])
    // The airline was on the page before, too close.
    let next = try ratedPage(
      posts.suffix(2), [queue[1]], after: first, lastPost: posts.last, by: merger, rules, blocks: blocks)
    #expect(next.feed.compactMap(\.ad).map { $0?.id } == [nil])
  }
}

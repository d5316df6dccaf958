import Placement
import TestSupport
import Testing

@Suite struct RowTraitsTests {
  @Test func `rows are asked for their tags and whether an ad may stand beside them`() throws {
    let merger = try FeedMerger("every 2 avoid sad")
    let posts = [
      Post(), Post(isObituary: true), Post(), Post(tags: ["news"]), Post(tags: ["sad", "news"]), Post(), Post(),
    ]
    let feed = try page(posts, with: ["a", "b", "c"], after: nil, by: merger)
    #expect(feed.slots.map(\.content.row) == [3, 6])
    let reasons = feed.decisions.compactMap { if case .refused(let place) = $0 { place.reason } else { nil } }
    #expect(reasons == [.beside(UserPath(section: 0, row: 1)), .avoid("sad")])
    let rest = try page([Post(isObituary: true)], with: ["c"], after: feed.cursor, by: merger)
    #expect(rest.slots.isEmpty)
  }

  @Test func `of rows that are not asked nothing is known`() throws {
    #expect(ContentTraits.none.tags == nil && ContentTraits.none.isAdAllowedBeside == nil)
    let plan = try PlacementPlan(rules: PlacementRules("every 2"), userCounts: [3], traits: .none)
    #expect(plan.places.map(\.path.row) == [1, 3])
    #expect(throws: PlacementError.tagsUnknown) {
      try PlacementPlan(rules: PlacementRules("every 2 avoid sad"), userCounts: [3], traits: .none)
    }
    #expect(throws: PlacementError.tagsUnknown) {
      try FeedMerger("every 2 avoid sad").merge([1], with: [2], traits: RowTraits(isAdAllowedBeside: { _ in true }))
    }
  }

  @Test func `the article shows the example as it is compiled`() throws {
    let article = try ProjectFiles.text("Sources/AdServing/AdServing.docc/FeedService.md").split(separator: "```")
    let example = try ProjectFiles.text("Tests/PlacementTests/Places/RowTraitsExample.swift")
    let source = example.split(separator: "import Placement\n")
    #expect(article.contains { $0 == "swift" + source[1] })
  }
}

import Placement
import TestSupport
import Testing

@testable import FeedWeave

@Suite struct PlacedRequestsTests {
  @Test func `requests one by one stand where all together do`() throws {
    for seed in 0..<UInt64(Sample.of(4_000, few: 120)) {
      var random = SeededGenerator(seed: seed)
      var asked: [NumberedRequest<FeedPath>] = []
      var placed = PlacedRequests([])
      for number in 0..<Int.random(in: 1...40, using: &random) {
        let path = FeedPath(section: Int.random(in: 0...2, using: &random), row: Int.random(in: 0...12, using: &random))
        asked.append((number: number * 3, position: path))
        let isPlaced = placed.place(path, number: number * 3)
        #expect(isPlaced)
        // Now and then from scratch, as after a change of the requests.
        if Int.random(in: 0..<8, using: &random) == 0 { placed = PlacedRequests(asked) }
        let expected = try InsertionMap.resolve(userCounts: [5], numberedRows: asked, numberedSections: []).rows
        let found = asked.map { placed.resolved($0.position, number: $0.number) }
        #expect(found == expected.map(\.resolved), "seed \(seed), \(asked)")
      }
    }
  }

  @Test func `a position that no map has is refused`() {
    var placed = PlacedRequests([(number: 0, position: FeedPath(section: 0, row: RowMap.limit))])
    for path in [(0, -1), (-1, 0), (0, RowMap.limit + 1), (0, RowMap.limit)] {
      let isPlaced = placed.place(FeedPath(section: path.0, row: path.1), number: 1)
      #expect(!isPlaced, "\(path)")
    }
  }
}

import FeedWeave
import Placement
import Testing

@testable import FeedWeaveBenchmarks

struct PlacingWorldTests {
  @Test func `both lists have the same ads after each thing that is timed`() {
    let (placed, woven) = (
      PlacingWorld.placed(lookahead: nil, rowCount: 121), PlacingWorld.woven(rowCount: 121)
    )
    func rows(_ world: PlacingWorld) -> [Int] { world.list.weaver.map.insertedRows(inFeedSection: 0) }
    #expect(rows(woven) == Array(stride(from: 5, to: 145, by: 6)))
    for work in [{ $0.load() }, { $0.scroll(steps: 3) }, { $0.append(10) }] as [(PlacingWorld) -> Int] {
      #expect(work(placed) == work(woven))
      #expect(rows(placed) == rows(woven))
    }
    #expect(placed.replaceAd() != nil && woven.replaceAd() != nil)
    #expect(rows(placed) == rows(woven))
  }
}

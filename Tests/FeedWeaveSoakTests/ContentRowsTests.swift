import TestSupport
import Testing

@testable import FeedWeaveSoak

@Suite struct ContentRowsTests {
  @Test func `behaves as an array of identifiers`() {
    for seed in 0..<Sample.of(200, few: 20) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var model = Array(0..<30)
      var rows = ContentRows(0..<30)
      for step in 0..<60 {
        if model.isEmpty || Bool.random(using: &random) {
          let (position, first) = (Int.random(in: 0...model.count, using: &random), 100 * (step + 1))
          let new = first..<first + Int.random(in: 0...4, using: &random)
          model.insert(contentsOf: new, at: position)
          rows.insert(new, at: position)
        } else {
          let position = Int.random(in: model.indices, using: &random)
          #expect(rows.remove(at: position) == model.remove(at: position), "seed \(seed)")
        }
        #expect((0..<rows.count).map { rows[$0] } == model, "seed \(seed), step \(step)")
      }
    }
  }
}

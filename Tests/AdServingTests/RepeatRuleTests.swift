import AdServing
import Placement
import Testing

@Suite struct RepeatRuleTests {
  /// Whether some `rows` rows that follow one another hold an ad twice, looked for in every such stretch.
  private func repeats(_ feed: [String], within rows: Int) -> Bool {
    feed.indices.contains { first in
      let stretch = feed[first..<min(first + rows, feed.count)].filter { $0 != "-" }
      return Set(stretch).count < stretch.count
    }
  }

  @Test func `an ad is allowed exactly where no stretch of rows would hold it twice`() {
    for rows in -1...5 {
      let rule = RepeatRule(rows: rows)
      for word in 0..<729 {
        let feed = (0..<6).map { index in ["-", "a", "b"][word / [1, 3, 9, 27, 81, 243][index] % 3] }
        if repeats(feed, within: max(rows, 0)) { continue }
        for row in feed.indices {
          var next = feed
          next[row] = "a"
          let others = feed.indices.map { (row: $0, creativeID: feed[$0]) }
          let isAllowed = !repeats(next, within: max(rows, 0))
          #expect(rule.allows("a", inRow: row, beside: others) == isAllowed, "\(feed), row \(row), rows \(rows)")
          let near = others.filter { rule.reach(of: row).contains($0.row) }
          #expect(rule.allows("a", inRow: row, beside: near) == isAllowed, "\(feed), row \(row), rows \(rows)")
        }
      }
    }
  }

  @Test func `extreme rows do not overflow`() {
    for rows in [Int.min, -1, 0, 1, 2, .max] {
      for row in [Int.min, -1, 0, 1, .max] {
        for other in [Int.min, -1, 0, 1, .max] where other != row {
          let isFar = Double(other) - Double(row) >= Double(rows) || Double(row) - Double(other) >= Double(rows)
          let isAllowed = RepeatRule(rows: rows).allows("a", inRow: row, beside: [(row: other, creativeID: "a")])
          #expect(isAllowed == isFar || rows == .max, "\(rows) \(row) \(other)")
        }
      }
    }
    #expect(RepeatRule(rows: .max).reach(of: .min) == .min ... -2)
    #expect(RepeatRule(rows: .max).reach(of: 0) == -(Int.max - 1)...Int.max - 1)
  }
}

import TestSupport
import Testing

@testable import ListModel

@Suite struct RowHeightsTests {
  /// Heights as a plain array has them: nil for a row that is not measured.
  struct Model {
    var heights: [Double?]
    let estimate: Double

    func height(_ row: Int) -> Double { heights[row] ?? estimate }

    /// The top of every row, and the bottom of the last.
    var tops: [Double] {
      var tops = [0.0]
      for row in heights.indices { tops.append(tops[row] + height(row)) }
      return tops
    }

    func row(at y: Double, _ tops: [Double]) -> Int? {
      heights.indices.first { tops[$0] <= y && y < tops[$0 + 1] }
    }

    func firstWithHeight(from row: Int) -> Int? { heights.indices.first { $0 >= row && height($0) > 0 } }
  }

  func mismatch(_ extents: RowHeights, _ model: Model) -> String? {
    guard extents.count == model.heights.count else { return "count \(extents.count)" }
    let tops = model.tops
    for row in 0...extents.count {
      if extents.top(of: row) != tops[row] { return "top of \(row)" }
      if extents.firstWithHeight(from: row) != model.firstWithHeight(from: row) { return "first from \(row)" }
    }
    for row in 0..<extents.count {
      if extents[row].height != model.height(row) { return "height of \(row)" }
      if extents.isMeasured(row) != (model.heights[row] != nil) { return "measured \(row)" }
    }
    for half in -2...Int(2 * extents.total) + 2 {
      let y = Double(half) / 2
      if extents.row(at: y) != model.row(at: y, tops) { return "row at \(y)" }
    }
    return nil
  }

  @Test func `every small section is as its array`() {
    let choices: [Double?] = [nil, 0, 1, 3]
    for count in 0...4 {
      for code in 0..<(1 << (2 * count)) {
        var extents = RowHeights(count: count, estimate: 2)
        var model = Model(heights: Array(repeating: nil, count: count), estimate: 2)
        for row in (0..<count).reversed() {
          guard let height = choices[(code >> (2 * row)) & 3] else { continue }
          let former = extents.total
          extents.set(.measured(height), of: row)
          let grown = extents.total - former
          if grown != height - 2 { Issue.record("grew by \(grown) instead of \(height - 2)") }
          model.heights[row] = height
        }
        if let wrong = mismatch(extents, model) { Issue.record("\(model.heights): \(wrong)") }
      }
    }
  }

  @Test func `random sections stay as their arrays`() {
    for seed in Sample.of(Array(0..<12), few: [0, 1, 8]) as [UInt64] {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...(seed < 8 ? 40 : 200), using: &random)
      var extents = RowHeights(count: count, estimate: 5)
      var model = Model(heights: Array(repeating: nil, count: count), estimate: 5)
      for step in 0..<(seed < 8 ? 60 : 12) {
        change(&extents, &model, &random)
        if let wrong = extents.checkInvariants() ? mismatch(extents, model) : "the tree is not balanced" {
          Issue.record("seed \(seed), step \(step): \(wrong)")
          return
        }
      }
    }
  }

  func change(_ extents: inout RowHeights, _ model: inout Model, _ random: inout SeededGenerator) {
    let row = Int.random(in: 0..<max(1, extents.count), using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: rearrange(&extents, &model, &random)
    case 1: remove(&extents, &model, &random)
    case _ where extents.count == 0: break
    case 2:
      extents.forget(row)
      model.heights[row] = nil
    case 3:
      for row in row..<min(extents.count, row + 70) {
        extents.set(.measured(1), of: row)
        model.heights[row] = 1
      }
    default:
      let height = Double(Int.random(in: 0...9, using: &random))
      extents.set(.measured(height), of: row)
      model.heights[row] = height
    }
  }

  func rearrange(_ extents: inout RowHeights, _ model: inout Model, _ random: inout SeededGenerator) {
    let cut = Int.random(in: 0...extents.count, using: &random)
    let pieces: [ListRowPiece] = [.kept(cut..<extents.count), .new(2), .kept(0..<cut)]
    extents.rearrange(pieces)
    model.heights = Array(model.heights[cut...]) + [nil, nil] + Array(model.heights[..<cut])
  }

  func remove(_ extents: inout RowHeights, _ model: inout Model, _ random: inout SeededGenerator) {
    let start = Int.random(in: 0...extents.count, using: &random)
    let end = min(extents.count, start + Int.random(in: 0...6, using: &random))
    extents.rearrange([.kept(0..<start), .kept(end..<extents.count)])
    model.heights.removeSubrange(start..<end)
  }

  @Test func `what is estimated counts with its estimate until it is measured`() {
    var heights = RowHeights(count: 3, estimate: 5)
    heights.set(.estimated(8), of: 1)
    #expect(heights.total == 18 && !heights.isMeasured(1))
    heights.set(.measured(0), of: 1)
    #expect(heights.total == 10 && heights.firstWithHeight(from: 1) == 2 && heights.isMeasured(1))
  }

  @Test func `a million rows are changed in the middle without being touched`() {
    var heights = RowHeights(count: 1_000_000, estimate: 4)
    var measured: [Int] = []
    for step in 0..<1000 {
      let row = (step &* 7919) % heights.count
      heights.set(.measured(6), of: row)
      let middle = heights.count / 2
      heights.rearrange([.kept(0..<middle), .new(1), .kept(middle..<heights.count)])
      measured = measured.map { $0 >= middle ? $0 + 1 : $0 } + [row >= middle ? row + 1 : row]
    }
    #expect(heights.count == 1_001_000)
    #expect(heights.total == Double(4 * heights.count + 2 * measured.count))
    #expect(measured.allSatisfy(heights.isMeasured))
    // Some thousand runs, not a million entries: every change leaves four more at most.
    #expect(heights.runCount <= 4_001 && heights.checkInvariants())
  }

  @Test func `rows of one height are one run however they are measured`() {
    var heights = RowHeights(count: 10_000, estimate: 4)
    for row in 0..<6_000 { heights.set(.measured(3), of: row) }
    #expect(heights.runCount == 2 && heights.total == 6_000 * 3 + 4_000 * 4 && heights.top(of: 7_000) == 22_000)
    #expect(heights.row(at: 17_999) == 5_999 && heights.row(at: 18_003) == 6_000 && !heights.isMeasured(6_000))
    for row in (6_000..<10_000).reversed() { heights.set(.measured(3), of: row) }
    #expect(heights.runCount == 1 && heights.total == 30_000)
    #expect(RowHeights(heights: Array(repeating: 3, count: 10_000)).runCount == 1)
    // One that differs parts them, and joins them again.
    heights.set(.measured(0), of: 5_000)
    #expect(heights.row(at: 15_000) == 5_001 && heights.firstWithHeight(from: 5_000) == 5_001)
    #expect(heights.runCount == 3)
    heights.set(.measured(3), of: 5_000)
    #expect(heights.checkInvariants() && heights.top(of: 5_001) == 15_003)
    // Rows that take no room are passed over, however many.
    let hidden = RowHeights(heights: Array(repeating: 0, count: 200) + [2] + Array(repeating: 0, count: 200))
    #expect(hidden.row(at: 1) == 200 && hidden.firstWithHeight(from: 7) == 200)
    #expect(hidden.firstWithHeight(from: 201) == nil)
  }

  @Test func `rows that are all measured are as their array`() {
    let heights: [Double] = [3, 0, 0, 5, 1, 0]
    #expect(mismatch(RowHeights(heights: heights), Model(heights: heights, estimate: 0)) == nil)
  }

  @Test func `nothing stands at what is no number`() {
    let extents = RowHeights(count: 3, estimate: 2)
    #expect(extents.row(at: .nan) == nil)
    #expect(extents.row(at: -.infinity) == nil)
    #expect(extents.row(at: .infinity) == nil)
  }
}

import Testing
import TestSupport

@testable import ListModel

@Suite struct RowExtentsTests {
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

  func mismatch(_ extents: RowExtents, _ model: Model) -> String? {
    guard extents.count == model.heights.count else { return "count \(extents.count)" }
    let tops = model.tops
    for row in 0...extents.count {
      if extents.top(of: row) != tops[row] { return "top of \(row)" }
      if extents.firstWithHeight(from: row) != model.firstWithHeight(from: row) { return "first from \(row)" }
    }
    for row in 0..<extents.count {
      if extents.height(of: row) != model.height(row) { return "height of \(row)" }
      if extents.isMeasured(row) != (model.heights[row] != nil) { return "measured \(row)" }
    }
    for half in -2...Int(2 * extents.total) + 2 {
      let y = Double(half) / 2
      if extents.row(at: y) != model.row(at: y, tops) { return "row at \(y)" }
    }
    return nil
  }

  @Test func everySmallSectionIsAsItsArray() {
    let choices: [Double?] = [nil, 0, 1, 3]
    for count in 0...4 {
      for code in 0..<(1 << (2 * count)) {
        var extents = RowExtents(count: count, estimate: 2)
        var model = Model(heights: Array(repeating: nil, count: count), estimate: 2)
        for row in (0..<count).reversed() {
          guard let height = choices[(code >> (2 * row)) & 3] else { continue }
          let grown = extents.setHeight(height, of: row)
          if grown != height - 2 { Issue.record("grew by \(grown) instead of \(height - 2)") }
          model.heights[row] = height
        }
        if let wrong = mismatch(extents, model) { Issue.record("\(model.heights): \(wrong)") }
      }
    }
  }

  @Test func randomSectionsStayAsTheirArrays() {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...40, using: &random)
      var extents = RowExtents(count: count, estimate: 5)
      var model = Model(heights: Array(repeating: nil, count: count), estimate: 5)
      for step in 0..<40 {
        let row = Int.random(in: 0..<extents.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          extents.forgetHeight(of: row)
          model.heights[row] = nil
        case 1: rearrange(&extents, &model, &random)
        default:
          let height = Double(Int.random(in: 0...9, using: &random))
          extents.setHeight(height, of: row)
          model.heights[row] = height
        }
        if let wrong = mismatch(extents, model) {
          Issue.record("seed \(seed), step \(step): \(wrong)")
          return
        }
      }
    }
  }

  func rearrange(_ extents: inout RowExtents, _ model: inout Model, _ random: inout SeededGenerator) {
    let cut = Int.random(in: 0...extents.count, using: &random)
    let pieces: [RowPiece] = [.kept(cut..<extents.count), .new(2), .kept(0..<cut)]
    extents = extents.rearranged(pieces)
    model.heights = Array(model.heights[cut...]) + [nil, nil] + Array(model.heights[..<cut])
  }

  @Test func rowsThatAreAllMeasuredAreAsTheirArray() {
    let heights: [Double] = [3, 0, 0, 5, 1, 0]
    #expect(mismatch(RowExtents(heights: heights), Model(heights: heights, estimate: 0)) == nil)
  }

  @Test func nothingStandsAtWhatIsNoNumber() {
    let extents = RowExtents(count: 3, estimate: 2)
    #expect(extents.row(at: .nan) == nil)
    #expect(extents.row(at: -.infinity) == nil)
    #expect(extents.row(at: .infinity) == nil)
  }
}

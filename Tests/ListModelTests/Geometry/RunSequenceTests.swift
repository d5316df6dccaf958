import TestSupport
import Testing

@testable import ListModel

@Suite struct RunSequenceTests {
  private struct Piece: RunElement {
    var rows: Int
    var height: Double
    var reach: Double
  }

  /// The elements one by one, as a list.
  private struct Slow {
    var pieces: [Piece] = []

    func first(where isFound: (Piece, _ row: Int, _ top: Double) -> Bool) -> (row: Int, top: Double, piece: Piece)? {
      var (row, top) = (0, 0.0)
      for piece in pieces {
        if isFound(piece, row, top) { return (row, top, piece) }
        row += piece.rows
        top += piece.height
      }
      return nil
    }

    /// The number of pieces before a row.
    func index(ofRow row: Int) -> Int {
      var (index, start) = (0, 0)
      while start < row {
        start += pieces[index].rows
        index += 1
      }
      return index
    }
  }

  @Test func everyQueryAnswersAsAWalkDoesAfterRandomReplacements() {
    for seed in 1...Sample.of(60, few: 6) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var (sequence, slow) = (RunSequence<Piece>(), Slow())
      for step in 0..<120 {
        let bounds = (0..<2).map { _ in Int.random(in: 0...slow.pieces.count, using: &random) }.sorted()
        let end = min(bounds[1], bounds[0] + 12)
        let piece = Piece(
          rows: Int.random(in: 1...3, using: &random), height: Double(Int.random(in: 0...4, using: &random)),
          reach: Double(Int.random(in: 0...9, using: &random)))
        let count = Int.random(in: 0...9, using: &random)
        let row = { (index: Int) in slow.pieces[..<index].reduce(0) { $0 + $1.rows } }
        sequence.replace(row(bounds[0])..<row(end), by: RunSequence(piece, count: count))
        slow.pieces.replaceSubrange(bounds[0]..<end, with: Array(repeating: piece, count: count))
        if let fault = fault(sequence, slow, &random) {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
    }
  }

  private func fault(
    _ sequence: RunSequence<Piece>, _ slow: Slow, _ random: inout SeededGenerator
  ) -> String? {
    guard sequence.checkInvariants() else { return "the tree is not balanced" }
    guard sequence.rows == slow.pieces.reduce(0, { $0 + $1.rows }) else { return "\(sequence.rows) rows" }
    guard sequence.height == slow.pieces.reduce(0, { $0 + $1.height }) else { return "height \(sequence.height)" }
    let same = { (found: RunSequence<Piece>.Position?, expected: (row: Int, top: Double, piece: Piece)?) in
      found?.firstRow == expected?.row && found?.top == expected?.top && found?.element == expected?.piece
    }
    for _ in 0..<6 where sequence.rows > 0 {
      let row = Int.random(in: 0..<sequence.rows, using: &random)
      let expected = slow.first { piece, first, _ in first + piece.rows > row }
      guard same(sequence.position(ofRow: row), expected) else { return "row \(row) is elsewhere" }
      let y = Double.random(in: -1...sequence.height + 4, using: &random)
      let at = y < 0 ? nil : slow.first { piece, _, top in top + piece.height > y }
      guard same(sequence.position(at: y), at) else { return "another element is at \(y)" }
      let reaching = slow.first { piece, _, top in top + piece.reach > y }
      guard same(sequence.firstPosition(reaching: y), reaching) else { return "another element reaches \(y)" }
    }
    return nil
  }

  @Test func equalElementsTakeAsMuchMemoryAsOne() {
    let piece = Piece(rows: 2, height: 3, reach: 3)
    var sequence = RunSequence(piece, count: 500_000)
    sequence.append(RunSequence(piece, count: 500_000))
    #expect(sequence.rows == 2_000_000 && sequence.runCount == 1)
    sequence.replace(1_000_000..<1_000_002, by: RunSequence(Piece(rows: 1, height: 1, reach: 1), count: 1))
    #expect(sequence.rows == 1_999_999 && sequence.runCount == 3)
    #expect(sequence.position(ofRow: 1_999_998).top == 2_999_995)
  }
}

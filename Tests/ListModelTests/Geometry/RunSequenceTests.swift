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

  @Test func `every query answers as a walk does after random replacements`() {
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
        sequence = sequence.replacing(row(bounds[0])..<row(end), by: RunSequence(piece, count: count))
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
    let height = sequence.extent.height
    guard height == slow.pieces.reduce(0, { $0 + $1.height }) else { return "height \(height)" }
    let same = { (found: RunSequence<Piece>.Position?, expected: (row: Int, top: Double, piece: Piece)?) in
      found?.firstRow == expected?.row && found?.top == expected?.top && found?.element == expected?.piece
    }
    for _ in 0..<6 where sequence.rows > 0 {
      let row = Int.random(in: 0..<sequence.rows, using: &random)
      let expected = slow.first { piece, first, _ in first + piece.rows > row }
      guard same(sequence[row], expected) else { return "row \(row) is elsewhere" }
      let y = Double.random(in: -1...height + 4, using: &random)
      let reaching = slow.first { piece, _, top in piece.reach > 0 && top + piece.reach > max(0, y) }
      guard same(sequence.first(reaching: max(0, y)), reaching) else { return "another element reaches \(y)" }
    }
    guard let first = slow.pieces.indices.randomElement(using: &random) else { return nil }
    let row = slow.pieces[..<first].reduce(0) { $0 + $1.rows }
    var visited: [Piece] = []
    sequence.forEach(from: row) {
      visited.append($0.element)
      return visited.count < 30
    }
    let expected = slow.pieces[first...].filter { $0.reach > 0 }.prefix(30)
    if visited != Array(expected) { return "from \(row) on, other elements are visited" }
    return nil
  }

  @Test func `equal elements take as much memory as one`() {
    let piece = Piece(rows: 2, height: 3, reach: 3)
    var sequence = RunSequence(piece, count: 500_000)
    sequence = sequence + RunSequence(piece, count: 500_000)
    #expect(sequence.rows == 2_000_000 && sequence.runCount == 1)
    sequence = sequence.replacing(
      1_000_000..<1_000_002, by: RunSequence(Piece(rows: 1, height: 1, reach: 1), count: 1))
    #expect(sequence.rows == 1_999_999 && sequence.runCount == 3)
    #expect(sequence[1_999_998].top == 2_999_995)
  }
}

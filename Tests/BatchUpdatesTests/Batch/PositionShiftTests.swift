import Testing

@testable import BatchUpdates

/// All changes of short lists, against lists that are filled one position at a time.
@Suite struct PositionShiftTests {
  private func subsets(of count: Int) -> [[Int]] {
    (0..<1 << count).map { bits in (0..<count).filter { bits >> $0 & 1 == 1 } }
  }

  /// Every list of up to four elements, with every choice of those that leave and of up to three positions that others
  /// come to.
  private func everyShift(_ body: (_ count: Int, _ leaving: [Int], _ coming: [Int]) -> Void) {
    for count in 0...4 {
      for leaving in subsets(of: count) {
        for comingCount in 0...3 {
          for coming in subsets(of: count - leaving.count + comingCount) where coming.count == comingCount {
            body(count, leaving, coming)
          }
        }
      }
    }
  }

  @Test func `positions are those of a list that is filled one by one`() {
    everyShift { count, leaving, coming in
      let shift = PositionShift(leaving: leaving.reversed(), coming: coming.reversed())
      var staying = (0..<count).filter { !leaving.contains($0) }
      let kept = staying
      let filled = (0..<count - leaving.count + coming.count).map { coming.contains($0) ? nil : staying.removeFirst() }
      let moves = zip(leaving, coming.reversed()).map { (from: $0, to: $1) }
      var origins = filled
      for move in moves { origins[move.to] = move.from }
      let label = "\(count) elements, \(leaving) leave, \(coming) come"
      #expect(shift.newCount(of: count) == filled.count, "\(label)")
      #expect(shift.origins(of: count, moves: moves) == origins, "\(label)")
      for old in 0..<count {
        #expect(shift.newPosition(of: old) == filled.firstIndex(of: old), "\(label)")
        #expect(shift.rank(ofOld: old) == kept.filter { $0 < old }.count, "\(label)")
      }
      for new in filled.indices {
        #expect(shift.rank(ofNew: new) == filled[..<new].compactMap(\.self).count, "\(label)")
      }
      for (rank, old) in kept.enumerated() {
        #expect(shift.position(ofRank: rank) == filled.firstIndex(of: old), "\(label)")
      }
    }
  }

  @Test func `runs are as long as they can be`() {
    everyShift { count, leaving, coming in
      var runs: [(old: Int, new: Int, count: Int)] = []
      PositionShift(leaving: leaving, coming: coming).forEachRun(of: count) { runs.append(($0, $1, $2)) }
      let isWhole = zip(runs, runs.dropFirst()).allSatisfy { $0.old + $0.count < $1.old || $0.new + $0.count < $1.new }
      let isFull = runs.reduce(0) { $0 + $1.count } == count - leaving.count && runs.allSatisfy { $0.count > 0 }
      #expect(isWhole && isFull, "\(count) elements, \(leaving) leave, \(coming) come: \(runs)")
    }
  }
}

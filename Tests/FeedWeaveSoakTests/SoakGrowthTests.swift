import Testing

@testable import FeedWeaveSoak

@Suite struct SoakGrowthTests {
  /// Returns intervals with this memory and this time of an edit, in milliseconds.
  private func intervals(_ figures: [(memory: Double, time: Double)]) -> [SoakInterval] {
    figures.enumerated().map { index, figure in
      var interval = SoakInterval(end: .seconds(60 * (index + 1)))
      interval.memory = [figure.memory]
      for _ in 0..<SoakGrowth.fewestActs { interval.times.record(.edit, .microseconds(Int(figure.time * 1_000))) }
      return interval
    }
  }

  private func above(_ figures: [(memory: Double, time: Double)]) -> [String] {
    SoakGrowth(intervals(figures)).figures.filter(\.isAboveBound).map(\.name)
  }

  @Test func `what stays as it is is within the bounds`() {
    #expect(SoakGrowth(intervals([(100, 1), (100, 1), (100, 1)])).figures.count == 2)
    #expect(above([(100, 1), (100, 1), (100, 1)]).isEmpty)
    #expect(above([(20, 1), (100, 5), (105, 1.9)]).isEmpty)
  }

  @Test func `memory that grows is found`() {
    #expect(above([(100, 1), (200, 1), (300, 1)]) == ["resident memory"])
  }

  @Test func `acts that become slower are found`() {
    #expect(above([(100, 1), (100, 3), (100, 5)]) == ["median of edit"])
  }

  @Test func `too little is not judged`() {
    #expect(SoakGrowth([]).figures.isEmpty)
    #expect(SoakGrowth(intervals([(100, 1), (900, 9)])).figures.isEmpty)
  }
}

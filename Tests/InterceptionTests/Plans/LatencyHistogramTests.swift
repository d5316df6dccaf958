import Interception
import TestSupport
import Testing

@Suite("Latency histograms")
struct LatencyHistogramTests {
  private func histogram(_ nanoseconds: [Int64]) -> LatencyHistogram {
    nanoseconds.reduce(into: LatencyHistogram()) { $0.record(.nanoseconds($1)) }
  }

  /// Times of all sizes, as latencies are.
  private func times(_ count: Int, seed: UInt64) -> [Int64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      // A floating-point number holds them exactly.
      1 + Int64.random(in: 0...Int64.max, using: &generator) >> Int64.random(in: 11...62, using: &generator)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `A percentile is at most a thirty-second too long`(seed: UInt64) {
    for count in [1, 2, 3, 10, 101, 1_000] {
      let times = times(count, seed: seed + UInt64(count)), sorted = times.sorted()
      let histogram = histogram(times)
      for percent in [0, 1, 10, 50, 75, 90, 99, 99.9, 100] as [Double] {
        let rank = max(1, Int((Double(count) * percent / 100).rounded(.up)))
        let exact = Duration.nanoseconds(sorted[rank - 1]), found = histogram.percentile(percent)
        #expect(
          (exact <= found, (found - exact) * 32 <= exact) == (true, true), "seed \(seed), \(count) times, \(percent) %")
      }
      #expect(histogram.percentile(100) == .nanoseconds(sorted[count - 1]))
      #expect((histogram.shortest, histogram.longest) == (.nanoseconds(sorted[0]), .nanoseconds(sorted[count - 1])))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Two histograms that are merged are one of all calls`(seed: UInt64) {
    let one = times(50, seed: seed), other = times(70, seed: seed + 100)
    for (one, other) in [(one, other), (other, one), (one, []), ([], other), ([], [])] {
      var merged = histogram(one)
      merged.merge(histogram(other))
      #expect(merged == histogram(one + other), "seed \(seed), \(one.count) and \(other.count)")
    }
  }

  @Test func `A negative time counts as none`() {
    var histogram = LatencyHistogram()
    #expect((histogram.description, histogram.mean, histogram.percentile(50)) == ("no calls", .zero, .zero))
    histogram.record(.nanoseconds(-5))
    #expect((histogram.shortest, histogram.count) == (.zero, 1))
    histogram.record(.microseconds(12))
    histogram.record(.milliseconds(3))
    #expect(histogram.mean == .nanoseconds(1_004_000))
    #expect(histogram.description == "3 calls, 50 % within 12 µs, 90 % within 3 ms, 99 % within 3 ms, longest 3 ms")
  }

  @Test func `There is no percentile beyond a hundred`() async {
    await #expect(processExitsWith: .failure) { _ = LatencyHistogram().percentile(101) }
  }
}

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
      Int64.random(in: 0...Int64.max, using: &generator) >> Int64.random(in: 1...62, using: &generator)
    }
  }

  @Test("Buckets follow each other without a gap, and none is wider than a thirty-second of its times")
  func buckets() throws {
    var times = Array(Int64(0)...20_000)
    for exponent in 14..<63 { for part in Int64(0)..<64 { times.append((64 + part) << Int64(exponent - 6)) } }
    let buckets = histogram(times).buckets
    #expect(buckets.first?.lower == .zero)
    #expect(buckets.last?.upper == .nanoseconds(Int64.max))
    for (one, next) in zip(buckets, buckets.dropFirst()) {
      #expect(one.upper + .nanoseconds(1) == next.lower, "\(one) and \(next)")
      #expect(next.lower < .nanoseconds(64) || (next.upper - next.lower) * 32 < next.lower, "\(next)")
    }
  }

  @Test("Counts are exact, and every time is counted in the bucket that holds it", arguments: [1, 2, 3] as [UInt64])
  func counts(seed: UInt64) {
    let times = times(Sample.of(2_000, few: 400), seed: seed)
    let buckets = histogram(times).buckets
    #expect(buckets.reduce(0) { $0 + $1.count } == times.count, "seed \(seed)")
    for bucket in buckets {
      let held = times.count { bucket.lower <= .nanoseconds($0) && .nanoseconds($0) <= bucket.upper }
      #expect(held == bucket.count, "seed \(seed), \(bucket)")
    }
  }

  @Test(
    "A percentile is the time of that call in order, and at most a thirty-second more",
    arguments: [1, 2, 3] as [UInt64])
  func percentiles(seed: UInt64) {
    for count in [1, 2, 3, 10, 101, 1_000] {
      let times = times(count, seed: seed + UInt64(count)), sorted = times.sorted()
      let histogram = histogram(times)
      for percent in [0, 1, 10, 50, 75, 90, 99, 99.9, 100] as [Double] {
        let rank = max(1, Int((Double(count) * percent / 100).rounded(.up)))
        let exact = Duration.nanoseconds(sorted[rank - 1]), found = histogram.percentile(percent)
        #expect(exact <= found && (found - exact) * 32 <= exact, "seed \(seed), \(count) times, \(percent) %")
      }
      #expect(histogram.percentile(100) == .nanoseconds(sorted[count - 1]))
      #expect(histogram.shortest == .nanoseconds(sorted[0]) && histogram.longest == .nanoseconds(sorted[count - 1]))
    }
  }

  @Test("Two histograms that are merged are one of all calls", arguments: [1, 2, 3] as [UInt64])
  func merging(seed: UInt64) {
    let one = times(50, seed: seed), other = times(70, seed: seed + 100)
    for (one, other) in [(one, other), (other, one), (one, []), ([], other), ([], [])] {
      var merged = histogram(one)
      merged.merge(histogram(other))
      #expect(merged == histogram(one + other), "seed \(seed), \(one.count) and \(other.count)")
    }
  }

  @Test("A negative time counts as none, and mean and words are of all calls")
  func words() {
    var histogram = LatencyHistogram()
    #expect(histogram.description == "no calls" && histogram.mean == .zero && histogram.percentile(50) == .zero)
    histogram.record(.nanoseconds(-5))
    #expect(histogram.shortest == .zero && histogram.count == 1)
    histogram.record(.microseconds(12))
    histogram.record(.milliseconds(3))
    #expect(histogram.mean == .nanoseconds(1_004_000))
    #expect(histogram.description == "3 calls, 50 % within 12 µs, 90 % within 3 ms, 99 % within 3 ms, longest 3 ms")
  }

  @Test("There is no percentile beyond a hundred")
  func trap() async {
    await #expect(processExitsWith: .failure) { _ = LatencyHistogram().percentile(101) }
  }
}

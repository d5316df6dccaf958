/// A histogram of call durations, with exact counts in buckets whose width is at most 1/32 of their durations.
///
/// Each power of two nanoseconds is divided into 32 buckets. So a percentile is at most 3.2 % too long, and a histogram of
/// any number of calls takes at most 16 KiB.
public struct LatencyHistogram: Sendable, Hashable {
  /// The number of calls.
  public private(set) var count = 0
  /// The shortest duration; zero if there were no calls.
  public private(set) var shortest = Duration.zero
  /// The longest duration; zero if there were no calls.
  public private(set) var longest = Duration.zero
  /// The sum of all durations.
  public private(set) var total = Duration.zero
  private var counts: [Int] = []

  /// Creates an empty histogram.
  public init() {}

  /// Adds a call's duration; a negative one, for example after a clock change, counts as zero.
  public mutating func record(_ duration: Duration) {
    let duration = max(duration, .zero)
    let bucket = LatencyHistogram.bucket(of: duration)
    if bucket >= counts.count { counts += Array(repeating: 0, count: bucket + 1 - counts.count) }
    counts[bucket] += 1
    shortest = count == 0 ? duration : min(shortest, duration)
    longest = max(longest, duration)
    total += duration
    count += 1
  }

  /// Adds the calls of another histogram.
  public mutating func merge(_ other: LatencyHistogram) {
    guard other.count > 0 else { return }
    let missing = max(0, other.counts.count - counts.count)
    counts += Array(repeating: 0, count: missing)
    for (bucket, number) in other.counts.enumerated() { counts[bucket] += number }
    shortest = count == 0 ? other.shortest : min(shortest, other.shortest)
    longest = max(longest, other.longest)
    total += other.total
    count += other.count
  }

  /// The mean duration; zero if there were no calls.
  public var mean: Duration { count == 0 ? .zero : total / count }

  /// Returns the duration that a percentage of the calls didn't exceed; zero if there were no calls.
  ///
  /// It is the upper bound of that call's bucket, limited to the longest duration.
  ///
  /// - Precondition: `percent` is from 0 to 100.
  public func percentile(_ percent: Double) -> Duration {
    precondition((0...100).contains(percent), "a percentile of \(percent)")
    var remaining = max(1, Int((Double(count) * percent / 100).rounded(.up)))
    for (bucket, count) in counts.enumerated() {
      remaining -= count
      if remaining <= 0 { return min(LatencyHistogram.upperBound(of: bucket), longest) }
    }
    return longest
  }

  // The exponent of a floating-point number and the first five bits of its fraction, as an integer, number the buckets
  // from that of 1 ns on. The first bucket has all shorter durations.
  private static let first = Int(1.0.bitPattern >> 47)

  private static func bucket(of duration: Duration) -> Int {
    max(0, Int((duration / .nanoseconds(1)).bitPattern >> 47) - first + 1)
  }

  private static func upperBound(of bucket: Int) -> Duration {
    .nanoseconds(Double(bitPattern: UInt64(bucket + first) << 47))
  }
}

extension LatencyHistogram: CustomStringConvertible {
  /// The number of calls with percentiles: `"120 calls, 50 % within 12.5 µs, 90 % within 14 µs, …"`.
  public var description: String {
    let within = [50, 90, 99].map { "\($0) % within \(percentile(Double($0)).words)" }.joined(separator: ", ")
    return count == 0 ? "no calls" : "\(count) calls, \(within), longest \(longest.words)"
  }
}

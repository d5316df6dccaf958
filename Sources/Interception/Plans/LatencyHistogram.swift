/// A histogram of call durations: exact counts in buckets whose width is at most 1/32 of their durations.
///
/// As in an HDR histogram, durations below 64 ns have a bucket each, and above that each power of two is divided into
/// 32 buckets. So the error of a percentile is at most 3.2 %, and a histogram of any number of calls takes less than 16
/// KiB.
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
  ///
  /// - Complexity: O(1), amortized.
  public mutating func record(_ duration: Duration) {
    let duration = max(duration, .zero)
    let index = LatencyHistogram.index(of: duration.wholeNanoseconds)
    if index >= counts.count { counts += Array(repeating: 0, count: index + 1 - counts.count) }
    counts[index] += 1
    shortest = count == 0 ? duration : min(shortest, duration)
    longest = max(longest, duration)
    total += duration
    count += 1
  }

  /// Adds the calls of another histogram.
  public mutating func merge(_ other: LatencyHistogram) {
    guard other.count > 0 else { return }
    if other.counts.count > counts.count { counts += Array(repeating: 0, count: other.counts.count - counts.count) }
    for (index, number) in other.counts.enumerated() { counts[index] += number }
    shortest = count == 0 ? other.shortest : min(shortest, other.shortest)
    longest = max(longest, other.longest)
    total += other.total
    count += other.count
  }
}

extension LatencyHistogram {
  /// The mean duration; zero if there were no calls.
  public var mean: Duration { count == 0 ? .zero : total / count }

  /// Returns the duration that a percentage of the calls didn't exceed; zero if there were no calls.
  ///
  /// It is the upper bound of that call's bucket, limited to the longest duration.
  ///
  /// - Precondition: `percent` is from 0 to 100.
  /// - Complexity: O(buckets), of which there are at most 1,888.
  public func percentile(_ percent: Double) -> Duration {
    precondition((0...100).contains(percent), "a percentile of \(percent)")
    var remaining = max(1, Int((Double(count) * percent / 100).rounded(.up)))
    for bucket in buckets {
      remaining -= bucket.count
      if remaining <= 0 { return min(max(bucket.upper, shortest), longest) }
    }
    return longest
  }

  /// A range of durations with the number of its calls.
  public struct Bucket: Sendable, Hashable {
    /// The shortest duration in the bucket, in whole nanoseconds.
    public let lower: Duration
    /// The longest duration in the bucket, in whole nanoseconds.
    public let upper: Duration
    /// The exact number of calls in the bucket.
    public let count: Int
  }

  /// The nonempty buckets, the shortest durations first.
  public var buckets: [Bucket] {
    counts.enumerated().filter { $0.element > 0 }.map { index, count in
      let lower = LatencyHistogram.lowerBound(of: index)
      let width = index < 64 ? 1 : Int64(1) << ((index - 64) / 32 + 1)
      return Bucket(lower: .nanoseconds(lower), upper: .nanoseconds(lower + (width - 1)), count: count)
    }
  }

  /// Returns a duration's bucket index: the number itself if below 64, otherwise derived from its highest bit's
  /// position and the following five bits.
  private static func index(of nanoseconds: Int64) -> Int {
    guard nanoseconds >= 64 else { return Int(nanoseconds) }
    let exponent = 63 - nanoseconds.leadingZeroBitCount
    return 64 + (exponent - 6) * 32 + Int(nanoseconds >> (exponent - 5)) - 32
  }

  private static func lowerBound(of index: Int) -> Int64 {
    guard index >= 64 else { return Int64(index) }
    return Int64(32 + (index - 64) % 32) << ((index - 64) / 32 + 1)
  }
}

extension LatencyHistogram: CustomStringConvertible {
  /// The number of calls with percentiles: `"120 calls, 50 % within 12.5 µs, 90 % within 14 µs, …"`.
  public var description: String {
    let within = [50, 90, 99].map { "\($0) % within \(percentile(Double($0)).words)" }.joined(separator: ", ")
    return count == 0 ? "no calls" : "\(count) calls, \(within), longest \(longest.words)"
  }
}

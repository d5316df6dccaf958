/// How often calls took how long: exact counts in buckets that are at most 1/32 as wide as the times in them.
///
/// Times below 64 ns have a bucket each, as in an HDR histogram; from there on every power of two is cut in 32. So a
/// percentile is never more than 3.2 % off, whatever its size, and a histogram of any number of calls stays below 16 KiB.
public struct LatencyHistogram: Sendable, Hashable {
  /// How many calls there were.
  public private(set) var count = 0
  /// The shortest; zero where there were none.
  public private(set) var shortest = Duration.zero
  /// The longest; zero where there were none.
  public private(set) var longest = Duration.zero
  /// All together.
  public private(set) var total = Duration.zero
  private var counts: [Int] = []

  /// Makes a histogram of no calls.
  public init() {}

  /// Counts a call that took so long; a negative time, as of a clock that was set back, counts as none.
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

  /// Counts the calls of another histogram too.
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
  /// The mean; zero where there were no calls.
  public var mean: Duration { count == 0 ? .zero : total / count }

  /// The time within which a percentage of the calls stayed; zero where there were no calls.
  ///
  /// It is the upper end of the bucket that holds that call, and never longer than the longest.
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

  /// Calls that took about as long as each other.
  public struct Bucket: Sendable, Hashable {
    /// The shortest time that it counts, in whole nanoseconds.
    public let lower: Duration
    /// The longest time that it counts, in whole nanoseconds.
    public let upper: Duration
    /// How many calls it has counted, exactly.
    public let count: Int
  }

  /// The buckets that have counted anything, the shortest times first.
  public var buckets: [Bucket] {
    counts.enumerated().filter { $0.element > 0 }.map { index, count in
      let lower = LatencyHistogram.lowerBound(of: index)
      let width = index < 64 ? 1 : Int64(1) << ((index - 64) / 32 + 1)
      return Bucket(lower: .nanoseconds(lower), upper: .nanoseconds(lower + (width - 1)), count: count)
    }
  }

  /// A number below 64 is its own index; of a larger one the place of its highest bit counts, and the five bits behind it.
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
  /// How many, and how long most took: `"120 calls, 50 % within 12.5 µs, 90 % within 14 µs, …"`.
  public var description: String {
    let within = [50, 90, 99].map { "\($0) % within \(percentile(Double($0)).words)" }.joined(separator: ", ")
    return count == 0 ? "no calls" : "\(count) calls, \(within), longest \(longest.words)"
  }
}

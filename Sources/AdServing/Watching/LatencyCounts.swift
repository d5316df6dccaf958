import Placement

/// How often something took how long: a histogram with fixed bounds, which adds up.
///
/// ```swift
/// counters.latency.add(.milliseconds(30))
/// counters.latency.count(upTo: .milliseconds(50))      // 1
/// ```
public struct LatencyCounts: Hashable, Sendable {
  /// The upper bounds of the counted times, but for the last count, which has none: those of Prometheus.
  public static let bounds: [Duration] =
    [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].map { .milliseconds($0) }

  /// The counts of times up to each bound and above the bound before, and of those above the last.
  private var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all times in milliseconds.
  private var milliseconds = 0

  /// Makes a histogram in which nothing has been counted.
  public init() {}

  /// The number of times.
  public var count: Int { counts.reduce(0, TallyLimit.sum) }

  /// The sum of all times, each rounded down to milliseconds.
  public var sum: Duration { .milliseconds(milliseconds) }

  /// The number of times up to one of ``bounds``; for another time, up to the last bound before it.
  public func count(upTo bound: Duration) -> Int {
    zip(Self.bounds, counts).prefix { $0.0 <= bound }.map(\.1).reduce(0, TallyLimit.sum)
  }

  /// Counts a time; one below zero counts as zero.
  public mutating func add(_ time: Duration) {
    let time = min(max(time, .zero), .latest)
    counts[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
    milliseconds = TallyLimit.sum(milliseconds, Int(time.wholeMilliseconds))
  }

  /// Adds the counts of another histogram.
  public static func += (one: inout LatencyCounts, other: LatencyCounts) {
    one.counts = zip(one.counts, other.counts).map(TallyLimit.sum)
    one.milliseconds = TallyLimit.sum(one.milliseconds, other.milliseconds)
  }

  /// The lines of a histogram.
  var samples: [PrometheusSample] {
    let seconds = { (time: Duration) in "\(Double(time.wholeMilliseconds) / 1_000)" }
    return Self.bounds.map { PrometheusSample("\(count(upTo: $0))", ("le", seconds($0)), suffix: "_bucket") } + [
      PrometheusSample("\(count)", ("le", "+Inf"), suffix: "_bucket"),
      PrometheusSample(seconds(sum), suffix: "_sum"), PrometheusSample("\(count)", suffix: "_count"),
    ]
  }
}

extension LatencyCounts: Codable {
  private enum CodingKeys: String, CodingKey {
    case counts, milliseconds
  }

  /// Decodes a histogram.
  /// - Throws: `DecodingError` for another number of counts, or one that is out of range, with an ``AdServingError`` as its
  ///   cause.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode([Int].self, forKey: .counts)
    milliseconds = try container.decode(Int.self, forKey: .milliseconds)
    guard counts.count == Self.bounds.count + 1 else {
      let reason = AdServingError.invalidValue(
        word: "counts", value: "\(counts.count) numbers", expected: "\(Self.bounds.count + 1)", column: nil)
      throw container.refusal(of: .counts, reason)
    }
    for (key, number) in [
      (CodingKeys.counts, counts.min() ?? 0), (.counts, counts.max() ?? 0), (.milliseconds, milliseconds),
    ]
    where !(0...TallyLimit.count ~= number) {
      let reason = AdServingError.invalidValue(
        word: key.rawValue, value: "\(number)", expected: "a number from 0 to \(TallyLimit.count)", column: nil)
      throw container.refusal(of: key, reason)
    }
  }
}

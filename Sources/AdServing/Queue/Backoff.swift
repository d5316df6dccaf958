/// The waiting times after failures: exponential up to a limit, and shortened by random jitter.
///
/// The jitter keeps many clients that failed at once from retrying at once. A jitter of 1 is what Amazon's architecture
/// blog calls full jitter ("Exponential backoff and jitter", 2015), 0.5 is equal jitter. Which failures count as
/// consecutive is decided by the queue's `RequestPacing`.
///
/// ```swift
/// let backoff = Backoff(first: .seconds(1), factor: 2, most: .seconds(60), jitter: 0, attempts: 5)
/// // 1 s, 2 s, 4 s, 8 s; after the fifth failure in a row the queue gives up
/// ```
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure, at least a millisecond.
  public var first: Duration
  /// The factor by which each wait is longer than the one before, at least 1.
  public var factor: Double
  /// The longest wait.
  public var most: Duration
  /// The share of a wait that is random, from 0 to 1.
  public var jitter: Double
  /// The number of consecutive failures after which there are no more attempts; nil for no limit.
  public var attempts: Int?

  /// Makes a back-off; its values are checked where it is used, or by ``validate()``.
  public init(
    first: Duration = .seconds(1), factor: Double = 2, most: Duration = .seconds(300), jitter: Double = 0.5,
    attempts: Int? = nil
  ) {
    self.first = first
    self.factor = factor
    self.most = most
    self.jitter = jitter
    self.attempts = attempts
  }

  /// Returns how long to wait after a failure, in whole milliseconds and at least one.
  ///
  /// The wait is between `(1 - jitter)` and 1 times the smaller of `first * factor^(attempt - 1)` and `most`. Values
  /// out of range are clamped, so that it never fails. `attempt` is the number of consecutive failures, from 1. The
  /// results are the same on every machine.
  public func delay(attempt: Int, using random: inout some RandomNumberGenerator) -> Duration {
    let most = Swift.max(1, Double(most.nearestMilliseconds))
    let grown = Double(first.nearestMilliseconds) * Backoff.power(factor, attempt - (attempt > 0 ? 1 : attempt))
    let whole = grown < most ? Swift.max(1, grown) : most
    let fraction = Double(random.next() >> 11) / Double(1 << 53 as UInt64)
    let share = jitter > 0 ? Swift.min(jitter, 1) * fraction : 0
    let time = whole * (1 - share)
    let milliseconds = Int64(time)
    // Rounds to the nearest without the C library's function, which a program without Foundation would have to link.
    return .milliseconds(Swift.max(1, milliseconds + (time - Double(milliseconds) < 0.5 ? 0 : 1)))
  }

  /// Returns a power, computed by squaring; infinity if it is too large.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}

extension Backoff {
  /// Throws if values are out of range or contradict each other.
  /// - Throws: ``AdServingError/invalidValue(word:value:expected:column:)``, ``AdServingError/contradiction(_:_:)``.
  public func validate() throws(AdServingError) {
    try TimeText.check("first", first)
    try TimeText.check("most", most)
    if most < first { throw .contradiction("first \(TimeText(first))", "most \(TimeText(most))") }
    if !(factor >= 1 && factor.isFinite) {
      throw .invalidValue(word: "factor", value: "\(factor)", expected: "a number from 1", column: nil)
    }
    if !(0...1 ~= jitter) {
      throw .invalidValue(word: "jitter", value: "\(jitter)", expected: "a share from 0 to 1", column: nil)
    }
    if let attempts, attempts < 1 {
      throw .invalidValue(word: "attempts", value: "\(attempts)", expected: "a number from 1", column: nil)
    }
  }
}

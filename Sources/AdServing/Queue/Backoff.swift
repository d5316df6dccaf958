/// How long to wait after a failure: exponentially longer each time, up to a limit, and a little less by chance.
///
/// Chance keeps many clients that failed together from coming back together; with a jitter of 1 it is what Amazon's
/// architecture blog calls full jitter ("Exponential backoff and jitter", 2015), with 0.5 equal jitter.
///
/// ```swift
/// let backoff = Backoff(first: .seconds(1), factor: 2, most: .seconds(60), jitter: 0, attempts: 5)
/// // 1 s, 2 s, 4 s, 8 s; after the fifth failure in a row the queue gives up
/// ```
public struct Backoff: Hashable, Sendable {
  /// The wait after the first failure, at least a millisecond.
  public var first: Duration
  /// By how much each wait is longer than the one before, at least 1.
  public var factor: Double
  /// The longest wait.
  public var most: Duration
  /// The share of a wait that chance may take off, from 0 to 1.
  public var jitter: Double
  /// How many failures in a row end the attempts; nil for none.
  public var attempts: Int?

  /// Makes a back-off; it is judged where it is used, or by ``validate()``.
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

  /// How long to wait after a failure, in whole milliseconds and at least one.
  ///
  /// It is between `(1 - jitter)` and 1 times `first * factor^(attempt - 1)`, of which no more than `most` counts. Values out of
  /// range are brought into it, so that it never fails. The attempt is how many failures there have been in a row, from 1. The same
  /// numbers come out on every machine.
  public func delay(attempt: Int, using random: inout some RandomNumberGenerator) -> Duration {
    let most = Swift.max(1, Double(most.nearestMilliseconds))
    let grown = Double(first.nearestMilliseconds) * Backoff.power(factor, attempt - (attempt > 0 ? 1 : attempt))
    let whole = grown < most ? Swift.max(1, grown) : most
    let fraction = Double(random.next() >> 11) / Double(1 << 53 as UInt64)
    let share = jitter > 0 ? Swift.min(jitter, 1) * fraction : 0
    let time = whole * (1 - share)
    let milliseconds = Int64(time)
    // To the nearest without the C library's rounding, with which a program that has no Foundation would have to be linked.
    return .milliseconds(Swift.max(1, milliseconds + (time - Double(milliseconds) < 0.5 ? 0 : 1)))
  }

  /// A power by squaring; infinite where it is too large.
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
  /// Refuses values that are out of range or at odds with each other.
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

/// When a queue may ask again, by how its last requests went.
struct RequestPacing: Hashable, Sendable {
  /// The failures since the source last answered.
  private(set) var failures = 0
  /// The time before which nothing is asked for.
  private(set) var notBefore: Duration?
  /// Whether the attempts are used up.
  private(set) var hasGivenUp = false

  /// Which attempt the next request is.
  var attempt: Int { failures + 1 }

  /// When the next request may be made, from a time on; nil for not before it is resumed.
  func opening(from now: Duration) -> Duration? { hasGivenUp ? nil : max(now, notBefore ?? now) }

  /// Takes note of a failure; requests of one attempt that fail together count once.
  mutating func fail(
    _ attempt: Int, at now: Duration, retry: Backoff, using random: inout some RandomNumberGenerator
  ) {
    guard attempt > failures else { return }
    failures += 1
    wait(until: now + retry.delay(attempt: failures, using: &random))
    hasGivenUp = retry.attempts.map { failures >= $0 } ?? false
  }

  /// Lets nothing be asked for before a time.
  mutating func wait(until time: Duration) { notBefore = max(time, notBefore ?? time) }

  /// Takes note that the source had no ad.
  mutating func pause(until time: Duration) {
    self = RequestPacing()
    notBefore = time
  }

  /// Allows one more attempt, not before the wait of the last is over, where they are used up.
  mutating func allowOneMore() {
    if !hasGivenUp { return }
    hasGivenUp = false
    failures -= 1
  }

  /// Forgets all failures and waits.
  mutating func reset() { self = RequestPacing() }
}

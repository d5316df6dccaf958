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

/// The time of a queue's next request, depending on the results of its last ones.
struct RequestPacing: Hashable, Sendable {
  /// The number of failures since the source last answered.
  private(set) var failures = 0
  /// The time before which no request is made.
  private(set) var notBefore: Duration?
  /// Whether the attempts are used up.
  private(set) var hasGivenUp = false
  /// Whether ``notBefore`` is the end of a pause after ads that had expired, by a clock that may have been wrong.
  private var isForExpiry = false

  /// The attempt number of the next request; requests that are under way together share it.
  var attempt: Int { failures + 1 }

  /// Returns the first time from `now` on at which a request may be made; nil if the attempts are used up.
  func opening(from now: Duration) -> Duration? { hasGivenUp ? nil : max(now, notBefore ?? now) }

  /// Records a failure; failed requests of one attempt count once.
  mutating func fail(
    _ attempt: Int, at now: Duration, retry: Backoff, using random: inout some RandomNumberGenerator
  ) {
    guard attempt > failures else { return }
    failures += 1
    wait(until: now + retry.delay(attempt: failures, using: &random))
    hasGivenUp = retry.attempts.map { failures >= $0 } ?? false
  }

  /// Allows no request before a time.
  mutating func wait(until time: Duration) {
    notBefore = max(time, notBefore ?? time)
    isForExpiry = false
  }

  /// Records that the source had no ad, or none that had not expired, and forgets all failures.
  mutating func pause(until time: Duration, isForExpiry: Bool = false) {
    self = RequestPacing()
    (notBefore, self.isForExpiry) = (time, isForExpiry)
  }

  /// Allows one more attempt after the last wait, if the attempts are used up.
  mutating func allowOneMore() {
    if !hasGivenUp { return }
    hasGivenUp = false
    failures -= 1
  }

  /// Moves the wait with a clock that is corrected, or ends it if the clock may have caused it.
  mutating func correctClock(by change: Duration) {
    if isForExpiry { reset() } else { notBefore = notBefore.map { $0 + change } }
  }

  /// Forgets all failures and waits.
  mutating func reset() { self = RequestPacing() }
}

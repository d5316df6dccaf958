extension AdQueue {
  /// The requests that wait for an answer, oldest first, as of the last call with a time.
  public var outstanding: [AdRequest] { waiting.map(\.request) }

  /// Whether all attempts have failed, so that no request is made until ``resume()`` or until more ads are wanted.
  public var hasGivenUp: Bool { pacing.hasGivenUp }

  /// Returns the requests to make now, for ads that the stock lacks and ads that are wanted at once.
  ///
  /// While no ads are wanted at once, none is due until fewer than ``AdQueuePolicy/lowWater`` are in stock or expected.
  /// Returned requests count as made: send each one once, and pass its answer to ``answer(_:with:at:)``. After a
  /// failure no request is due before the wait is over. When the attempts are used up, none is due until ``resume()``,
  /// except for one more attempt if more ads are wanted than in the call before. `wanted` is clamped to 0 to
  /// ``AdQueuePolicy/limit``.
  ///
  /// Idle ads do not keep others from being requested, up to ``AdQueuePolicy/limit`` ads in total. But the source would
  /// likely send the same ads again. So if no ad has been taken since the last answer with ads, and all ads in stock
  /// are idle, others are requested only after ``AdQueuePolicy/noFillPause``.
  /// - Parameters:
  ///   - now: The time.
  ///   - wanted: The number of ads that could be shown at once.
  ///   - idle: The number of ads in stock that caps and the repeat rule do not allow now at any position where an ad is
  ///     wanted.
  /// - Complexity: O(*n*) in the number of requests.
  public mutating func requests(at now: Duration, wanted: Int = 0, idle: Int = 0) -> [AdRequest] {
    advance(to: now)
    want(wanted)
    self.idle = max(idle, 0)
    var made: [AdRequest] = []
    while nextAsking == clock { made.append(ask()) }
    assert(checkInvariants())
    return made
  }

  /// Resets failures and waits, for example when the network is available again: requests for missing ads are due at
  /// once.
  public mutating func resume() {
    pacing.reset()
    lastUntakenFill = nil
  }

  /// Returns the next time at which something is due: a request to make, a timeout, or an ad's expiry.
  ///
  /// It is `now` if a request is due already, and nil if nothing is due until an answer arrives, an ad is taken or more
  /// are wanted.
  /// - Complexity: O(*n*) in the number of ads in stock and requests outstanding if anything has been due since the last
  ///   call; O(1) otherwise.
  public func nextDeadline(at now: Duration) -> Duration? {
    // Everything due until `clock` has been done already.
    guard now.inRange > clock else { return nextDeadline }
    var later = self
    later.advance(to: now)
    return later.nextDeadline
  }

  private var nextDeadline: Duration? {
    .least(nextAsking, .least(waiting.first?.deadline, stockIndex.nextExpiry))
  }
}

extension AdQueue {
  /// The number of ads that there should be, in stock or expected.
  var target: Int {
    min(policy.stock + wanted + min(idle, shelf.count), AdQueuePolicy.limit)
  }

  /// The number of ads that are neither in stock nor expected, although there should be.
  private var lack: Int { target - shelf.count - owed }

  /// The first time at which the source may be asked, because of failures and pauses; nil if the attempts are used up.
  func opening(at now: Duration) -> Duration? { pacing.opening(from: now) }

  /// The time at which the next request is due; nil if none is.
  private var nextAsking: Duration? {
    let room = pacing.failures > 0 ? 1 : policy.concurrent
    let least = wanted > 0 ? 1 : max(1, policy.stock - policy.refillMark + 1)
    guard lack >= least, waiting.count < room else { return nil }
    return pacing.opening(from: max(clock, idleFillTime.map { $0 + policy.noFillPause } ?? clock))
  }

  /// The time when an answer last brought ads; nil if an ad has been taken since, or not all in stock are idle.
  private var idleFillTime: Duration? { shelf.isEmpty || idle < shelf.count ? nil : lastUntakenFill }

  private mutating func want(_ count: Int) {
    let count = min(max(count, 0), AdQueuePolicy.limit)
    if count > wanted { pacing.allowOneMore() }
    wanted = count
  }

  private mutating func ask() -> AdRequest {
    let count = min(lack, policy.batch)
    let request = AdRequest(number: nextNumber, tenant: tenant, count: count, attempt: pacing.attempt)
    nextNumber += 1
    owed += count
    waiting.append(Waiting(request: request, deadline: policy.timeout.map { clock + $0 }, owed: count))
    return request
  }
}

extension Duration? {
  /// Returns the earlier of two times; nil if neither is known.
  package static func least(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}

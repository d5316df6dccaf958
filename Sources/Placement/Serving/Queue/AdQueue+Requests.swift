extension AdQueue {
  /// The requests that wait for an answer, oldest first, as of the last call that was told the time.
  public var outstanding: [AdRequest] { waiting.map(\.request) }

  /// Whether it asks for nothing, since all attempts have failed, until it is resumed or more is wanted.
  public var hasGivenUp: Bool { pacing.hasGivenUp }

  /// The requests to make now, for ads that the stock lacks and ads that are wanted at once.
  ///
  /// Whatever is handed over counts as asked for: hand each request on once, and its answer to ``answer(_:with:at:)``. After a
  /// failure nothing is due before the wait is over, and when the attempts are used up nothing at all, until ``resume()``,
  /// or one more attempt when more is wanted than in the call before. What is wanted is brought into 0 to ``AdQueuePolicy/limit``.
  ///
  /// Ads that lie idle do not keep others from being asked for, up to ``AdQueuePolicy/limit`` in all. The source would likely bring
  /// the same again: after an answer of which nothing has been taken, and while all in stock is idle, others are asked for when as
  /// long as after no fill has passed.
  /// - Parameters:
  ///   - now: The time.
  ///   - wanted: How many ads could be shown at once.
  ///   - idle: How many ads in stock may be shown nowhere where one is wanted, as caps and repeats are now.
  /// - Complexity: O(*n*) in the number of ads in stock and requests outstanding.
  public mutating func requests(at now: Duration, wanted: Int = 0, idle: Int = 0) -> [AdRequest] {
    advance(to: now)
    want(wanted)
    self.idle = max(idle, 0)
    var made: [AdRequest] = []
    while nextAsking == clock { made.append(ask()) }
    assert(checkInvariants())
    return made
  }

  /// Forgets failures and waits, as when the network has come back: what lacks is due at once.
  public mutating func resume() {
    pacing.reset()
    untried = nil
  }

  /// The next time at which something is due: a request to be made, one that times out, or an ad that expires.
  ///
  /// It is the time itself where a request is due already, and nil where nothing happens until an answer, a take or a want.
  /// - Complexity: O(*n*) in the number of ads in stock and requests outstanding.
  public func nextDeadline(at now: Duration) -> Duration? {
    var later = self
    later.advance(to: now)
    let dates = [later.nextAsking, later.waiting.first?.deadline, later.shelf.lazy.compactMap(\.expires).min()]
    return dates.compactMap(\.self).min()
  }
}

extension AdQueue {
  /// How many ads there should be, in stock or owed.
  var target: Int {
    let useful = policy.stock + wanted
    return max(useful, min(useful + min(idle, shelf.count), AdQueuePolicy.limit))
  }

  /// How many ads outstanding requests are counted on for.
  var owed: Int { waiting.reduce(0) { $0 + $1.owed } }

  /// When the next request is due as things stand; nil where none is.
  var nextAsking: Duration? {
    let room = pacing.failures > 0 ? 1 : policy.concurrent
    guard shelf.count + owed < target, waiting.count < room else { return nil }
    return pacing.opening(from: max(clock, vainSince.map { $0 + policy.noFillPause } ?? clock))
  }

  /// When an answer last brought ads, where neither these nor others in stock may be shown where one is wanted.
  private var vainSince: Duration? { shelf.isEmpty || idle < shelf.count ? nil : untried }

  private mutating func want(_ count: Int) {
    let count = min(max(count, 0), AdQueuePolicy.limit)
    if count > wanted { pacing.allowOneMore() }
    wanted = count
  }

  private mutating func ask() -> AdRequest {
    let count = min(target - shelf.count - owed, policy.batch)
    let request = AdRequest(number: nextNumber, tenant: tenant, count: count, attempt: pacing.attempt)
    nextNumber += 1
    waiting.append(Waiting(request: request, deadline: policy.timeout.map { clock + $0 }, owed: count))
    return request
  }
}

import TestSupport

@testable import AdServing

/// What an ``AdPool`` should do, found by looking at every millisecond at all that could be due.
///
/// It has no tasks and no alarms; its queue is the one that ``AdQueueModel`` checks. Times that are passed count from the
/// start of a clock that is never corrected.
struct ReferencePool {
  struct Waiter {
    var number: Int
    var count: Int
    /// Whether it refuses all ads of a campaign with one.
    var judgesCampaigns = false
    var deadline: Duration
    /// The time at which the clock started by the caller's clock; nil if it has none.
    var start: Duration?
    var isAllowed: ((Ad<Int>, [Ad<Int>], Duration) -> Bool)?
    /// What its caps say; nil without caps.
    var isWithinCaps: ((Ad<Int>, [Ad<Int>], Duration) -> Bool)?
    var hasMetCaps = false
    /// What has been offered to it and all others in vain: campaigns, or ads by their names.
    var refused: Set<String> = []

    func subject(_ ad: Ad<Int>) -> String { judgesCampaigns ? ad.campaign : ad.id }
  }

  private struct Running {
    var request: AdRequest
    var began: Duration
    var isOverdue = false
  }

  let cancelsOverdueRequests: Bool
  private(set) var queue: AdQueue<Int>
  private(set) var counters = ServingCounters()
  /// The ads that callers have got, by their numbers.
  private(set) var results: [Int: [String]] = [:]
  private var running: [Running] = []
  private var waiters: [Waiter] = []
  /// The time at which the clock started by the pool's clock.
  private(set) var start = Duration.zero
  /// The time until which nothing is requested for callers that wait, unless nothing is in stock.
  private var vainUntil = Duration.zero
  private(set) var isShutDown = false

  init(queue: AdQueue<Int>, cancelsOverdueRequests: Bool) {
    self.queue = queue
    self.cancelsOverdueRequests = cancelsOverdueRequests
  }

  var runningNumbers: [Int] { running.map(\.request.number) }

  /// Does all that is due at a time.
  mutating func look(at now: Duration) {
    advance(to: now)
    if isShutDown { return }
    var changes = true
    while changes {
      endWaits { $0.deadline <= now }
      let requests = queue.requests(at: start + now, wanted: wanted(at: now))
      running += requests.map { Running(request: $0, began: now) }
      let before = waiters.count
      if running.isEmpty {
        let (opening, start) = (queue.opening(at: start + now), start)
        if opening != start + now { endWaits { waiter in opening.map { $0 >= start + waiter.deadline } ?? true } }
      }
      changes = waiters.count < before
    }
  }

  /// Returns how many ads are requested for callers that wait.
  private func wanted(at now: Duration) -> Int {
    let wanted = waiters.map(\.count).reduce(0, +)
    if queue.stock.isEmpty { return wanted }
    return now < vainUntil ? 0 : min(wanted, queue.policy.batch)
  }

  mutating func take(_ waiter: Waiter, waits: Bool, at now: Duration) {
    look(at: now)
    var waiter = waiter
    let chosen = serve(&waiter, with: queue.stock, at: now)
    if chosen.isEmpty && waits && !isShutDown && waiter.count > 0 {
      waiters.append(waiter)
    } else {
      results[waiter.number] = chosen.map(\.id)
    }
  }

  mutating func correctClock(by change: Duration) {
    start += change
    let before = queue.expiredCount
    queue.correctClock(by: change)
    counters.totals[.expiredAds] += queue.expiredCount - before
  }

  mutating func cancel(_ waiter: Int) { endWaits { $0.number == waiter } }

  mutating func putBack(_ ads: [Ad<Int>], judgedAt time: Duration? = nil, at now: Duration) {
    let former = queue.stock
    var accepted: [Ad<Int>] = []
    for ad in ads {
      var alone = queue
      var reason = alone.putBack(contentsOf: [ad], at: start + now).first?.reason
      if let time, ad.hasExpired(at: time), reason != .unnamed, reason != .recalled { reason = .expired }
      if reason == .expired { counters.totals[.expiredAds] += 1 }
      if reason == nil, !accepted.contains(where: { $0.id == ad.id }) { accepted.append(ad) }
    }
    for ad in accepted.reversed() { queue.putBack(ad, at: start + now) }
    serveAll(except: former, at: now)
  }

  mutating func restock(_ ads: [Ad<Int>], at now: Duration) {
    let former = queue.stock
    queue.restock(ads, at: start + now)
    serveAll(except: former, at: now)
  }

  mutating func resume() {
    queue.resume()
    vainUntil = .zero
  }

  mutating func change(_ change: (inout AdQueue<Int>) -> Void) { change(&queue) }

  mutating func answer(_ request: AdRequest, with answer: AdAnswer<Int>, at now: Duration) {
    let former = queue.stock
    if case .failure = answer {
    } else {
      for fetch in running where fetch.request == request { counters.latency.add(now - fetch.began) }
    }
    running.removeAll { $0.request == request }
    let receipt = queue.answer(request, with: answer, at: start + now)
    if receipt.arrival != .unexpected { counters.totals[.refusedAds] += receipt.refused.count }
    switch (answer, receipt.arrival) {
    case (.failure, .inTime): counters.requests[.failure] += 1
    case (.failure, _): break
    case (_, .late), (_, .unexpected): counters.requests[.late] += 1
    case (.ads, .inTime):
      let isUsed = receipt.taken > 0 || receipt.refused.map(\.reason).contains(.surplus)
      counters.requests[isUsed ? .fill : .noFill] += 1
    case (.noFill, .inTime): counters.requests[.noFill] += 1
    }
    if case .failure = answer { return }
    if !waiters.isEmpty { vainUntil = now + queue.policy.noFillPause }
    serveAll(except: former, at: now)
  }

  mutating func shutdown(at now: Duration) {
    isShutDown = true
    endWaits { _ in true }
    for request in running {
      if !request.isOverdue { counters.requests[.cancelled] += 1 }
      queue.answer(request.request, with: .failure, at: start + now)
    }
    running = []
  }

  // MARK: Steps

  private mutating func advance(to now: Duration) {
    let before = queue.expiredCount
    _ = queue.take(at: start + now) { _ in false }
    counters.totals[.expiredAds] += queue.expiredCount - before
    for index in running.indices where !running[index].isOverdue {
      if queue.outstanding.contains(running[index].request) { continue }
      running[index].isOverdue = true
      counters.requests[.timeout] += 1
    }
    if cancelsOverdueRequests {
      // A source that is cancelled fails, too late to matter.
      for request in running where request.isOverdue {
        queue.answer(request.request, with: .failure, at: start + now)
      }
      running.removeAll(where: \.isOverdue)
    }
  }

  /// Offers what is new in stock to all callers that wait.
  private mutating func serveAll(except former: [Ad<Int>], at now: Duration) {
    func new() -> [Ad<Int>] { queue.stock.filter { ad in !former.contains { $0.id == ad.id } } }
    for var waiter in waiters {
      let ads = serve(&waiter, with: new().filter { !waiter.refused.contains(waiter.subject($0)) }, at: now)
      for index in waiters.indices where waiters[index].number == waiter.number { waiters[index] = waiter }
      if ads.isEmpty { continue }
      results[waiter.number] = ads.map(\.id)
      waiters.removeAll { $0.number == waiter.number }
      vainUntil = .zero
    }
    for index in waiters.indices { waiters[index].refused.formUnion(new().map(waiters[index].subject)) }
  }

  /// Takes the first of some ads in stock that a caller allows.
  private mutating func serve(_ waiter: inout Waiter, with ads: [Ad<Int>], at now: Duration) -> [Ad<Int>] {
    let time = (waiter.start ?? start) + now
    var chosen: [Ad<Int>] = []
    for ad in ads where chosen.count < waiter.count && !ad.hasExpired(at: time) {
      if let isWithinCaps = waiter.isWithinCaps, !isWithinCaps(ad, chosen, time) {
        if !waiter.hasMetCaps { counters.totals[.capHits] += 1 }
        waiter.hasMetCaps = true
      } else if waiter.isAllowed?(ad, chosen, time) ?? true {
        chosen.append(ad)
      }
    }
    for ad in chosen { _ = queue.take(at: start + now) { $0 == ad } }
    return chosen
  }

  private mutating func endWaits(where isOver: (Waiter) -> Bool) {
    for waiter in waiters where isOver(waiter) { results[waiter.number] = [] }
    waiters.removeAll(where: isOver)
  }
}

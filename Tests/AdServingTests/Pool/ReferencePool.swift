import AdServing

/// What an ``AdPool`` should do, found by looking at every millisecond at all that could be due.
///
/// It has no tasks and no alarms; its queue is the one that ``AdQueueModel`` checks.
struct ReferencePool {
  struct Waiter {
    var number: Int
    var count: Int
    var countsRefusals: Bool
    var deadline: Duration
    var isAllowed: (Ad<Int>, [Ad<Int>], Duration) -> Bool
  }

  private struct Running {
    var request: AdRequest
    var isOverdue = false
  }

  let cancelsOverdueRequests: Bool
  private(set) var queue: AdQueue<Int>
  private(set) var counters = ServingCounters()
  /// The ads that callers have got, by their numbers.
  private(set) var results: [Int: [String]] = [:]
  private var running: [Running] = []
  private var waiters: [Waiter] = []
  /// The number of ads that each waiting caller refused last.
  private var refusedLast: [Int: Int] = [:]
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
      let idle = waiters.isEmpty ? 0 : queue.stock.count
      let requests = queue.requests(at: now, wanted: waiters.map(\.count).reduce(0, +), idle: idle)
      running += requests.map { Running(request: $0) }
      let before = waiters.count
      if running.isEmpty {
        let next = queue.nextDeadline(at: now)
        endWaits { waiter in next.map { $0 >= waiter.deadline } ?? true }
      }
      changes = waiters.count < before
    }
  }

  mutating func take(_ waiter: Waiter, waits: Bool, at now: Duration) {
    look(at: now)
    if serve(waiter, at: now, isLast: !waits || isShutDown || waiter.count == 0) { return }
    waiters.append(waiter)
  }

  mutating func cancel(_ waiter: Int) { endWaits { $0.number == waiter } }

  mutating func putBack(_ ads: [Ad<Int>], at now: Duration) {
    var accepted: [Ad<Int>] = []
    for ad in ads {
      var alone = queue
      let reason = alone.putBack(contentsOf: [ad], at: now).first?.reason
      if reason == .expired { counters.totals[.expiredAds] += 1 }
      if reason == nil, !accepted.contains(where: { $0.id == ad.id }) { accepted.append(ad) }
    }
    for ad in accepted.reversed() { queue.putBack(ad, at: now) }
    serveAll(at: now)
  }

  mutating func restock(_ ads: [Ad<Int>], at now: Duration) {
    queue.restock(ads, at: now)
    serveAll(at: now)
  }

  mutating func change(_ change: (inout AdQueue<Int>) -> Void) { change(&queue) }

  mutating func answer(_ request: AdRequest, with answer: AdAnswer<Int>, at now: Duration) {
    running.removeAll { $0.request == request }
    let receipt = queue.answer(request, with: answer, at: now)
    switch (answer, receipt.arrival) {
    case (.failure, .inTime): counters.requests[.failure] += 1
    case (.failure, _): break
    case (_, .late), (_, .unexpected): counters.requests[.late] += 1
    case (.ads(let ads), .inTime): counters.requests[ads.isEmpty ? .noFill : .fill] += 1
    case (.noFill, .inTime): counters.requests[.noFill] += 1
    }
    if receipt.taken > 0 { serveAll(at: now) }
  }

  mutating func shutdown(at now: Duration) {
    isShutDown = true
    endWaits { _ in true }
    for request in running {
      if !request.isOverdue { counters.requests[.cancelled] += 1 }
      queue.answer(request.request, with: .failure, at: now)
    }
    running = []
  }

  // MARK: Steps

  private mutating func advance(to now: Duration) {
    let before = queue.expiredCount
    _ = queue.take(at: now) { _ in false }
    counters.totals[.expiredAds] += queue.expiredCount - before
    for index in running.indices where !running[index].isOverdue {
      if queue.outstanding.contains(running[index].request) { continue }
      running[index].isOverdue = true
      counters.requests[.timeout] += 1
    }
    if cancelsOverdueRequests {
      // A source that is cancelled fails, too late to matter.
      for request in running where request.isOverdue { queue.answer(request.request, with: .failure, at: now) }
      running.removeAll(where: \.isOverdue)
    }
  }

  private mutating func serveAll(at now: Duration) {
    for waiter in waiters where serve(waiter, at: now, isLast: false) {
      waiters.removeAll { $0.number == waiter.number }
    }
  }

  /// Gives a caller the first ads that it allows; returns whether it is done.
  private mutating func serve(_ waiter: Waiter, at now: Duration, isLast: Bool) -> Bool {
    let stock = queue.stock
    var chosen: [Ad<Int>] = []
    for ad in stock where chosen.count < waiter.count && waiter.isAllowed(ad, chosen, now) { chosen.append(ad) }
    if chosen.isEmpty && !isLast {
      refusedLast[waiter.number] = stock.count
      return false
    }
    // With all that it takes, those after the last one have not been judged.
    let last = chosen.last.flatMap { stock.firstIndex(of: $0) }
    let judged = chosen.count == waiter.count ? last.map { $0 + 1 } ?? 0 : stock.count
    if waiter.countsRefusals { counters.totals[.capHits] += judged - chosen.count }
    for ad in chosen { _ = queue.take(at: now) { $0 == ad } }
    results[waiter.number] = chosen.map(\.id)
    return true
  }

  private mutating func endWaits(where isOver: (Waiter) -> Bool) {
    for waiter in waiters where isOver(waiter) {
      if waiter.countsRefusals { counters.totals[.capHits] += refusedLast[waiter.number, default: 0] }
      results[waiter.number] = []
    }
    waiters.removeAll(where: isOver)
  }
}

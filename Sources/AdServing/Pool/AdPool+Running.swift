extension AdPool {
  /// Asks the source for what the stock lacks until the task is cancelled or ``shutdown()`` is called.
  ///
  /// Call it once, in a task group beside the tasks that take ads. It returns when all requests have ended; those that
  /// run when it ends are cancelled, and the ads that they bring nevertheless are in ``stock``.
  /// - Precondition: It has not been called before.
  public func run() async {
    precondition(!hasStarted, "An ad pool runs only once")
    hasStarted = true
    await withDiscardingTaskGroup { group in
      wakeUp.yield()
      for await _ in wakeUps where !isShutDown {
        advance()
        endWaits(held.removeEnded(at: clock.elapsed()))
        for fetch in startRequests() { group.addTask { await self.fetch(fetch) } }
        if fetches.isEmpty { endWaitsInVain() }
        if let alarm = setAlarm() { group.addTask { await self.wait(for: alarm) } }
      }
      shutdown()
      group.cancelAll()
    }
  }

  /// Ends ``run()``, cancels what is under way, and returns no ads to callers that wait.
  ///
  /// The stock stays: it can still be taken, or stored for ``restock(_:at:)`` in another process.
  public func shutdown() {
    if isShutDown { return }
    isShutDown = true
    wakeUp.finish()
    endWaits(held.removeAll { _ in true })
  }

  /// Makes the requests that are due, which the caller is to run.
  private func startRequests() -> [RunningFetch] {
    let now = clock.now
    defer {
      noteExpiries()
      noteGivingUp()
    }
    return queue.requests(at: now, wanted: wanted).compactMap { request in
      note(.requested(request))
      guard fetches.count(where: \.isOverdue) < Self.overdueLimit else {
        queue.answer(request, with: .failure, at: now)
        note(.failed(request, reason: "\(Self.overdueLimit) requests that have timed out still run"))
        return nil
      }
      let fetch = RunningFetch(request: request, began: clock.elapsed())
      fetches.append(fetch)
      return fetch
    }
  }

  /// The number of ads to request for callers who wait, beside the policy's stock.
  ///
  /// They have refused all that is in stock. So a batch of others is tried, unless the last answer was in vain.
  private var wanted: Int {
    let wanted = held.line.wanted
    return queue.shelf.isEmpty ? min(wanted, AdQueuePolicy.limit) : isVain ? 0 : min(wanted, queue.policy.batch)
  }

  private var isVain: Bool { clock.elapsed() < vainUntil }

  /// Returns no ads to callers whose waits end before the source can be asked.
  private func endWaitsInVain() {
    let opening = queue.opening(at: clock.now).map { $0 - clock.start }
    if held.line.isEmpty || opening.map({ $0 <= clock.elapsed() }) ?? false { return }
    endWaits(held.removeAll { caller in opening.map { $0 >= caller.deadline } ?? true })
  }

  private func fetch(_ fetch: RunningFetch) async {
    let request = fetch.request
    let answer = await fetch.cancellation.run { [source] in
      do { return FetchAnswer<Creative>.ads(try await source(request)) } catch { return .failure("\(error)") }
    }
    let now = advance()
    fetches.removeAll { $0.request == request }
    switch answer {
    case .ads(let ads):
      counted.latency.add(clock.elapsed() - fetch.began)
      let receipt = queue.answer(request, with: .ads(ads), at: now)
      if receipt.arrival != .inTime {
        note(.late(request, receipt))
      } else {
        note(ads.isEmpty ? .noFill(request) : .answered(request, receipt))
      }
      if !held.line.isEmpty { vainUntil = clock.elapsed() + queue.policy.noFillPause }
      offer(queue.shelf.count - receipt.taken..<queue.shelf.count)
    case .failure(let reason):
      let isInTime = queue.answer(request, with: .failure, at: now).arrival == .inTime
      if isInTime { note(Task.isCancelled ? .cancelled(request) : .failed(request, reason: reason)) }
    }
    noteGivingUp()
    wakeUp.yield()
  }
}

// MARK: - Time

extension AdPool {
  /// Has the pool's clock show a time, for example when the machine's clock has been corrected.
  ///
  /// Ads that have expired by then are removed. A pause after an answer whose ads had expired by the clock as it was
  /// ends; timeouts, waits and other pauses last as long as before. An ad whose source gave no expiry keeps the one that
  /// the policy gave it by the clock as it was.
  /// - Complexity: O(requests outstanding), and O(*n*) in the number of ads in stock if any has expired.
  public func correctClock(to now: Duration) {
    advance()
    queue.correctClock(by: clock.correct(to: now.inRange))
    noteExpiries()
    alarm?.cancellation.cancel()
    alarm = nil
    wakeUp.yield()
  }

  /// Brings the queue to the present time and notes what has happened by itself; returns the time.
  @discardableResult
  func advance() -> Duration {
    let now = clock.now
    queue.advance(to: now)
    noteExpiries()
    noteTimeouts()
    noteGivingUp()
    return now
  }

  /// The next time at which something is due.
  private var nextDeadline: Duration? {
    let next = queue.nextDeadline(at: clock.now)
    return held.line.isEmpty || !isVain ? next : .least(next, clock.start + vainUntil)
  }

  /// Wakes ``run()`` if something is due before the alarm goes off.
  func wakeIfDue() {
    let isDue = nextDeadline.map { next in alarm.map { next < $0.time } ?? true } ?? false
    if isDue || wanted != queue.wanted { wakeUp.yield() }
  }

  /// Sets the alarm that is next due; nil if one is set that goes off no later.
  private func setAlarm() -> PoolAlarm? {
    guard let time = nextDeadline, alarm.map({ time < $0.time }) ?? true else { return nil }
    alarm?.cancellation.cancel()
    nextAlarm += 1
    alarm = PoolAlarm(number: nextAlarm, time: time)
    return alarm
  }

  private func wait(for alarm: PoolAlarm) async {
    await alarm.cancellation.run { [clock] in try? await clock.sleep(alarm.time - clock.start) }
    guard self.alarm?.number == alarm.number else { return }
    self.alarm = nil
    wakeUp.yield()
  }

  private func noteTimeouts() {
    // Requests time out in their order.
    let firstInTime = queue.waiting.first?.request.number ?? .max
    for index in fetches.indices where !fetches[index].isOverdue {
      let fetch = fetches[index]
      if fetch.request.number >= firstInTime { return }
      fetches[index].isOverdue = true
      note(.timedOut(fetch.request))
      if cancelsOverdueRequests { fetch.cancellation.cancel() }
    }
  }

  private func noteGivingUp() {
    if queue.hasGivenUp, !hasGivenUp { note(.gaveUp(tenant: queue.tenant)) }
    hasGivenUp = queue.hasGivenUp
  }

  private func noteExpiries() {
    note(expired: queue.expiredCount - notedExpiries)
    notedExpiries = queue.expiredCount
  }

  func note(expired count: Int) {
    if count > 0 { note(.expired(tenant: queue.tenant, ads: count)) }
  }

  private func note(_ event: AdQueueEvent) {
    counted.count(event)
    log(event)
  }
}

// MARK: - What runs

/// What a source returned.
enum FetchAnswer<Creative: Sendable>: Sendable {
  case ads([Ad<Creative>])
  case failure(String)
}

// What follows is not generic, since a pool looks at it at each call.

/// A request that runs.
struct RunningFetch {
  let request: AdRequest
  /// The time since the clock's start at which it began.
  let began: Duration
  let cancellation = CancellationSwitch()
  var isOverdue = false
}

/// A time at which something is due.
struct PoolAlarm {
  let number: Int
  let time: Duration
  let cancellation = CancellationSwitch()
}

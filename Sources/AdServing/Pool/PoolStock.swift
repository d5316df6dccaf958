/// The ads of a pool and the callers who wait for some of them.
struct PoolStock<Creative: Sendable>: Sendable {
  /// What a caller takes.
  struct Demand: Sendable {
    let count: Int
    /// The time at which the pool's clock started by the clock of the caller; nil if it has none.
    let start: Duration?
    let caps: [FrequencyCap]
    let seen: FrequencyHistory
    let reserved: ReservedAds
    /// What the caller says of an ad beside those that are chosen; nil if it says nothing.
    let isAllowed: (@Sendable (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool)?

    /// Whether it refuses all ads of a campaign, if it refuses one.
    var judgesCampaigns: Bool { isAllowed == nil && !caps.isEmpty && caps.allSatisfy { $0.unit == .campaign } }
  }

  /// A caller that waits.
  private struct Waiter {
    let demand: Demand
    var hasMetCaps: Bool
  }

  var queue: AdQueue<Creative>
  /// The callers that wait for ads.
  private(set) var line = WaitingLine()
  private var waiters: [Int: Waiter] = [:]
  /// The number of callers from whom caps kept an ad.
  private(set) var capHits = 0

  init(_ queue: AdQueue<Creative>) { self.queue = queue }
}

// MARK: - Taking

extension PoolStock {
  /// Takes what a caller may have of the whole stock; counts it if caps keep an ad from it.
  /// - Parameter elapsed: The time since the pool's clock started at `start`.
  mutating func take(_ demand: Demand, start: Duration, elapsed: Duration) -> (ads: [Ad<Creative>], hasMetCaps: Bool) {
    let time = (demand.start ?? start) + elapsed
    if refusesAllCampaigns(demand, at: time) {
      capHits += 1
      return ([], true)
    }
    let (ads, hasMetCaps) = draw(demand, at: time, in: 0..<queue.shelf.count) { _ in true }
    if hasMetCaps { capHits += 1 }
    return (ads, hasMetCaps)
  }

  /// Returns whether caps refuse all campaigns in stock; their ads are not looked at one by one then.
  private func refusesAllCampaigns(_ demand: Demand, at time: Duration) -> Bool {
    demand.count > 0 && demand.judgesCampaigns && !queue.shelf.isEmpty
      && queue.stockIndex.nextExpiry.map({ $0 > time }) ?? true
      && !queue.stockIndex.campaigns.keys.contains { campaign in
        demand.seen.allows(campaign, caps: demand.caps, reserved: demand.reserved.count(campaign), at: time)
      }
  }

  /// Takes ads at some positions in stock; returns whether caps keep any from the caller as well.
  private mutating func draw(
    _ demand: Demand, at time: Duration, in positions: Range<Int>, isOffered: (Ad<Creative>) -> Bool
  ) -> (ads: [Ad<Creative>], hasMetCaps: Bool) {
    var (held, hasMetCaps) = (demand.reserved, false)
    let ads = queue.take(upTo: demand.count, in: positions) { ad, chosen in
      if ad.hasExpired(at: time) || !isOffered(ad) { return false }
      guard demand.caps.isEmpty || demand.seen.allows(ad.identity, caps: demand.caps, reserved: held, at: time) else {
        hasMetCaps = true
        return false
      }
      guard demand.isAllowed?(ad, chosen) ?? true else { return false }
      if !demand.caps.isEmpty { held.add(ad.identity) }
      return true
    }
    return (ads, hasMetCaps)
  }
}

// MARK: - Waiting

extension PoolStock {
  /// Adds a caller that waits, and returns its number.
  mutating func add(_ demand: Demand, until deadline: Duration, hasMetCaps: Bool) -> Int {
    let number = line.add(count: demand.count, until: deadline, judgesCampaigns: demand.judgesCampaigns)
    waiters[number] = Waiter(demand: demand, hasMetCaps: hasMetCaps)
    return number
  }

  /// Offers ads that have come into stock, at some positions, to the callers that wait; those who get any wait no more.
  mutating func offer(
    _ positions: Range<Int>, start: Duration, elapsed: Duration
  ) -> [(number: Int, ads: [Ad<Creative>])] {
    if line.isEmpty || positions.isEmpty { return [] }
    var (positions, served): (Range<Int>, [(number: Int, ads: [Ad<Creative>])]) = (positions, [])
    for caller in line.open(to: positions.map { queue.shelf[$0].identity }) {
      if positions.isEmpty { break }
      guard let waiter = waiters[caller.number] else { continue }
      let time = (waiter.demand.start ?? start) + elapsed
      let (ads, hasMetCaps) = draw(waiter.demand, at: time, in: positions) { [line] in
        line.isOpen(caller, to: $0.identity)
      }
      if hasMetCaps, !waiter.hasMetCaps {
        capHits += 1
        waiters[caller.number]?.hasMetCaps = true
      }
      if ads.isEmpty { continue }
      positions = positions.dropLast(ads.count)
      served.append((caller.number, ads))
      _ = remove(caller.number)
    }
    for position in positions { line.noteRefusal(of: queue.shelf[position].identity) }
    return served
  }

  /// Removes a caller; returns whether it waited.
  mutating func remove(_ number: Int) -> Bool {
    waiters[number] = nil
    return line.remove(number)
  }

  /// Removes the callers whose waits have ended; returns their numbers.
  mutating func removeEnded(at elapsed: Duration) -> [Int] { forget(line.removeEnded(at: elapsed)) }

  /// Removes the callers that satisfy a condition; returns their numbers.
  mutating func removeAll(where isOver: (WaitingLine.Caller) -> Bool) -> [Int] { forget(line.removeAll(where: isOver)) }

  private mutating func forget(_ numbers: [Int]) -> [Int] {
    for number in numbers { waiters[number] = nil }
    return numbers
  }
}

import Placement

/// A queue of ads that one tenant has ready, which decides when to request more from the tenant's source.
///
/// It does no I/O and has no clock: it returns the requests to make, receives answers and times from the caller, and
/// returns when to call it again.
///
/// ```swift
/// var queue = try AdQueue<String>(tenant: "sales", policy: AdQueuePolicy(stock: 2), seed: 1)
/// let requests = queue.requests(at: now)                     // one request for 2 ads
/// queue.answer(requests[0], with: .ads([ad, other]), at: now + .seconds(1))
/// let next = queue.take(at: now + .seconds(2)) { $0.campaign != "spring" }
/// queue.nextDeadline(at: now + .seconds(2))                  // at once, for one is missing
/// ```
/// Ads are taken in the order in which they arrived. Together, the ads in stock and the ads expected from outstanding
/// requests are at most ``AdQueuePolicy/stock`` plus the wanted ads; idle ads are not counted. No more are requested or
/// accepted from the source than ``AdQueuePolicy/limit`` in all. A time earlier than the last one counts as the last one,
/// and times beyond 2⁵³ milliseconds count as 2⁵³ milliseconds. The same calls with the same seed give the same requests
/// on every machine; queues of different tenants are independent.
///
/// It does not know which ads are in the feed, nor how often they were seen: ``RepeatRule`` and ``FrequencyHistory``
/// decide that when an ad is taken. Ads that they do not allow now are idle: pass their number to
/// ``requests(at:wanted:idle:)``, so that others are requested nevertheless. Remove ads that they will never allow with
/// ``discard(at:where:)``.
public struct AdQueue<Creative> {
  /// A request that is outstanding.
  struct Waiting: Hashable, Sendable {
    let request: AdRequest
    /// The time at which the request fails; nil for never.
    var deadline: Duration?
    /// The number of ads that the queue expects from the request.
    var owed: Int
  }

  /// The tenant that the queue belongs to.
  public let tenant: String
  /// The policy for requests.
  public let policy: AdQueuePolicy
  /// The ads that are ready, in the order in which they are taken.
  package internal(set) var shelf = AdStock<Creative>()

  /// The number of ads that have expired in stock, unused.
  public private(set) var expiredCount = 0

  /// The names, campaigns and expiries of the ads on the shelf.
  var stockIndex = StockIndex<Duration>()
  /// The outstanding requests, which also ascend by deadline.
  var waiting: [Waiting] = []
  /// The number of ads expected from outstanding requests.
  var owed = 0
  /// The requests that timed out last and have not been answered.
  var overdue: [AdRequest] = []
  var pacing = RequestPacing()
  /// The names that are recalled, whose ads are accepted from nobody until ``readmit(_:)``.
  public private(set) var recalled: Set<AdName> = []
  var wanted = 0
  /// The number of ads in stock that cannot be shown now, as last passed by the caller.
  var idle = 0
  /// The time when an answer last brought ads; nil if an ad has been taken since.
  var lastUntakenFill: Duration?
  var clock = .zero - Duration.latest
  var nextNumber = 1
  var random: SplitMix64

  /// Makes a queue without ads; its first call of ``requests(at:wanted:idle:)`` returns requests for some.
  ///
  /// The jitter of the waits depends on the seed and the tenant's name.
  /// - Throws: What ``AdQueuePolicy/validate()`` throws.
  public init(tenant: String, policy: AdQueuePolicy = AdQueuePolicy(), seed: UInt64 = 0) throws(AdServingError) {
    try policy.validate()
    self.tenant = tenant
    self.policy = policy
    random = SplitMix64(seed: tenant.utf8.reduce(seed) { SplitMix64.mixed($0 &+ UInt64($1) &+ 1) })
  }
}

// MARK: - Taking and putting back

extension AdQueue {
  /// The ads that are ready, in the order in which they are taken, as of the last call with a time.
  /// - Complexity: O(*n*) in the number of ads in stock.
  public var stock: [Ad<Creative>] { Array(shelf) }

  /// Returns whether any ad is ready that has not expired at a time.
  package func hasStock(at now: Duration) -> Bool { !shelf.isEmpty && shelf.contains { !$0.hasExpired(at: now) } }

  /// Removes and returns the first ad that has not expired and is allowed; nil if there is none.
  /// - Complexity: Amortized O(*n* + log *s*) for *n* ads passed to `isAllowed` of *s* in stock.
  public mutating func take(
    at now: Duration, where isAllowed: (Ad<Creative>) -> Bool = { _ in true }
  ) -> Ad<Creative>? {
    advance(to: now)
    guard let index = shelf.firstIndex(where: isAllowed) else { return nil }
    return take(at: index)
  }

  /// Removes and returns up to `count` ads for a page: the first that have not expired and are allowed, in order.
  ///
  /// Each ad is judged at most once, together with those that are chosen for the page before it.
  /// - Complexity: Amortized O(*m* · (*n* + log *s*)) for *n* ads passed to `isAllowed` of *s* in stock, of which *m*
  ///   are chosen.
  public mutating func take(
    upTo count: Int, at now: Duration, where isAllowed: (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool
  ) -> [Ad<Creative>] {
    advance(to: now)
    return take(upTo: count, in: 0..<shelf.count, where: isAllowed)
  }

  /// Removes and returns up to `count` of the ads at some positions in stock, as of the last call with a time.
  mutating func take(
    upTo count: Int, in positions: Range<Int>, where isAllowed: (_ ad: Ad<Creative>, _ chosen: [Ad<Creative>]) -> Bool
  ) -> [Ad<Creative>] {
    var chosen: [Ad<Creative>] = []
    var (index, end) = (positions.lowerBound, positions.upperBound)
    while positions.upperBound - end < count, index < end {
      if isAllowed(shelf[index], chosen) {
        chosen.append(take(at: index))
        end -= 1
      } else {
        index += 1
      }
    }
    return chosen
  }

  private mutating func take(at index: Int) -> Ad<Creative> {
    let ad = shelf.remove(at: index)
    stockIndex.remove(ad.id)
    lastUntakenFill = nil
    assert(checkInvariants())
    return ad
  }

  /// Puts an ad back that was taken and not shown, as the next one to be taken.
  ///
  /// Several ads keep their order if the one taken last is put back first. They are accepted even if the stock is full.
  /// - Returns: Whether the ad was accepted: not if it has expired, was recalled meanwhile, has no name, or is in stock
  ///   again already.
  /// - Complexity: Amortized O(log *n*) in the number of ads in stock.
  @discardableResult
  public mutating func putBack(_ ad: Ad<Creative>, at now: Duration) -> Bool {
    advance(to: now)
    guard refusal(of: ad) == nil else { return false }
    shelf.prepend(ad)
    stockIndex.insert(ad.id, campaign: ad.campaign, expires: ad.expires)
    assert(checkInvariants())
    return true
  }

  /// Puts ads back that a page did not use, in their order, as the next ones to be taken.
  /// - Returns: The ads that were not accepted, and why: what ``putBack(_:at:)`` does not accept, and
  ///   ``AdRefusal/surplus`` beyond ``AdQueuePolicy/limit``.
  /// - Complexity: Amortized O(*n* log *s*) for *n* `ads` and *s* in stock.
  @discardableResult
  public mutating func putBack(
    contentsOf ads: some Sequence<Ad<Creative>>, at now: Duration
  ) -> [AdReceipt.RefusedAd] {
    putBack(ads, judgedAt: now, at: now)
  }

  /// Puts ads back of which those that have expired at another time are refused as well.
  mutating func putBack(
    _ ads: some Sequence<Ad<Creative>>, judgedAt time: Duration, at now: Duration
  ) -> [AdReceipt.RefusedAd] {
    advance(to: now)
    var accepted: [Ad<Creative>] = []
    var refused: [AdReceipt.RefusedAd] = []
    for ad in ads {
      let isFull = shelf.count + accepted.count >= AdQueuePolicy.limit
      if let reason = refusal(of: ad, judgedAt: time) ?? (isFull ? .surplus : nil) {
        refused.append(AdReceipt.RefusedAd(id: ad.id, reason: reason))
      } else {
        accepted.append(ad)
        stockIndex.insert(ad.id, campaign: ad.campaign, expires: ad.expires)
      }
    }
    for ad in accepted.reversed() { shelf.prepend(ad) }
    assert(checkInvariants())
    return refused
  }
}

extension AdQueue: Sendable where Creative: Sendable {}
extension AdQueue: Equatable where Creative: Equatable {}

// MARK: - Removal

extension AdQueue {
  /// Removes the ads of a name from the stock, and refuses them from now on, whoever brings them or puts them back.
  ///
  /// ``recalled`` has the names, for a queue that is made again later.
  /// - Returns: The number of ads that were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func recall(_ name: AdName) -> Int {
    recalled.insert(name)
    if case .ad(let id) = name, !stockIndex.contains(id) { return 0 }
    return removeStock { name.names($0.identity) }
  }

  /// Accepts the ads of a name again that was recalled.
  public mutating func readmit(_ name: AdName) { recalled.remove(name) }

  /// Returns whether one of an ad's names is recalled.
  private func isRecalled(_ ad: AdIdentity) -> Bool {
    !recalled.isEmpty
      && (recalled.contains(.ad(ad.adID)) || recalled.contains(.creative(ad.creativeID))
        || recalled.contains(.campaign(ad.campaign)) || ad.advertisers.contains { recalled.contains(.advertiser($0)) })
  }

  /// Removes ads that can never be shown, such as those of a campaign that has been seen often enough.
  ///
  /// The source would likely send the same ads again. So if any are removed, no request is made for
  /// ``AdQueuePolicy/noFillPause``.
  /// - Returns: The ads that were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func discard(at now: Duration, where isUseless: (Ad<Creative>) -> Bool) -> [Ad<Creative>] {
    advance(to: now)
    let useless = shelf.filter(isUseless)
    if useless.isEmpty { return [] }
    let ids = Set(useless.lazy.map(\.id))
    removeStock { ids.contains($0.id) }
    pacing.wait(until: clock + policy.noFillPause)
    return useless
  }

  /// Returns why an ad is refused, lack of room excepted; nil if it is not.
  func refusal(of ad: Ad<Creative>, judgedAt time: Duration? = nil) -> AdRefusal? {
    if ad.identity.isUnnamed { return .unnamed }
    if isRecalled(ad.identity) { return .recalled }
    if ad.hasExpired(at: max(clock, time ?? clock)) { return .expired }
    return stockIndex.contains(ad.id) ? .inStock : nil
  }
}

// MARK: - Time

extension AdQueue {
  /// The largest number of timed-out requests that are remembered, to recognize late answers.
  private static var overdueLimit: Int { 64 }

  /// Carries out everything that is due until a time, each as of its own time, so that the frequency of calls makes no
  /// difference.
  mutating func advance(to now: Duration) {
    // Everything due until `clock` has been done already.
    guard now.inRange > clock else { return }
    clock = now.inRange
    while let deadline = waiting.first?.deadline, deadline <= clock {
      let late = waiting.removeFirst()
      timeOut(late, at: deadline)
    }
    removeExpired()
    assert(checkInvariants())
  }

  /// Moves the queue's clock forward or back, if it was wrong: what is due after a time is due after the same time.
  ///
  /// Timeouts, waits and pauses move with the clock, the expiries of ads do not; a pause after ads that had expired by the
  /// clock as it was ends. Ads that have expired by the corrected
  /// clock are removed; those that were removed by the clock as it was do not come back.
  /// - Parameter change: The difference between the right time and the time that the clock shows.
  /// - Complexity: O(requests outstanding), and O(*n*) in the number of ads in stock if any has expired.
  public mutating func correctClock(by change: Duration) {
    let former = clock
    clock = (clock + change.inRange).inRange
    let change = clock - former
    for index in waiting.indices { waiting[index].deadline = waiting[index].deadline.map { $0 + change } }
    pacing.correctClock(by: change)
    lastUntakenFill = lastUntakenFill.map { $0 + change }
    removeExpired()
    assert(checkInvariants())
  }

  private mutating func removeExpired() {
    let (count, time) = (stockIndex.removeExpired(at: clock), clock)
    if count > 0 { shelf.removeFirst(count) { $0.hasExpired(at: time) } }
    expiredCount += count
  }

  private mutating func timeOut(_ late: Waiting, at deadline: Duration) {
    owed -= late.owed
    overdue.append(late.request)
    if overdue.count > Self.overdueLimit { overdue.removeFirst() }
    pacing.fail(late.request.attempt, at: deadline, retry: policy.retry, using: &random)
  }

  /// Removes ads from the stock, and returns how many.
  @discardableResult
  mutating func removeStock(where isGone: (Ad<Creative>) -> Bool) -> Int {
    let before = shelf.count
    shelf.removeAll { ad in
      let isGone = isGone(ad)
      if isGone { stockIndex.remove(ad.id) }
      return isGone
    }
    assert(checkInvariants())
    return before - shelf.count
  }

  /// Returns whether the properties are consistent with each other.
  func checkInvariants() -> Bool {
    shelf.allSatisfy { stockIndex.contains($0.id) } && stockIndex.count == shelf.count
      && stockIndex.campaigns == shelf.reduce(into: [:]) { $0[$1.campaign, default: 0] += 1 }
      && stockIndex.nextExpiry == shelf.compactMap(\.expires).min()
      && shelf.allSatisfy { !$0.hasExpired(at: clock) && !$0.identity.isUnnamed && !isRecalled($0.identity) }
      && waiting.allSatisfy { (0...$0.request.count).contains($0.owed) && ($0.deadline ?? .latest + .latest) > clock }
      && zip(waiting, waiting.dropFirst()).allSatisfy { $0.request.number < $1.request.number }
      && owed == waiting.reduce(0) { $0 + $1.owed }
      && waiting.count <= policy.concurrent && overdue.count <= Self.overdueLimit
  }
}

import Placement

/// The ads that one tenant has ready, and when its source is to be asked for more.
///
/// It asks nobody and has no clock: it says what to ask for, is told the answers and the time, and says when to come back.
///
/// ```swift
/// var queue = try AdQueue<String>(tenant: "sales", policy: AdQueuePolicy(stock: 2), seed: 1)
/// let requests = queue.requests(at: now)                     // one request for 2 ads
/// queue.answer(requests[0], with: .ads([ad, other]), at: now + .seconds(1))
/// let next = queue.take(at: now + .seconds(2)) { $0.campaign != "spring" }
/// queue.nextDeadline(at: now + .seconds(2))                  // at once, for one is missing
/// ```
/// Ads are taken in the order in which they came. Nothing is asked for that would make the ads in stock and those that requests
/// still owe more than ``AdQueuePolicy/stock`` and what is wanted, but for idle ones. A clock that goes back is treated as standing still, and
/// times beyond 2⁵³ milliseconds as that. The same calls with the same seed give the same requests on every machine; queues of
/// two tenants know nothing of each other.
///
/// It does not know which ads stand in the feed, nor how often they were seen: ``RepeatRule`` and ``FrequencyHistory`` judge that
/// when an ad is taken. What they do not allow now is told as idle by ``requests(at:wanted:idle:)``, and does not keep others from
/// being asked for; of what they never allow ``discard(at:where:)`` makes room.
public struct AdQueue<Creative> {
  /// A request that is outstanding.
  struct Waiting: Hashable, Sendable {
    let request: AdRequest
    /// When it has failed.
    let deadline: Duration?
    /// How many ads of it the queue counts on.
    var owed: Int
  }

  /// Whose queue it is.
  public let tenant: String
  /// How it asks.
  public let policy: AdQueuePolicy
  /// The ads that are ready, in the order in which they are taken.
  package internal(set) var shelf = AdStock<Creative>()

  var stockedIDs: Set<String> = []
  /// The outstanding requests, which also ascend by deadline.
  var waiting: [Waiting] = []
  /// The last requests that timed out and have not been answered.
  var overdue: [AdRequest] = []
  var pacing = RequestPacing()
  var recalledAds = RecallMarks()
  var recalledCampaigns = RecallMarks()
  var wanted = 0
  /// How many ads in stock may be shown nowhere, as was last told.
  var idle = 0
  /// When an answer last brought ads, as long as none has been taken since.
  var untried: Duration?
  var clock = .zero - Duration.latest
  var nextNumber = 1
  var random: SplitMix64

  /// Makes a queue without ads, which asks for some when it is first told the time.
  ///
  /// The jitter of its waits depends on the seed and the tenant's name.
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
  /// The ads that are ready, in the order in which they are taken, as of the last call that was told the time.
  /// - Complexity: O(*n*) in the number of ads in stock.
  public var stock: [Ad<Creative>] { Array(shelf) }

  /// Takes the first ad that may be shown and is allowed; nil where there is none.
  /// - Complexity: O(*n*) in the number of ads that are looked at, on average, at one time; O(ads in stock) when time passes.
  public mutating func take(
    at now: Duration, where isAllowed: (Ad<Creative>) -> Bool = { _ in true }
  ) -> Ad<Creative>? {
    advance(to: now)
    guard let index = shelf.firstIndex(where: isAllowed) else { return nil }
    let ad = shelf.remove(at: index)
    stockedIDs.remove(ad.id)
    untried = nil
    assert(checkInvariants())
    return ad
  }

  /// Gives an ad back that was taken and not shown, to be the next that is taken.
  ///
  /// Several that were taken one after the other keep their order when the last is given back first. They are kept even where the
  /// stock is full.
  /// - Returns: Whether it is in stock: not one that has expired, was recalled meanwhile, has no name or came again meanwhile.
  /// - Complexity: O(1) on average, at one time; O(ads in stock) when time passes.
  @discardableResult
  public mutating func putBack(_ ad: Ad<Creative>, at now: Duration) -> Bool {
    advance(to: now)
    guard refusal(of: ad, askedBy: .min) == nil else { return false }
    shelf.prepend(ad)
    stockedIDs.insert(ad.id)
    assert(checkInvariants())
    return true
  }
}

extension AdQueue: Sendable where Creative: Sendable {}
extension AdQueue: Equatable where Creative: Equatable {}

// MARK: - Removal

extension AdQueue {
  /// Removes an ad from the stock, and refuses it in the answers to what has been asked for until now.
  ///
  /// A request that is made later may bring it again: whoever answers it knows of the recall. The last 256 recalls are
  /// remembered, of ads and of campaigns. An ad that was taken is not in the queue any more: it is refused when it is put back.
  /// - Returns: How many ads were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func recall(adID: String) -> Int {
    recalledAds.add(adID, nextRequest: nextNumber)
    return removeStock { $0.id == adID }
  }

  /// Removes a campaign's ads from the stock, and refuses them in the answers to what has been asked for until now.
  /// - Returns: How many ads were removed.
  /// - Complexity: O(*n*) in the number of ads in stock.
  @discardableResult
  public mutating func recall(campaign: String) -> Int {
    recalledCampaigns.add(campaign, nextRequest: nextNumber)
    return removeStock { $0.campaign == campaign }
  }

  /// Removes the ads that nothing may show, such as those of a campaign that has been seen often enough, to make room for others.
  ///
  /// The source would likely bring the same again: where any are removed nothing is asked for as long as after no fill.
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

  /// Why an ad that a request brings is not taken, but for room.
  func refusal(of ad: Ad<Creative>, askedBy request: Int) -> AdRefusal? {
    if ad.id.isEmpty || ad.campaign.isEmpty { return .unnamed }
    if recalledAds.contains(ad.id, since: request) || recalledCampaigns.contains(ad.campaign, since: request) {
      return .recalled
    }
    if ad.hasExpired(at: clock) { return .expired }
    return stockedIDs.contains(ad.id) ? .inStock : nil
  }
}

// MARK: - Time

extension AdQueue {
  /// How many requests that timed out are remembered, so that their answers are known as late ones.
  static var overdueLimit: Int { 64 }

  /// Lets happen what is due until a time, each thing as of its own time, so that it makes no difference how often one looks.
  mutating func advance(to now: Duration) {
    // Nothing is left that was due by then.
    guard now.inRange > clock else { return }
    clock = now.inRange
    while let deadline = waiting.first?.deadline, deadline <= clock {
      let late = waiting.removeFirst()
      timeOut(late, at: deadline)
    }
    let time = clock
    if shelf.contains(where: { $0.hasExpired(at: time) }) { removeStock { $0.hasExpired(at: time) } }
    assert(checkInvariants())
  }

  private mutating func timeOut(_ late: Waiting, at deadline: Duration) {
    overdue.append(late.request)
    if overdue.count > Self.overdueLimit { overdue.removeFirst() }
    pacing.fail(late.request.attempt, at: deadline, retry: policy.retry, using: &random)
  }

  /// Removes ads from the stock and says how many.
  @discardableResult
  mutating func removeStock(where isGone: (Ad<Creative>) -> Bool) -> Int {
    let before = shelf.count
    shelf.removeAll(where: isGone)
    stockedIDs = Set(shelf.lazy.map(\.id))
    assert(checkInvariants())
    return before - shelf.count
  }

  /// Whether the parts agree with one another.
  func checkInvariants() -> Bool {
    stockedIDs == Set(shelf.map(\.id)) && stockedIDs.count == shelf.count
      && shelf.allSatisfy { !$0.hasExpired(at: clock) && !$0.id.isEmpty && !$0.campaign.isEmpty }
      && waiting.allSatisfy { (0...$0.request.count).contains($0.owed) && ($0.deadline ?? .latest + .latest) > clock }
      && zip(waiting, waiting.dropFirst()).allSatisfy { $0.request.number < $1.request.number }
      && waiting.count <= policy.concurrent && overdue.count <= Self.overdueLimit
  }
}

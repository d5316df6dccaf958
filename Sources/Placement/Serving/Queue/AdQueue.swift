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
  public init(tenant: String, policy: AdQueuePolicy = AdQueuePolicy(), seed: UInt64 = 0) throws(PlacementError) {
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

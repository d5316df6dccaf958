/// Who waits for ads, in the order in which they came, and which ads all of them have refused.
///
/// A caller that waits has refused all that was in stock when it came, so only ads that arrive later are offered to it.
/// An ad that is put back, or another of a campaign that caps have refused, is offered to those alone who came after it
/// was refused last.
struct WaitingLine: Sendable {
  struct Caller: Sendable {
    let number: Int
    /// The largest number of ads that it takes.
    let count: Int
    /// The time at which its wait ends.
    let deadline: Duration
    /// Whether it refuses all ads of a campaign, if it refuses one.
    let judgesCampaigns: Bool
  }

  private enum Subject: Hashable {
    case ad(String), campaign(String)
  }

  private(set) var callers: [Caller] = []
  /// The number of ads that all callers together want.
  private(set) var wanted = 0
  private var nextNumber = 0
  private var adJudges = 0
  /// A time before which no wait ends.
  private var firstDeadline: Duration?
  /// The ads and campaigns that callers have refused, each with the number of the first caller that has not.
  private var refusals: [Subject: Int] = [:]

  /// The largest number of refusals that are remembered; beyond it, all are forgotten, and ads are offered once more.
  private static var refusalLimit: Int { 4 * AdQueuePolicy.limit }

  var isEmpty: Bool { callers.isEmpty }

  /// Adds a caller, and returns its number.
  mutating func add(count: Int, until deadline: Duration, judgesCampaigns: Bool) -> Int {
    defer { nextNumber += 1 }
    callers.append(
      Caller(number: nextNumber, count: count, deadline: deadline, judgesCampaigns: judgesCampaigns))
    wanted += count
    adJudges += judgesCampaigns ? 0 : 1
    firstDeadline = .least(firstDeadline, deadline)
    return nextNumber
  }

  /// Removes a caller; returns whether it waited.
  /// - Complexity: O(*n*) in the number of callers that came after it.
  mutating func remove(_ number: Int) -> Bool {
    let index = index(of: number)
    guard index < callers.count, callers[index].number == number else { return false }
    noteLeaving(callers.remove(at: index))
    return true
  }

  /// Removes the callers that satisfy a condition; returns their numbers.
  /// - Complexity: O(*n*) in the number of callers.
  mutating func removeAll(where isOver: (Caller) -> Bool) -> [Int] {
    let over = callers.filter(isOver)
    callers.removeAll(where: isOver)
    firstDeadline = callers.lazy.map(\.deadline).min()
    for caller in over { noteLeaving(caller) }
    return over.map(\.number)
  }

  /// Removes the callers whose waits have ended; returns their numbers.
  /// - Complexity: O(1) if there are none; O(*n*) in the number of callers otherwise.
  mutating func removeEnded(at now: Duration) -> [Int] {
    firstDeadline.map { $0 <= now } ?? false ? removeAll { $0.deadline <= now } : []
  }

  private mutating func noteLeaving(_ caller: Caller) {
    wanted -= caller.count
    adJudges -= caller.judgesCampaigns ? 0 : 1
    if callers.isEmpty { (refusals, firstDeadline) = ([:], nil) }
  }

  /// Returns the index of a caller, or of the first that came after it.
  private func index(of number: Int) -> Int {
    var (low, high) = (0, callers.count)
    while low < high {
      let middle = (low + high) / 2
      if callers[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Offers

  /// Returns whether an ad is to be offered to a caller: it has not refused it yet, as far as is known.
  func isOpen(_ caller: Caller, to ad: AdIdentity) -> Bool {
    caller.number >= refusals[caller.judgesCampaigns ? .campaign(ad.campaign) : .ad(ad.adID), default: 0]
  }

  /// Returns the callers from the first on that has not refused one of the ads.
  /// - Complexity: O(*n* + log *m*) for *n* ads and *m* callers.
  func open(to ads: [AdIdentity]) -> ArraySlice<Caller> {
    var first = nextNumber
    for ad in ads {
      if adJudges < callers.count { first = min(first, refusals[.campaign(ad.campaign), default: 0]) }
      if adJudges > 0 { first = min(first, refusals[.ad(ad.adID), default: 0]) }
    }
    return callers[index(of: first)...]
  }

  /// Notes that all callers have refused an ad.
  mutating func noteRefusal(of ad: AdIdentity) {
    if refusals.count > Self.refusalLimit { refusals = [:] }
    if adJudges < callers.count { refusals[.campaign(ad.campaign)] = nextNumber }
    if adJudges > 0 { refusals[.ad(ad.adID)] = nextNumber }
  }
}

import AdServing
import Placement

/// What an ``AdQueue`` should hold, found by living through everything that has happened, millisecond by millisecond.
///
/// Times are small numbers of milliseconds, and waits have no jitter. All but the expiries of ads go by a clock that is
/// never corrected.
struct AdQueueModel {
  struct Policy {
    var (stock, batch, concurrent, pause) = (2, 2, 1, 4)
    /// The number of ads below which more are requested.
    var lowWater = 2
    var (lifetime, timeout, attempts): (Int?, Int?, Int?) = (6, 3, 3)
    /// The waits after the first, second, … failure; then the last for ever.
    var waits = [1, 2, 4, 5]
  }

  struct Ad: Equatable {
    var id: String
    var campaign: String
    var expires: Int?
  }

  enum Answer {
    case ads([Ad]), noFill, failure
  }

  enum Event {
    case ask(wanted: Int, idle: Int), answer(number: Int, Answer), take(from: Int), putBack(Ad), recallAd(String)
    case recallCampaign(String), readmitAll, discard(campaign: String), resume, look, correctClock(by: Int)
  }

  /// A request and what became of it.
  struct Request: Equatable {
    enum Fate { case open, overdue, answered }
    var (number, count, attempt, sent, counted): (Int, Int, Int, Int, Int)
    var fate = Fate.open
    static func == (one: Self, other: Self) -> Bool { one.number == other.number && one.fate == other.fate }
  }

  let policy: Policy
  private(set) var stock: [Ad] = []
  private(set) var requests: [Request] = []
  private(set) var taken: Ad?
  private var (wanted, failures, quietUntil, gaveUp) = (0, 0, 0, false)
  /// Whether it is quiet because of ads that had expired by a clock that may have been wrong.
  private var isQuietForExpiry = false
  private var idle = 0
  /// How much the queue's clock has been corrected.
  private(set) var correction = 0
  /// When ads have come since the last one was taken, and since nothing that had happened was forgotten.
  private var arrivals: [Int] = []
  private var recalled: (ads: Set<String>, campaigns: Set<String>) = ([], [])

  var open: [Request] { requests.filter { $0.fate == .open } }
  private var promised: Int { open.map(\.counted).reduce(0, +) }
  private var goal: Int { policy.stock + wanted + min(idle, stock.count) }

  /// Lives through a log whose times ascend, and on until a time.
  init(_ policy: Policy, log: [(time: Int, event: Event)], until end: Int) {
    self.policy = policy
    var rest = log[...]
    for now in 0...end {
      tick(now)
      while let next = rest.first, next.time == now {
        happen(next.event, now)
        rest.removeFirst()
      }
    }
  }

  /// What is to be asked for now, as counts.
  func due(_ now: Int) -> [Int] {
    var counts: [Int] = []
    let isInVain = !stock.isEmpty && idle >= stock.count
    if isInVain, let last = arrivals.last, now < last + policy.pause { return [] }
    while true {
      let ready = stock.count + promised + counts.reduce(0, +)
      if wanted == 0, ready >= policy.lowWater + min(idle, stock.count) { return counts }
      let lack = goal - ready
      let room = failures == 0 ? policy.concurrent : 1
      if lack <= 0 || open.count + counts.count >= room || gaveUp || now < quietUntil { return counts }
      counts.append(min(lack, policy.batch))
    }
  }

  private mutating func tick(_ now: Int) {
    for index in requests.indices where requests[index].fate == .open {
      guard let timeout = policy.timeout, requests[index].sent + timeout == now else { continue }
      requests[index].fate = .overdue
      failed(requests[index].attempt, now)
    }
    removeExpired(now)
  }

  private mutating func removeExpired(_ now: Int) {
    stock.removeAll { $0.expires.map { $0 <= now + correction } ?? false }
  }

  private mutating func happen(_ event: Event, _ now: Int) {
    switch event {
    case .ask(let count, let idle): ask(count, idle, now)
    case .answer(let number, let answer): self.answer(number, answer, now)
    case .take(let from):
      taken = stock.dropFirst(from).first
      stock.removeAll { $0 == taken }
      if taken != nil { arrivals = [] }
    case .putBack(let ad):
      if !isRecalled(ad), isFresh(ad, now) { stock.insert(ad, at: 0) }
    case .recallAd(let id):
      stock.removeAll { $0.id == id }
      recalled.ads.insert(id)
    case .recallCampaign(let campaign):
      stock.removeAll { $0.campaign == campaign }
      recalled.campaigns.insert(campaign)
    case .readmitAll: recalled = ([], [])
    case .discard(let campaign):
      let isUseless = stock.contains { $0.campaign == campaign }
      if isUseless { (quietUntil, isQuietForExpiry) = (max(quietUntil, now + policy.pause), false) }
      stock.removeAll { $0.campaign == campaign }
    case .resume: (failures, quietUntil, isQuietForExpiry, gaveUp, arrivals) = (0, 0, false, false, [])
    case .look: break
    case .correctClock(let change):
      correction += change
      if isQuietForExpiry { (quietUntil, isQuietForExpiry) = (0, false) }
      removeExpired(now)
    }
  }

  private func isFresh(_ ad: Ad, _ now: Int) -> Bool {
    !ad.id.isEmpty && !ad.campaign.isEmpty && ad.expires ?? .max > now + correction
      && !stock.contains { $0.id == ad.id }
  }

  private mutating func ask(_ count: Int, _ idle: Int, _ now: Int) {
    if count > wanted, gaveUp { (gaveUp, failures) = (false, failures - 1) }
    (wanted, self.idle) = (count, idle)
    for count in due(now) {
      requests.append(
        Request(number: requests.count + 1, count: count, attempt: failures + 1, sent: now, counted: count))
    }
  }

  private mutating func failed(_ attempt: Int, _ now: Int) {
    if attempt <= failures { return }
    failures += 1
    quietUntil = max(quietUntil, now + policy.waits[min(failures, policy.waits.count) - 1])
    isQuietForExpiry = false
    gaveUp = policy.attempts == failures
  }

  private mutating func answer(_ number: Int, _ answer: Answer, _ now: Int) {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
    let fate = requests[index].fate
    if fate == .answered { return }
    let most = max(goal, stock.count + promised)
    requests[index].fate = .answered
    switch answer {
    case .ads(let ads) where !ads.isEmpty:
      let hadRoom = stock.count < most
      let before = stock.count
      for ad in ads where stock.count < most { arrive(ad, now) }
      while stock.count + promised > most {
        let last = requests.lastIndex { $0.fate == .open && $0.counted > 0 }
        if let last { requests[last].counted -= 1 }
      }
      if stock.count > before || (fate == .open && !hadRoom) {
        (failures, quietUntil, isQuietForExpiry, gaveUp) = (0, 0, false, false)
      } else if fate == .open {
        pause(now)
        isQuietForExpiry = ads.contains { $0.expires.map { $0 <= now + correction } ?? false }
      }
    case .ads, .noFill: if fate == .open { pause(now) }
    case .failure: if fate == .open { failed(requests[index].attempt, now) }
    }
  }

  private mutating func pause(_ now: Int) {
    (failures, quietUntil, isQuietForExpiry, gaveUp) = (0, now + policy.pause, false, false)
  }

  private func isRecalled(_ ad: Ad) -> Bool {
    recalled.ads.contains(ad.id) || recalled.campaigns.contains(ad.campaign)
  }

  private mutating func arrive(_ ad: Ad, _ now: Int) {
    guard !isRecalled(ad), isFresh(ad, now) else { return }
    arrivals.append(now)
    stock.append(
      Ad(id: ad.id, campaign: ad.campaign, expires: ad.expires ?? policy.lifetime.map { now + correction + $0 }))
  }
}

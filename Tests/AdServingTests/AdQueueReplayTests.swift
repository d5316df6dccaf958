import TestSupport
import Testing

@testable import AdServing
@testable import Placement

/// Random histories of a queue, compared with ``AdQueueModel`` after every event.
@Suite struct AdQueueReplayTests {
  private typealias Model = AdQueueModel

  private static let seeds = Sample.of(UInt64(1)...2_500, few: UInt64(1)...32)

  private static func policies(_ random: inout SeededGenerator) -> (Model.Policy, AdQueuePolicy) {
    func maybe(_ range: ClosedRange<Int>) -> Int? {
      Int.random(in: 0...4, using: &random) == 0 ? nil : Int.random(in: range, using: &random)
    }
    var model = Model.Policy(
      stock: Int.random(in: 0...6, using: &random), batch: Int.random(in: 1...3, using: &random),
      concurrent: Int.random(in: 1...3, using: &random), pause: Int.random(in: 1...5, using: &random),
      lifetime: maybe(1...12), timeout: maybe(1...5), attempts: maybe(1...3))
    let lowWater = Bool.random(using: &random) ? nil : Int.random(in: 1...7, using: &random)
    model.lowWater = lowWater ?? model.stock - min(model.batch, model.stock / 2) + 1
    func time(_ count: Int) -> Duration { .milliseconds(count) }
    return (
      model,
      AdQueuePolicy(
        stock: model.stock, lowWater: lowWater, batch: model.batch, concurrent: model.concurrent,
        lifetime: model.lifetime.map(time),
        timeout: model.timeout.map(time),
        retry: Backoff(first: time(1), factor: 2, most: time(5), jitter: 0, attempts: model.attempts),
        noFillPause: time(model.pause))
    )
  }

  /// Two lives of one queue: as it is, and as the model says.
  private struct World {
    let policy: Model.Policy
    var queue: AdQueue<Int>
    var log: [(time: Int, event: Model.Event)] = []
    var now = 0
    var taken: [Ad<Int>] = []
    var (wanted, idle) = (0, 0)
    var sent: [Int: AdRequest] = [:]
    var correction = 0
    var time: Duration { .milliseconds(now + correction) }
    var model: Model { Model(policy, log: log, until: now) }

    init(seed: UInt64, _ random: inout SeededGenerator) throws {
      let (model, policy) = AdQueueReplayTests.policies(&random)
      self.policy = model
      queue = try AdQueue(tenant: "t", policy: policy, seed: seed)
    }

    /// Lets the queue know the time, which its lists are as of.
    mutating func look() { _ = queue.take(at: time) { _ in false } }

    mutating func ask() -> [AdRequest] {
      let made = queue.requests(at: time, wanted: wanted, idle: idle)
      for request in made { sent[request.number] = request }
      return made
    }
  }

  // MARK: The properties

  @Test func `a queue holds after every event what living through all of them gives`() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      var world = try World(seed: seed, &random)
      for step in 0..<30 {
        world.now += [0, 0, 0, 1, 1, 2, 4].randomElement(using: &random) ?? 0
        let label: Comment = "seed \(seed), step \(step), \(world.log.suffix(3)), \(world.policy)"
        happen(&world, &random, label)
        world.look()
        let model = world.model
        #expect(world.queue.stock.map(plain) == model.stock, label)
        #expect(world.queue.outstanding.map(\.number) == model.open.map(\.number), label)
        #expect(world.queue.outstanding.map(\.count) == model.open.map(\.count), label)
        #expect(world.queue.outstanding.map(\.attempt) == model.open.map(\.attempt), label)
      }
    }
  }

  @Test func `nothing is due before the deadline and something is then`() throws {
    for seed in Self.seeds.prefix(Self.seeds.count / 4) {
      var random = SeededGenerator(seed: seed)
      var world = try World(seed: seed, &random)
      for step in 0..<30 {
        world.now += Int.random(in: 0...3, using: &random)
        let label: Comment = "seed \(seed), step \(step), \(world.log.suffix(3)), \(world.policy)"
        happen(&world, &random, label)
        world.look()
        let deadline = world.queue.nextDeadline(at: world.time)
        #expect(deadline == firstChange(of: world), label)
      }
    }
  }

  @Test func `it makes no difference how often one looks`() throws {
    for seed in Self.seeds.prefix(Self.seeds.count / 4) {
      var random = SeededGenerator(seed: seed)
      var world = try World(seed: seed, &random)
      for _ in 0..<30 { happen(&world, &random, "seed \(seed)") }
      var watched = world.queue
      for _ in 0..<25 {
        world.now += 1
        _ = watched.take(at: world.time) { _ in false }
      }
      world.look()
      #expect(watched == world.queue, "seed \(seed)")
    }
  }

  /// The first time at which anything of a queue is other than before when only time passes, looked for one by one.
  private func firstChange(of world: World) -> Duration? {
    var queue = world.queue
    for now in world.now + world.correction...world.now + world.correction + 150 {
      let (stock, outstanding) = (queue.stock.map(\.id), queue.outstanding)
      _ = queue.take(at: .milliseconds(now)) { _ in false }
      if queue.stock.map(\.id) != stock || queue.outstanding != outstanding { return .milliseconds(now) }
      var asked = queue
      let requests = asked.requests(at: .milliseconds(now), wanted: world.wanted, idle: world.idle)
      if !requests.isEmpty { return .milliseconds(now) }
    }
    return nil
  }

  // MARK: What happens

  private func happen(_ world: inout World, _ random: inout SeededGenerator, _ label: Comment) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<4: ask(&world, &random, label)
    case 4..<8: answer(&world, &random, label)
    case 8: take(&world, &random, label)
    case 9: putBack(&world, label)
    case 10: recall(&world, &random)
    case 11: discard(&world, &random, label)
    case 12: correctClock(&world, &random)
    default: resume(&world, &random)
    }
  }

  private func ask(_ world: inout World, _ random: inout SeededGenerator, _ label: Comment) {
    world.look()
    let due = world.model.due(world.now)
    let before = world.queue.stock.count + world.queue.owed
    if Bool.random(using: &random) {
      #expect(world.ask().map(\.count) == due, label)
    } else {
      world.wanted = Int.random(in: 0...3, using: &random)
      world.idle = max(0, Int.random(in: -2...6, using: &random))
      _ = world.ask()
    }
    world.log.append((world.now, .ask(wanted: world.wanted, idle: world.idle)))
    let total = world.queue.stock.count + world.queue.owed
    let idle = min(world.idle, world.queue.stock.count)
    #expect(total <= max(world.policy.stock + world.wanted + idle, before), label)
  }

  private func answer(_ world: inout World, _ random: inout SeededGenerator, _ label: Comment) {
    let before = world.model
    let open = before.open.randomElement(using: &random)
    let isAny = Int.random(in: 0...2, using: &random) == 0
    guard let request = isAny ? before.requests.randomElement(using: &random) : open else { return }
    guard let sent = world.sent[request.number] else { return }
    let (mine, theirs) = answers(&random, at: world.now + world.correction)
    world.look()
    let ceiling = max(world.queue.target, world.queue.stock.count + world.queue.owed)
    let receipt = world.queue.answer(sent, with: mine, at: world.time)
    #expect(world.queue.stock.count + world.queue.owed <= ceiling, label)
    world.log.append((world.now, .answer(number: request.number, theirs)))
    let arrival: [Model.Request.Fate: AdReceipt.Arrival] = [.open: .inTime, .overdue: .late, .answered: .unexpected]
    #expect(receipt.arrival == arrival[request.fate], label)
    #expect(receipt.taken == world.model.stock.count - before.stock.count, label)
    if case .ads(let ads) = mine, receipt.arrival != .unexpected {
      #expect(receipt.taken + receipt.refused.count == ads.count, label)
    }
  }

  private func answers(_ random: inout SeededGenerator, at now: Int) -> (AdAnswer<Int>, Model.Answer) {
    switch Int.random(in: 0...5, using: &random) {
    case 0: return (.failure, .failure)
    case 1: return (.noFill, .noFill)
    default:
      let ads = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        let name = Int.random(in: 0...7, using: &random)
        let expires = Bool.random(using: &random) ? nil : now + Int.random(in: -1...9, using: &random)
        return Model.Ad(id: name == 7 ? "" : "\(name)", campaign: "c\(name % 3)", expires: expires)
      }
      return (.ads(ads.map(queueAd)), .ads(ads))
    }
  }

  private func take(_ world: inout World, _ random: inout SeededGenerator, _ label: Comment) {
    let from = Int.random(in: 0...2, using: &random)
    var seen = 0
    let ad = world.queue.take(at: world.time) { _ in
      seen += 1
      return seen > from
    }
    world.log.append((world.now, .take(from: from)))
    #expect(ad.map(plain) == world.model.taken, label)
    if let ad { world.taken.append(ad) }
  }

  private func putBack(_ world: inout World, _ label: Comment) {
    guard let ad = world.taken.popLast() else { return }
    let before = world.model.stock.count
    let isBack = world.queue.putBack(ad, at: world.time)
    world.log.append((world.now, .putBack(plain(ad))))
    #expect(isBack == (world.model.stock.count > before), label)
  }

  private func recall(_ world: inout World, _ random: inout SeededGenerator) {
    let name = Int.random(in: 0...6, using: &random)
    if Bool.random(using: &random) {
      for name in world.queue.recalled { world.queue.readmit(name) }
      world.log.append((world.now, .readmitAll))
    } else if Bool.random(using: &random) {
      world.queue.recall(.ad("\(name)"))
      world.log.append((world.now, .recallAd("\(name)")))
    } else {
      world.queue.recall(.campaign("c\(name % 3)"))
      world.log.append((world.now, .recallCampaign("c\(name % 3)")))
    }
  }

  private func discard(_ world: inout World, _ random: inout SeededGenerator, _ label: Comment) {
    let campaign = "c\(Int.random(in: 0...2, using: &random))"
    let before = world.model.stock
    let gone = world.queue.discard(at: world.time) { $0.campaign == campaign }
    world.log.append((world.now, .discard(campaign: campaign)))
    #expect(gone.map(plain) == before.filter { $0.campaign == campaign }, label)
  }

  private func correctClock(_ world: inout World, _ random: inout SeededGenerator) {
    world.look()
    let change = Int.random(in: -4...4, using: &random)
    world.queue.correctClock(by: .milliseconds(change))
    world.correction += change
    world.log.append((world.now, .correctClock(by: change)))
  }

  private func resume(_ world: inout World, _ random: inout SeededGenerator) {
    world.look()
    let isResumed = Bool.random(using: &random)
    if isResumed { world.queue.resume() }
    world.log.append((world.now, isResumed ? .resume : .look))
  }

  // MARK: Between the two

  private func plain(_ ad: Ad<Int>) -> Model.Ad {
    Model.Ad(id: ad.id, campaign: ad.campaign, expires: ad.expires.map { Int($0 / .milliseconds(1)) })
  }

  private func queueAd(_ ad: Model.Ad) -> Ad<Int> {
    Ad(id: ad.id, campaign: ad.campaign, expires: ad.expires.map { .milliseconds($0) }, creative: 0)
  }
}

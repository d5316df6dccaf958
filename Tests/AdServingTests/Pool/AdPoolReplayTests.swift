import AdServing
import TestSupport
import Testing

/// Random histories of a pool, whose tasks run in random orders, compared with ``ReferencePool`` after every event.
@Suite struct AdPoolReplayTests {
  private static let seeds = Sample.of(UInt64(1)...2_000, few: UInt64(1)...60)

  /// One pool, and what the reference says of it.
  private final class Twins {
    let world: PoolWorld
    var reference: ReferencePool
    let policy: AdQueuePolicy
    let label: String
    var random: SeededGenerator
    var log: [String] = []
    /// The time since the start of the clock, which corrections do not change.
    var now = Duration.zero
    /// The time that the pool's clock shows.
    var time: Duration { reference.start + now }
    var callers = 0
    /// Ads that callers have taken and not put back.
    var lent: [Ad<Int>] = []
    var seen: Set<Int> = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      func maybe(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> Duration? {
        Int.random(in: 0...4, using: &random) == 0 ? nil : .milliseconds(Int.random(in: range, using: &random))
      }
      policy = AdQueuePolicy(
        stock: Int.random(in: 0...6, using: &random),
        lowWater: Bool.random(using: &random) ? nil : Int.random(in: 1...7, using: &random),
        batch: Int.random(in: 1...3, using: &random),
        concurrent: Int.random(in: 1...3, using: &random), lifetime: maybe(1...20, &random),
        timeout: maybe(1...6, &random),
        retry: Backoff(
          first: .milliseconds(1), factor: 2, most: .milliseconds(5), jitter: 0,
          attempts: Bool.random(using: &random) ? nil : Int.random(in: 1...3, using: &random)),
        noFillPause: .milliseconds(Int.random(in: 1...6, using: &random)))
      let cancels = Bool.random(using: &random)
      world = try PoolWorld(policy, seed: seed, cancelsOverdueRequests: cancels)
      reference = ReferencePool(
        queue: try AdQueue(tenant: "t", policy: policy, seed: seed), cancelsOverdueRequests: cancels)
      label = "seed \(seed)"
    }
  }

  @Test func `a pool holds after every event what looking at every millisecond gives`() throws {
    for seed in Self.seeds {
      let twins = try Twins(seed: seed)
      twins.world.start()
      twins.reference.look(at: twins.now)
      compare(twins)
      for _ in 0..<40 {
        happen(twins)
        compare(twins)
      }
      if Bool.random(using: &twins.random) {
        twins.world.with { await $0.shutdown() }
      } else {
        twins.world.cancelRun()
      }
      twins.reference.shutdown(at: twins.now)
      compare(twins)
      #expect(twins.world.hasEnded.value && twins.world.clock.sleeperCount == 0, "\(twins.label)")
      #expect(twins.world.taken.value.count == twins.callers, "\(twins.label)")
    }
  }

  private func compare(_ twins: Twins) {
    let label: Comment = "\(twins.label), \(twins.log.suffix(4)), \(twins.policy)"
    #expect(twins.world.stock == twins.reference.queue.stock, label)
    #expect(twins.world.source.requests.map(\.number) == twins.reference.runningNumbers, label)
    let taken = twins.world.taken.value
    #expect(taken.mapValues { $0.map(\.id) } == twins.reference.results, label)
    #expect(twins.world.counters == twins.reference.counters, label)
    for (caller, ads) in taken where twins.seen.insert(caller).inserted { twins.lent += ads }
  }

  // MARK: What happens

  private func happen(_ twins: Twins) {
    switch Int.random(in: 0..<17, using: &twins.random) {
    case 0..<5: advance(twins)
    case 5..<9: answer(twins)
    case 9..<12: take(twins)
    case 12: putBack(twins)
    case 13: recall(twins)
    case 14: cancel(twins)
    case 15: correctClock(twins)
    default: change(twins)
    }
    twins.reference.look(at: twins.now)
  }

  private func advance(_ twins: Twins) {
    for _ in 0..<Int.random(in: 1...4, using: &twins.random) {
      twins.world.advance(by: 1)
      twins.now += .milliseconds(1)
      twins.reference.look(at: twins.now)
    }
    twins.log.append("\(twins.now)")
  }

  private func ads(_ twins: Twins) -> [Ad<Int>] {
    (0..<Int.random(in: 0...5, using: &twins.random)).map { _ in
      let name = Int.random(in: 0...9, using: &twins.random)
      let life = Bool.random(using: &twins.random) ? nil : Int.random(in: 0...12, using: &twins.random)
      return Ad(
        id: name == 9 ? "" : "\(name)", creativeID: "\(name % 4)", campaign: "c\(name % 3)",
        advertisers: ["c\(name % 3)"],
        expires: life.map { twins.time + .milliseconds($0) }, creative: name)
    }
  }

  private func answer(_ twins: Twins) {
    guard let request = twins.world.source.requests.randomElement(using: &twins.random) else { return }
    let ads = Int.random(in: 0...4, using: &twins.random) == 0 ? nil : ads(twins)
    twins.log.append("answer \(request.number) with \(ads?.map(\.id) ?? ["failure"])")
    twins.world.answer(request, with: ads)
    twins.reference.answer(request, with: ads.map { .ads($0) } ?? .failure, at: twins.now)
  }

  private func take(_ twins: Twins) {
    let (caller, count) = (twins.callers, Int.random(in: 0...3, using: &twins.random))
    let wait = Int.random(in: 0...1, using: &twins.random) * Int.random(in: 1...9, using: &twins.random)
    let time =
      Bool.random(using: &twins.random)
      ? nil : twins.time + .milliseconds(Int.random(in: -3...3, using: &twins.random))
    twins.callers += 1
    twins.log.append("\(caller) takes \(count) at \(time.map { "\($0)" } ?? "now"), waiting \(wait)")
    let (waiting, deadline) = (Duration.milliseconds(wait), twins.now + .milliseconds(wait))
    if Bool.random(using: &twins.random) {
      let refused = Int.random(in: 0...3, using: &twins.random)
      twins.reference.take(
        ReferencePool.Waiter(
          number: caller, count: count, deadline: deadline, start: time.map { $0 - twins.now },
          isAllowed: { ad, chosen, _ in ad.creative % 3 != refused && !chosen.contains { $0.campaign == ad.campaign } }),
        waits: wait > 0, at: twins.now)
      twins.world.take(caller) { pool in
        await pool.take(upTo: count, at: time, waiting: waiting) { ad, chosen in
          ad.campaign != "c\(refused)" && chosen.allSatisfy { $0.campaign != ad.campaign }
        }
      }
    } else {
      let unit = FrequencyCap.Unit.allCases.randomElement(using: &twins.random) ?? .campaign
      let caps = (try? FrequencyCap.list("2 per 8ms by \(unit)")) ?? []
      var (seen, times) = (FrequencyHistory(), [String: [Duration]]())
      for _ in 0..<3 {
        let name = "\(unit == .creative ? "" : "c")\(Int.random(in: 0...2, using: &twins.random))"
        let identity = AdIdentity(adID: "", creativeID: name, campaign: name, advertisers: [name])
        seen.record(identity, caps: caps, at: max(.zero, twins.time))
        times[name, default: []].append(max(.zero, twins.time))
      }
      // Whether it has something to say beside its caps.
      let refused = Bool.random(using: &twins.random) ? nil : Int.random(in: 0...3, using: &twins.random)
      twins.reference.take(
        ReferencePool.Waiter(
          number: caller, count: count, judgesCampaigns: unit == .campaign && refused == nil, deadline: deadline,
          start: time.map { $0 - twins.now }, isAllowed: refused.map { id in { ad, _, _ in ad.creative % 4 != id } },
          isWithinCaps: { [times] ad, chosen, now in
            let name = { (ad: Ad<Int>) in unit == .creative ? ad.creativeID : ad.campaign }
            let recent = times[name(ad), default: []].filter { $0 + .milliseconds(8) > now }
            return recent.count + chosen.filter { name($0) == name(ad) }.count < 2
          }), waits: wait > 0, at: twins.now)
      twins.world.take(caller) { [seen] pool in
        await pool.take(
          upTo: count, within: caps, seen: seen, at: time, waiting: waiting,
          where: refused.map { id in { @Sendable ad, _ in ad.creative % 4 != id } })
      }
    }
  }

  private func putBack(_ twins: Twins) {
    let count = Int.random(in: 0...twins.lent.count, using: &twins.random)
    let ads = Array(twins.lent.suffix(count))
    twins.lent.removeLast(count)
    let time = Bool.random(using: &twins.random) ? nil : twins.time + .milliseconds(2)
    twins.log.append("put back \(ads.map(\.id)) at \(time.map { "\($0)" } ?? "now")")
    twins.world.with { await $0.putBack(ads, at: time) }
    twins.reference.putBack(ads, judgedAt: time, at: twins.now)
  }

  private func recall(_ twins: Twins) {
    let name = Int.random(in: 0...8, using: &twins.random)
    twins.log.append("recall \(name) or readmit all")
    if Bool.random(using: &twins.random) {
      for name in twins.reference.queue.recalled {
        twins.world.with { await $0.readmit(name) }
        twins.reference.change { $0.readmit(name) }
      }
    } else if Bool.random(using: &twins.random) {
      twins.world.with { await $0.recall(.ad("\(name)")) }
      twins.reference.change { $0.recall(.ad("\(name)")) }
    } else {
      twins.world.with { await $0.recall(.campaign("c\(name % 3)")) }
      twins.reference.change { $0.recall(.campaign("c\(name % 3)")) }
    }
  }

  private func correctClock(_ twins: Twins) {
    let change = Duration.milliseconds(Int.random(in: -4...4, using: &twins.random))
    let time = twins.time + change
    twins.log.append("correct the clock by \(change)")
    twins.world.with { await $0.correctClock(to: time) }
    twins.reference.correctClock(by: change)
  }

  private func cancel(_ twins: Twins) {
    if twins.callers == 0 { return }
    let caller = Int.random(in: 0..<twins.callers, using: &twins.random)
    twins.log.append("cancel \(caller)")
    twins.world.cancel(caller)
    twins.reference.cancel(caller)
  }

  private func change(_ twins: Twins) {
    let (now, time) = (twins.now, twins.time)
    switch Int.random(in: 0...2, using: &twins.random) {
    case 0:
      twins.log.append("resume")
      twins.world.with { await $0.resume() }
      twins.reference.resume()
    case 1:
      twins.log.append("discard c1")
      twins.world.with { await $0.discard { $0.campaign == "c1" } }
      twins.reference.change { $0.discard(at: time) { $0.campaign == "c1" } }
    default:
      let ads = ads(twins)
      twins.log.append("restock \(ads.map(\.id))")
      twins.world.with { await $0.restock(ads) }
      twins.reference.restock(ads, at: now)
    }
  }
}

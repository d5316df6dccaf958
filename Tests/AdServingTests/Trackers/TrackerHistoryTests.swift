import Foundation
import Placement
import TestSupport
import Testing

@testable import AdServing

/// Histories of services that crash at any moment, merge and receive uploads again, against a list of all that happened.
@Suite struct TrackerHistoryTests {
  /// A process of the service, with what it has stored.
  private struct Process {
    var inbox = ReceiptInbox()
    var outbox = TrackerOutbox()
    var model = TrackerModel()
    /// The ads whose impressions have been counted, for which money is owed.
    var owed: Set<String> = []
    private var stored = (ReceiptInbox(), TrackerOutbox(), TrackerModel(), Set<String>())

    mutating func store() { stored = (inbox, outbox, model, owed) }

    /// Loads what was stored, as bytes or as it is.
    mutating func load(decoding: Bool) throws {
      if decoding {
        stored.0 = try JSONDecoder().decode(ReceiptInbox.self, from: JSONEncoder().encode(stored.0))
        stored.1 = try JSONDecoder().decode(TrackerOutbox.self, from: JSONEncoder().encode(stored.1))
      }
      (inbox, outbox, model, owed) = stored
    }
  }

  private struct World {
    var processes = [Process(), Process()]
    /// The process of each user.
    var homes = [0, 1, 0, 1]
    var ads: [(ad: TrackedAd, user: Int, text: String)] = []
    var displayed: Set<String> = []
    var now = 1_700_000_000_000
    /// How often each address was used without a mark, and with it.
    var used: [DueTracker.ID: Int] = [:]
    var repeated: [DueTracker.ID: Int] = [:]
    var billed: Set<String> = []
    var crashCount = 0
    /// The number of the last impression, and of that of each ad, which is sent again and again.
    var number = 0
    var numbers: [String: Int] = [:]
    var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
    }

    mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func placeAd() throws {
      let id = "ad \(ads.count)"
      var macros = AuctionMacros()
      (macros.auctionID, macros.price) = (
        "auction\(roll(9))", try Price(micros: Int64(1 + roll(9)) * 110_000, currency: "EUR")
      )
      let macro = ["${AUCTION_PRICE}", "${AUCTION_ID}", "${AUCTION_LOSS}", "${AUCTION_IMP_TS}", "${OTHER}", ""]
      func address(_ world: inout World) -> String { "https://x.example/\(world.roll(9))?" + macro[world.roll(6)] }
      let events = (0..<roll(5)).map { _ in
        AdTracker(event: 1 + roll(2), method: 1 + roll(2), address: address(&self))
      }
      let trackers = AdTrackers(
        events: events, scripts: roll(3) == 0 ? ["run ${AUCTION_PRICE}"] : [], win: roll(3) > 0 ? address(&self) : nil,
        billing: roll(4) > 0 ? address(&self) : nil, loss: address(&self), macros: macros)
      let expires = now + 1_000 + roll(400_000)
      let (ad, user) = (TrackedAd(id: id, trackers: trackers, expires: .milliseconds(expires)), roll(4))
      let receipt = try ServingReceipt(
        of: AdIdentity(adID: id, campaign: "c"), for: "user \(user)", issued: .milliseconds(now), expires: ad.expires)
      ads.append((ad, user, receipt.text(tag: fnvTag)))
    }

    /// Stores and uses what is due, and may crash before, between and after.
    mutating func use(_ due: [DueTracker], _ home: Int, expecting lines: [String], _ label: String) throws {
      let words = due.map { tracker in
        "\(Self.name(of: tracker)) \(tracker.method) \(tracker.script ?? tracker.address) \(tracker.side)"
      }
      if words != lines { Issue.record("\(label): \(words) and not \(lines)") }
      if roll(12) == 0 { return try crash(home) }
      processes[home].store()
      for tracker in due {
        if roll(30) == 0 { return try crash(home) }
        note(tracker, label)
        if roll(30) == 0 { return try crash(home) }
        acknowledge(tracker, home)
      }
      if roll(3) > 0 { processes[home].store() }
    }

    mutating func note(_ tracker: DueTracker, _ label: String) {
      if tracker.isRepeat {
        repeated[tracker.id, default: 0] += 1
      } else if used.updateValue(1, forKey: tracker.id) != nil {
        Issue.record("\(label): \(tracker.id) is used twice without a mark")
      }
      if tracker.event == .billing {
        billed.insert(tracker.id.adID)
        if !displayed.contains(tracker.id.adID) { Issue.record("\(label): \(tracker.id) was never displayed") }
      }
    }

    /// The name as the model has it.
    static func name(of tracker: DueTracker) -> String { "\(tracker.id.adID)/\(tracker.event)/\(tracker.id.number)" }

    mutating func acknowledge(_ tracker: DueTracker, _ home: Int) {
      processes[home].outbox.acknowledge([tracker.id])
      let name = Self.name(of: tracker)
      processes[home].model.pending.removeAll { $0 == name }
    }

    /// Loads what is stored, and uses again what may have been used.
    mutating func crash(_ home: Int) throws {
      crashCount += 1
      try processes[home].load(decoding: roll(30) == 0)
      let repeats = processes[home].outbox.unacknowledged(at: .milliseconds(now))
      let names = repeats.map(Self.name)
      let alive = Set(ads.filter { $0.ad.expires > .milliseconds(now) }.map(\.ad.id))
      let expected = processes[home].model.pending.filter { alive.contains($0.split(separator: "/")[0] + "") }
      if Set(names) != Set(expected) || names.count != expected.count { Issue.record("\(names) and not \(expected)") }
      for tracker in repeats {
        if !tracker.isRepeat { Issue.record("\(tracker.id) is not marked") }
        note(tracker, "after a crash")
        acknowledge(tracker, home)
      }
      processes[home].store()
    }

    mutating func step(_ label: String) throws {
      if ads.isEmpty || roll(5) == 0 { try placeAd() }
      let place = ads.count - 1 - roll(min(30, ads.count))
      let (ad, user, text) = ads[place]
      let (home, time) = (homes[user], Duration.milliseconds(now))
      let policy = TrackerPolicy()
      switch roll(16) {
      case 0, 1:
        let due = processes[home].outbox.win(ad, at: time, under: policy)
        try use(due, home, expecting: processes[home].model.due("win", of: ad, now: now), label)
      case 2:
        let due = processes[home].outbox.lose(ad, code: 102, at: time, under: policy)
        try use(due, home, expecting: processes[home].model.due("loss", of: ad, now: now), label)
      case 3...9:
        if numbers[ad.id] == nil || roll(2) == 0 {
          number += 1
          numbers[ad.id] = number
        }
        let impression = Impression.sent("d", 0, numbers[ad.id] ?? 0, of: ad.id, with: text)
        let receipt = processes[home].inbox.receive([impression], from: "user \(user)", at: time, tag: fnvTag)
        let (runsScripts, events) = (roll(2) == 0, roll(2) == 0 ? [1] : [1, 2])
        displayed.insert(ad.id)
        let due = processes[home].outbox.count(
          receipt, as: ["": events], at: time, under: policy, runsScripts: runsScripts
        ) { _ in ad }
        var lines: [String] = []
        if !receipt.new.isEmpty {
          if !processes[home].owed.insert(ad.id).inserted { Issue.record("\(label): \(ad.id) is counted twice") }
          for event in events {
            lines += processes[home].model.due("event \(event)", of: ad, now: now, runsScripts: runsScripts)
            if event == 1 { lines += processes[home].model.due("billing", of: ad, now: now) }
          }
        }
        try use(due, home, expecting: lines, label)
      case 10, 11:
        let link = AdLink(clickTrackers: ["https://x.example/click"])
        let due = processes[home].outbox.click("0", on: link, of: ad, at: time, under: policy)
        try use(due, home, expecting: processes[home].model.due("click 0", of: ad, now: now), label)
      case 12: now += roll(10) == 0 ? 100_000 : roll(3_000)
      case 13: try crash(home)
      case 14: try merge(from: home, into: 1 - home)
      default: processes[home].store()
      }
      if roll(50) == 0, !processes[home].outbox.checkInvariants() { Issue.record("\(label): invariants") }
    }

    /// Ends a process: its users move to the other one, which merges what it has stored.
    mutating func merge(from home: Int, into other: Int) throws {
      try processes[home].load(decoding: roll(30) == 0)
      _ = processes[other].inbox.merge(processes[home].inbox)
      processes[other].outbox.merge(processes[home].outbox)
      processes[other].owed.formUnion(processes[home].owed)
      processes[other].model.merge(processes[home].model)
      processes[other].store()
      // A merged process takes over what the other one had not finished.
      try crash(other)
      homes = homes.map { $0 == home ? other : $0 }
      processes[home] = processes[other]
      let user = roll(4)
      homes[user] = home
    }
  }

  @Test(arguments: 0..<2 as Range<UInt64>) func `no address is used twice without a mark`(part: UInt64) throws {
    var (usedCount, repeatCount, crashCount, billedCount) = (0, 0, 0, 0)
    // A million steps in two parts, side by side; each is compared with all that has been before in its world.
    for seed in stride(from: part, to: Sample.of(8_000, few: 40), by: 2) {
      var world = World(seed: seed)
      for number in 0..<125 { try world.step("seed \(seed), step \(number)") }
      usedCount += world.used.count
      repeatCount += world.repeated.count
      crashCount += world.crashCount
      billedCount += world.billed.count
      // What was handed out is used: without a mark, or after a crash with it.
      for home in world.processes.indices { try world.crash(home) }
      #expect(
        world.processes.allSatisfy { $0.outbox.unacknowledged(at: .milliseconds(world.now)).isEmpty }, "seed \(seed)")
      // Whatever is owed for was displayed and is billed, unless nothing was to be sent or it expired before a repeat.
      let owed = world.processes[0].owed.union(world.processes[1].owed)
      let alive = world.ads.filter { $0.ad.expires > .milliseconds(world.now) && $0.ad.trackers.billing != nil }
      let due = owed.intersection(alive.map(\.ad.id))
      if !world.billed.isSubset(of: owed) || !due.isSubset(of: world.billed) || !owed.isSubset(of: world.displayed) {
        Issue.record("seed \(seed): \(world.billed) are billed, and \(owed) are owed")
      }
    }
    #expect(usedCount > 100 && repeatCount > 10 && crashCount > 40 && billedCount > 10)
  }

  @Test func `outboxes are merged in any order and again`() throws {
    for seed in 0..<Sample.of(UInt64(200), few: 60) {
      var random = SeededGenerator(seed: seed)
      var outboxes = Array(repeating: TrackerOutbox(), count: 3)
      for _ in 0..<60 {
        let (index, number) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<12, using: &random))
        let now = Duration.seconds(Int.random(in: 0..<200, using: &random))
        let trackers = AdTrackers(
          events: [AdTracker(address: "https://x.example/${AUCTION_IMP_TS}")], win: "https://x.example/w",
          billing: "https://x.example/b")
        let ad = TrackedAd(id: "ad \(number)", trackers: trackers, expires: .seconds(100 + 20 * number))
        let due =
          Bool.random(using: &random)
          ? outboxes[index].win(ad, at: now, under: TrackerPolicy())
          : outboxes[index].count([1], of: ad, at: now, under: TrackerPolicy())
        outboxes[index].acknowledge(due.map(\.id).filter { _ in Bool.random(using: &random) })
      }
      func merged(_ order: [Int]) -> TrackerOutbox {
        var result = outboxes[order[0]]
        for index in order.dropFirst() { result.merge(outboxes[index]) }
        return result
      }
      let all = merged([0, 1, 2])
      for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 1, 0, 2, 2, 1]] {
        #expect(merged(order) == all, "seed \(seed), \(order)")
      }
      var (twice, pair) = (all, outboxes[0])
      twice.merge(all)
      pair.merge(merged([1, 2]))
      #expect(twice == all && pair == all && all.checkInvariants(), "seed \(seed)")
      #expect(try JSONDecoder().decode(TrackerOutbox.self, from: JSONEncoder().encode(all)) == all, "seed \(seed)")
    }
  }
}

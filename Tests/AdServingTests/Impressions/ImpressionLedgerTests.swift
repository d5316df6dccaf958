import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct ImpressionLedgerTests {
  private static let tick = Duration.milliseconds(250)

  private func ledger(ticks: Int, stream: Int = 0) throws -> ImpressionLedger {
    try ImpressionLedger(rule: ViewabilityRule(duration: Self.tick * ticks), stream: stream)
  }

  private func check(_ history: [(step: Int, event: LedgerEvent)], ticks: Int) throws {
    var ledger = try ledger(ticks: ticks)
    var model = ImpressionModel(duration: ticks)
    var told: [Impression] = []
    var tick = 0
    for (step, event) in history {
      tick += step
      told += event.tell(&ledger, at: Self.tick * tick)
      event.tell(&model, at: tick)
      var again = ledger
      let repeated = event.tell(&again, at: Self.tick * tick)
      if !repeated.isEmpty || again != ledger {
        Issue.record("\(history) of \(ticks) ticks: \(event) is not idempotent")
      }
    }
    let expected = model.nextTick.map { Self.tick * $0 }
    if ledger.nextDeadline != expected { Issue.record("\(history) of \(ticks) ticks: next \(expected as Any)") }
    told += ledger.advance(to: Self.tick * (tick + ticks + 2))
    model.go(to: tick + ticks + 2)
    if told.map({ $0.count(tick: Self.tick) }) != model.counts { Issue.record("\(history) of \(ticks) ticks: \(told)") }
    if told != ledger.pending || told.map(\.number) != Array(told.indices) {
      Issue.record("\(history): \(ledger.pending)")
    }
    if !ledger.checkInvariants() { Issue.record("\(history) breaks the ledger") }
  }

  /// Every history of two displays, with clocks that stand still and go back.
  @Test func `every small history is counted as by the slow model`() throws {
    let length = Sample.of(3, few: 2)
    let steps = [0, 1, 2, -1].flatMap { step in LedgerEvent.all.map { (step: step, event: $0) } }
    // What most counting needs comes first, so that short histories get far.
    for opening in [[], [(step: 0, event: LedgerEvent.begin(0)), (step: 0, event: .show(0, 0.5))]] {
      for ticks in 0...2 {
        var histories: [[(step: Int, event: LedgerEvent)]] = [opening]
        for _ in 0..<length { histories = histories.flatMap { history in steps.map { history + [$0] } } }
        for history in histories { try check(history, ticks: ticks) }
      }
    }
  }

  @Test func `long random histories are counted as by the slow model`() throws {
    let seeds: Range<UInt64> = Sample.of(0..<20_000, few: 0..<300)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let ticks = Int.random(in: 0...4, using: &generator)
      let history = (0..<60).map { position in
        (
          step: Int.random(in: -1...3, using: &generator),
          event: LedgerEvent.random(displays: position / 6..<(position / 6 + 4), using: &generator)
        )
      }
      try check(history, ticks: ticks)
    }
  }

  @Test func `a clock that is corrected counts as one that was right`() throws {
    for seed in Sample.of(0..<5_000, few: 0..<300) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let ticks = Int.random(in: 0...4, using: &generator)
      var (ledger, model) = (try ledger(ticks: ticks), ImpressionModel(duration: ticks))
      var counts: [ImpressionModel.Count] = []
      var (tick, ahead) = (0, 0)
      for position in 0..<60 {
        tick += Int.random(in: 0...3, using: &generator)
        let event = LedgerEvent.random(displays: position / 6..<(position / 6 + 4), using: &generator)
        event.tell(&model, at: tick)
        counts += event.tell(&ledger, at: Self.tick * (tick + ahead)).map {
          let count = $0.count(tick: Self.tick)
          return .init(display: count.display, began: count.began - ahead, tick: count.tick - ahead)
        }
        guard position % 5 == 0 else { continue }
        let change = Int.random(in: -20_000...20_000, using: &generator)
        ledger.correctClock(by: Self.tick * change)
        ahead += change
      }
      #expect(counts == model.counts && ledger.checkInvariants(), "seed \(seed)")
    }
    var ledger = try ledger(ticks: 1)
    ledger.correctClock(by: .seconds(Int64.max))
    ledger.begin(0, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: .zero)
    for change in [Int64.min, .max] {
      ledger.correctClock(by: .seconds(change))
      ledger.show(0, share: 1, at: .zero)
    }
    #expect(ledger.displayCount == 1 && ledger.pending.isEmpty && ledger.checkInvariants())
  }

  @Test func `a history that is told again as a whole counts no display twice`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let events = (0..<40).map { _ in
        (tick: Int.random(in: 0..<60, using: &generator), LedgerEvent.random(displays: 0..<6, using: &generator))
      }
      var ledger = try ledger(ticks: 2)
      var all: [Impression] = []
      for _ in 0..<3 {
        for (tick, event) in events.sorted(by: { $0.tick < $1.tick }) {
          all += event.tell(&ledger, at: Self.tick * tick)
        }
      }
      #expect(Set(all.map(\.display)).count == all.count, "seed \(seed)")
      #expect(Set(all.map(\.number)).count == all.count, "seed \(seed)")
    }
  }

  @Test func `an impression says what was seen and when the rule was met`() throws {
    var ledger = try ImpressionLedger(stream: 7)
    let ad = AdIdentity(adID: "shoes", campaign: "spring")
    ledger.begin(4, ad, place: FeedPath(section: 1, row: 3), at: .milliseconds(5100))
    ledger.show(4, share: 0.5, at: .milliseconds(5300))
    ledger.move(4, to: FeedPath(section: 1, row: 9))
    #expect(ledger.nextDeadline == .milliseconds(6300))
    #expect(ledger.advance(to: .milliseconds(6299)) == [])
    let counted = ledger.advance(to: .seconds(99))
    let seen = try #require(counted.first)
    #expect((seen.stream, seen.number, seen.display) == (7, 0, 4))
    #expect((seen.adID, seen.campaign) == ("shoes", "spring"))
    #expect(
      (seen.place, seen.began, seen.at) == (FeedPath(section: 1, row: 9), .milliseconds(5100), .milliseconds(6300)))
    #expect(counted.count == 1 && ledger.nextDeadline == nil)
  }

  @Test func `an ad taller than the viewport counts by the viewport it covers`() throws {
    for (rule, isCounted) in [
      (ViewabilityRule(), false), (ViewabilityRule(ofViewport: 0.8), true), (ViewabilityRule(ofViewport: 0.81), false),
    ] {
      var ledger = try ImpressionLedger(rule: rule)
      ledger.begin(0, AdIdentity(adID: "tall"), place: FeedPath(section: 0, row: 0), at: .zero)
      ledger.show(0, share: 0.2, ofViewport: 0.8, at: .zero)
      #expect(ledger.advance(to: .seconds(1)).count == (isCounted ? 1 : 0), "\(rule)")
    }
  }

  /// Rules side by side, of which each has another name, share, time, area or start.
  private static let rules = [
    ViewabilityRule(), ViewabilityRule(name: "rendered", share: 0.01, duration: .zero),
    ViewabilityRule(name: "video", duration: tick * 3), ViewabilityRule(name: "loaded", start: .loading),
    ViewabilityRule(name: "large", duration: tick, large: .init(area: 2, share: 0.25)),
  ]

  private static func ledgers() throws -> (joint: ImpressionLedger, single: [ImpressionLedger]) {
    (
      try ImpressionLedger(rule: rules[0], others: Array(rules.dropFirst())),
      try rules.map { try ImpressionLedger(rule: $0) }
    )
  }

  @Test func `rules side by side count what each counts alone`() throws {
    for seed in 0..<Sample.of(5_000, few: 60) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (joint, single) = try Self.ledgers()
      var now = Duration.zero
      for position in 0..<60 {
        now += Self.tick * Int.random(in: -1...3, using: &generator)
        let event = LedgerEvent.random(displays: position / 6..<(position / 6 + 4), using: &generator)
        _ = event.tell(&joint, at: now)
        for rule in single.indices { _ = event.tell(&single[rule], at: now) }
        if joint.nextDeadline != single.compactMap(\.nextDeadline).min() { Issue.record("seed \(seed): \(event)") }
        guard position % 10 == 0 else { continue }
        let copy = try JSONDecoder().decode(ImpressionLedger.self, from: JSONEncoder().encode(joint))
        if copy != joint { Issue.record("seed \(seed): \(joint) is read as \(copy)") }
      }
      for (rule, alone) in zip(Self.rules, single) {
        let counted = joint.pending.filter { $0.rule == rule.name }
        #expect(counted.map(\.at) == alone.pending.map(\.at), "seed \(seed), rule \(rule.name)")
        #expect(counted.map(\.display) == alone.pending.map(\.display), "seed \(seed), rule \(rule.name)")
      }
      #expect(Set(joint.pending.map(\.id)).count == joint.pending.count, "seed \(seed)")
    }
  }

  @Test func `a display is counted once by each rule, under its name`() throws {
    var (ledger, _) = try Self.ledgers()
    ledger.begin(0, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: .seconds(1))
    // Of a large ad, a quarter is enough; later all of it is in view, and later still it is loaded.
    ledger.show(0, share: 0.25, area: 2, at: .seconds(1))
    ledger.show(0, share: 1, area: 2, at: .seconds(2))
    ledger.load(0, at: .seconds(5))
    ledger.show(0, share: 0, at: .seconds(7))
    ledger.show(0, share: 1, area: 2, at: .seconds(8))
    ledger.advance(to: .seconds(20))
    let counted = ledger.pending.map { "\($0.rule) after \($0.at / .milliseconds(1))" }
    let expected = ["rendered after 1000", "large after 1250", "video after 2750", " after 3000", "loaded after 6000"]
    #expect(counted == expected.map { $0 + ".0" })
    #expect(ledger.pending.map(\.number) == [0, 1, 2, 3, 4])
  }

  @Test func `a display is not continued by other rules`() throws {
    var (later, _) = try Self.ledgers()
    later.begin(0, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: .seconds(1))
    later.show(0, share: 1, at: .seconds(1))
    var ledger = try ImpressionLedger()
    try ledger.merge(later)
    #expect(ledger.displayCount == 0 && ledger.advance(to: .seconds(9)) == [] && ledger.checkInvariants())
    #expect(ledger.pending.map(\.rule) == ["rendered"])
  }

  @Test func `what is fetched is not handed over again and numbers go on`() throws {
    var ledger = try ledger(ticks: 0)
    func see(_ display: Int) {
      ledger.begin(display, LedgerEvent.ad(display), place: LedgerEvent.place(display), at: .zero)
      ledger.show(display, share: 1, at: .zero)
    }
    for display in 0..<4 { see(display) }
    ledger.acknowledge(through: 1)
    ledger.acknowledge(through: 1)
    #expect(ledger.pending.map(\.number) == [2, 3])
    ledger.acknowledge(ledger.pending.suffix(1))
    #expect(ledger.drain().map(\.number) == [2])
    #expect(ledger.drain() == [])
    see(4)
    #expect(ledger.pending.map(\.number) == [4])
  }

  @Test func `more than can wait loses the oldest`() throws {
    var ledger = try ledger(ticks: 0)
    let most = ImpressionLedger.capacity
    for display in 0..<(most + 3) {
      ledger.begin(display, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: .zero)
      ledger.show(display, share: 1, at: .zero)
      ledger.end(display, at: .zero)
    }
    #expect(ledger.pending.count == most && ledger.lostCount == 3)
    #expect(ledger.pending.first?.number == 3 && ledger.pending.last?.number == most + 2)
    // In a debug build each event is followed by a check of all displays, so that a sample begins with most of them.
    let next = most + 3
    let open = Sample.of(0, few: ImpressionLedger.mostDisplays - 10)
    for display in next..<next + open {
      ledger.displays.append(
        AdDisplay(number: display, ad: LedgerEvent.ad(0), place: LedgerEvent.place(0), began: .zero))
      ledger.nextDisplay = display + 1
    }
    for display in next + open..<next + 6 + ImpressionLedger.mostDisplays {
      ledger.begin(display, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: .zero)
    }
    #expect(ledger.displayCount == ImpressionLedger.mostDisplays)
  }

  @Test func `times and numbers that make no sense are brought into range`() throws {
    let extremes: [Duration] = [
      Duration(secondsComponent: .min, attosecondsComponent: 0), .zero,
      Duration(secondsComponent: .max, attosecondsComponent: 0),
    ]
    for first in extremes {
      for second in extremes {
        var ledger = try ImpressionLedger()
        ledger.begin(0, LedgerEvent.ad(0), place: FeedPath(section: .min, row: .max), at: first)
        ledger.show(0, share: .infinity, ofViewport: .nan, at: first)
        #expect(ledger.advance(to: second).count == (second > first ? 1 : 0))
        for display in [Int.min, -1, .max] {
          ledger.begin(display, LedgerEvent.ad(0), place: LedgerEvent.place(0), at: second)
          ledger.show(display, share: 1, at: second)
          ledger.end(display, at: second)
        }
        #expect(ledger.displayCount == 1 && ledger.checkInvariants())
        let copy = try JSONDecoder().decode(ImpressionLedger.self, from: JSONEncoder().encode(ledger))
        #expect(copy == ledger)
      }
    }
  }
}

import AdServing
import Foundation
import Placement
import TestSupport
import Testing

/// States of ledgers that have parted ways, against sets of what each has counted and handed over.
@Suite struct ImpressionMergingTests {
  private struct Name: Hashable {
    let stream: Int
    let number: Int

    init(_ impression: Impression) { (stream, number) = (impression.stream, impression.number) }
  }

  /// A ledger, and what has ever been counted and handed over as far as it can know.
  private struct Replica {
    var ledger: ImpressionLedger
    var counted: Set<Name> = []
    var fetched: Set<Name> = []

    init(stream: Int) throws { ledger = try ImpressionLedger(rule: ViewabilityRule(duration: .zero), stream: stream) }

    mutating func see(at now: Int) {
      let display = ledger.nextDisplay
      ledger.begin(display, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: 0), at: .seconds(now))
      counted.formUnion(ledger.show(display, share: 1, at: .seconds(now)).map { Name($0) })
      if !display.isMultiple(of: 3) { ledger.end(display, at: .seconds(now)) }
    }

    mutating func merge(_ other: Replica) throws {
      try ledger.merge(other.ledger)
      counted.formUnion(other.counted)
      fetched.formUnion(other.fetched)
    }

    var isRight: Bool {
      Set(ledger.pending.map { Name($0) }) == counted.subtracting(fetched) && ledger.checkInvariants()
        && Set(ledger.pending.map { Name($0) }).count == ledger.pending.count
    }
  }

  @Test func `replicas hold exactly what was counted and not fetched`() throws {
    for seed in 0..<Sample.of(300, few: 150) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var replicas = try (0..<3).map { try Replica(stream: $0) }
      var saved = replicas
      for now in 0..<40 {
        let one = Int.random(in: 0..<3, using: &generator)
        let other = Int.random(in: 0..<3, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0...2: replicas[one].see(at: now)
        case 3: replicas[one].fetched.formUnion(replicas[one].ledger.drain().map { Name($0) })
        case 4: try replicas[one].merge(replicas[other])
        case 5: saved[one] = replicas[one]
        default: try replicas[one].merge(saved[other])
        }
        #expect(replicas[one].isRight, "seed \(seed), step \(now)")
      }
      let before = replicas
      for (one, other) in [(0, 1), (1, 2), (2, 0), (0, 2), (1, 0), (2, 1), (0, 1)] {
        try replicas[one].merge(replicas[other])
      }
      // Whatever the order, all know the same in the end.
      #expect(Set(replicas.map(\.ledger.pending)).count == 1, "seed \(seed)")
      for former in before {
        let known = replicas[0].ledger
        try replicas[0].ledger.merge(former.ledger)
        #expect(replicas[0].ledger == known, "seed \(seed)")
      }
    }
  }

  /// Of one history, an earlier state adds nothing to a later one, and becomes it by merging.
  @Test func `states of one history merge to the latest`() throws {
    for seed in 0..<Sample.of(200, few: 12) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var states = [try ImpressionLedger(rule: ViewabilityRule(duration: .seconds(1)))]
      for tick in 0..<30 {
        var next = states[tick]
        let event = LedgerEvent.random(displays: tick / 5..<(tick / 5 + 3), using: &generator)
        _ = event.tell(&next, at: .milliseconds(400 * tick))
        if Int.random(in: 0..<6, using: &generator) == 0 { _ = next.drain() }
        states.append(next)
      }
      for (position, state) in states.enumerated() {
        for later in states[position...] {
          var (one, other) = (later, state)
          try one.merge(state)
          try other.merge(later)
          #expect(one == later, "seed \(seed), state \(position)")
          #expect(other.pending == later.pending, "seed \(seed), state \(position)")
          // What goes on from either is the same, and so is counted once.
          let future = Duration.seconds(100)
          #expect(one.advance(to: future).map(\.number) == other.advance(to: future).map(\.number), "seed \(seed)")
        }
      }
    }
  }

  @Test func `what was in view in a saved state is not counted after a new beginning`() throws {
    var saved = try ImpressionLedger()
    saved.begin(0, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: 0), at: .zero)
    saved.show(0, share: 1, at: .zero)
    saved.pause(at: .zero)
    saved.resume(at: .zero)
    var restored = saved
    restored.startAnew()
    #expect(restored.displayCount == 0 && restored.nextDisplay > saved.nextDisplay)
    try restored.merge(saved)
    #expect(restored.advance(to: .seconds(9)) == [])

    var other = saved
    try other.startStream(5)
    #expect(other.stream == 5 && other.advance(to: .seconds(9)) == [])
    // The state before has been left behind by one that has counted since, under another stream.
    saved.advance(to: .seconds(1))
    other = saved
    try other.startStream(5)
    try saved.merge(other)
    #expect(saved.pending.count == 1)
  }

  @Test func `more streams than a ledger knows are refused`() throws {
    func counted(_ stream: Int) throws -> ImpressionLedger {
      var replica = try Replica(stream: stream)
      replica.see(at: 0)
      return replica.ledger
    }
    var ledger = try counted(0)
    for stream in 1..<ImpressionLedger.mostStreams { try ledger.merge(try counted(stream)) }
    let former = ledger
    let most = ImpressionLedger.mostStreams
    let fault = "it would have \(most + 1) streams, which is more than \(most)"
    #expect(throws: AdServingError.invalidLedger(fault)) { try ledger.merge(try counted(1 << 40)) }
    #expect(throws: AdServingError.invalidLedger("it has \(most) streams, and cannot begin 999")) {
      try ledger.startStream(999)
    }
    #expect(ledger == former)
    try ledger.startStream(3)
    for stream in [-1, 1 << 52 + 1, Int.max] {
      #expect(throws: AdServingError.self) { try ImpressionLedger(stream: stream) }
      #expect(throws: AdServingError.self) { try ledger.startStream(stream) }
    }
  }

  @Test func `a ledger of another device is refused`() throws {
    var ledger = try ImpressionLedger(device: "a")
    let former = ledger
    for other in ["b", ""] {
      #expect(throws: AdServingError.otherDevice("a", other)) { try ledger.merge(ImpressionLedger(device: other)) }
    }
    #expect(ledger == former)
  }

  @Test func `any number of launches goes on with one ledger`() throws {
    var ledger = try ImpressionLedger()
    var sent: Set<Impression> = []
    var names: Set<[Int]> = []
    // A debug build takes a few more launches than there are streams, and saves the ledger in one of eight.
    let launches = Sample.of(3 * ImpressionLedger.mostStreams, few: ImpressionLedger.mostStreams + 20)
    var sample = Sample(oneIn: 8)
    for launch in 1...launches {
      try ledger.startStream(launch)
      ledger.startAnew()
      // What the fifth launch has counted never arrives.
      for second in 0..<2 {
        let display = ledger.nextDisplay
        ledger.begin(display, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: 0), at: .seconds(second))
        ledger.show(display, share: 1, at: .seconds(second))
        ledger.end(display, at: .seconds(second + 1))
      }
      for impression in ledger.pending where impression.stream != 5 {
        #expect(sent.insert(impression).inserted && names.insert([impression.stream, impression.number]).inserted)
      }
      ledger.acknowledge(sent)
      guard sample.takesNext() else { continue }
      ledger = try JSONDecoder().decode(ImpressionLedger.self, from: JSONEncoder().encode(ledger))
    }
    #expect(sent.count == 2 * (launches - 1))
    #expect(ledger.pending.map(\.stream) == [5, 5])
  }

  @Test func `what was merged long ago makes room for other streams`() throws {
    var ledger = try ImpressionLedger(stream: 1 << 40)
    for stream in 0..<2 * ImpressionLedger.mostStreams {
      var replica = try Replica(stream: stream)
      replica.see(at: 0)
      try ledger.merge(replica.ledger)
      try ledger.merge(replica.ledger)
      #expect(ledger.drain().map(\.stream) == [stream])
      try ledger.merge(replica.ledger)
      #expect(ledger.pending.isEmpty)
    }
  }
}

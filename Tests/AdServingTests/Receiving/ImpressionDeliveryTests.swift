import AdServing
import Foundation
import Placement
import TestSupport
import Testing

/// Clients that are interrupted, a network that loses, doubles and reorders, and a server with an inbox, against the set
/// of all that was counted.
@Suite struct ImpressionDeliveryTests {
  /// A client with its ledger, and the state that it has saved.
  private struct Client {
    var ledger: ImpressionLedger
    var saved: Data
    var launches = 0

    init(_ name: String) throws {
      ledger = try ImpressionLedger(rule: ViewabilityRule(duration: .zero), device: name)
      saved = try JSONEncoder().encode(ledger)
    }

    /// Counts an ad; one in four displays leaves a gap, as an impression does that is lost before it is saved.
    mutating func see(at now: Int) -> ImpressionID? {
      let display = ledger.nextDisplay
      ledger.begin(display, AdIdentity(adID: "ad"), place: FeedPath(section: 0, row: 0), at: .seconds(now))
      let counted = ledger.show(display, share: 1, at: .seconds(now))
      ledger.end(display, at: .seconds(now))
      return counted.first?.id
    }

    mutating func save() throws { saved = try JSONEncoder().encode(ledger) }

    /// Ends the process, and continues with what was saved.
    mutating func restart() throws {
      ledger = try JSONDecoder().decode(ImpressionLedger.self, from: saved)
      launches += 1
      try ledger.startStream(launches)
      ledger.startAnew()
      try save()
    }
  }

  private struct World {
    var clients: [Client]
    var inbox: ImpressionInbox
    var seen: Set<ImpressionID> = []
    var received: Set<ImpressionID> = []
    var taken: Set<ImpressionID> = []
    var refused: Set<ImpressionID> = []
    var waitCount = 0
    var uploads: [[Impression]] = []
    var answers: [ImpressionAcknowledgement] = []

    init(clients count: Int, capacity: Int) throws {
      clients = try (0..<count).map { try Client("device \($0)") }
      inbox = ImpressionInbox(capacity: capacity)
    }

    mutating func deliver(_ upload: [Impression], at now: Int, _ label: Comment) {
      let receipt = inbox.receive(upload, at: .seconds(now))
      #expect(receipt.new.count + receipt.repeatCount + receipt.refused.count == upload.count, label)
      for impression in receipt.new {
        #expect(!received.contains(impression.id) && taken.insert(impression.id).inserted, label)
      }
      let waiting = Set(receipt.refused.lazy.filter { $0.reason == .noMemory }.map(\.id))
      for refusal in receipt.refused where !taken.contains(refusal.id) && !waiting.contains(refusal.id) {
        refused.insert(refusal.id)
      }
      for answer in receipt.acknowledgements { #expect(!waiting.contains(where: answer.covers), label) }
      waitCount += waiting.count
      received.formUnion(upload.lazy.map(\.id).filter { !waiting.contains($0) })
      // What was received before is never new, and what is new is never called a repeat.
      #expect(received.isSubset(of: taken.union(refused)), label)
      answers += receipt.acknowledgements
    }

    mutating func step(at now: Int, using random: inout SeededGenerator, _ label: Comment) throws {
      let client = Int.random(in: clients.indices, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4: if let id = clients[client].see(at: now) { seen.insert(id) }
      case 5, 6: uploads.append(clients[client].ledger.pending.shuffled(using: &random))
      case 7, 8:
        guard let upload = uploads.randomElement(using: &random) else { return }
        // An upload arrives whole or in part, and may arrive again.
        deliver(Array(upload.prefix(Int.random(in: 0...upload.count, using: &random))), at: now, label)
      case 9: if let answer = answers.randomElement(using: &random) { acknowledge(answer) }
      case 10: try clients[client].save()
      default:
        if Bool.random(using: &random) {
          try clients[client].restart()
        } else {
          uploads.removeAll { _ in Bool.random(using: &random) }
        }
      }
    }

    mutating func acknowledge(_ answer: ImpressionAcknowledgement) {
      for client in clients.indices {
        for impression in clients[client].ledger.pending where answer.covers(impression.id) {
          #expect(taken.contains(impression.id) || refused.contains(impression.id), "\(impression.id)")
        }
        clients[client].ledger.acknowledge(answer)
      }
    }
  }

  @Test func `nothing is counted twice and what is pending arrives`() throws {
    for seed in 0..<Sample.of(UInt64(2_000), few: 60) {
      var random = SeededGenerator(seed: seed)
      var world = try World(clients: 3, capacity: 8)
      for now in 0..<250 { try world.step(at: now, using: &random, "seed \(seed), step \(now)") }
      // In the end all that is pending is delivered, and acknowledged.
      for client in world.clients.indices {
        let pending = world.clients[client].ledger.pending
        world.deliver(pending, at: 300, "seed \(seed)")
        for answer in world.answers.suffix(1) { world.acknowledge(answer) }
        #expect(world.clients[client].ledger.pending.isEmpty, "seed \(seed)")
        let lost = pending.map(\.id).filter { !world.taken.contains($0) && !world.refused.contains($0) }
        #expect(lost == [], "seed \(seed)")
      }
      #expect(world.taken.isSubset(of: world.seen), "seed \(seed)")
      // With room for every device, only streams that are long past are refused.
      let most = ImpressionInbox.streamsPerDevice
      #expect(world.refused.isEmpty || world.clients.contains { $0.launches >= most }, "seed \(seed)")
      #expect(world.inbox.horizon == nil && world.waitCount == 0, "seed \(seed)")
    }
  }

  @Test func `nothing is counted twice when devices are forgotten`() throws {
    var waits = 0
    for seed in 0..<Sample.of(UInt64(2_000), few: 60) {
      var random = SeededGenerator(seed: seed)
      var world = try World(clients: 6, capacity: 2)
      for step in 0..<250 {
        // Twelve steps are an hour.
        let now = 300 * step
        try world.step(at: now, using: &random, "seed \(seed), step \(step)")
        if step % 40 == 39 { world.inbox.forget(silentSince: .seconds(now - 6_000)) }
        if step % 60 == 59 {
          world.inbox = try JSONDecoder().decode(ImpressionInbox.self, from: JSONEncoder().encode(world.inbox))
        }
      }
      #expect(world.taken.isSubset(of: world.seen) && !world.taken.isEmpty, "seed \(seed)")
      waits += world.waitCount
    }
    #expect(waits > 0)
  }
}

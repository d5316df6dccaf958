import TestSupport
import Testing

@testable import AdServing

/// Inboxes that are full, of devices whose clocks are wrong, and of devices that are made up.
@Suite struct ManyDevicesTests {
  private static let hour = 3_600

  /// One device each half a minute is new, and each is heard of once.
  @Test func `a clock that is ahead costs nobody an impression`() {
    for ahead in [0, 1, 20 * Self.hour, 24 * Self.hour - 1] {
      var inbox = ImpressionInbox(capacity: 256)
      for number in 0..<Sample.of(6_000, few: 600) {
        let now = 30 * number
        let seen = number % 100 == 1 ? now + ahead : now - number % 600
        let receipt = inbox.receive([.sent("d\(number)", 0, 0, at: .seconds(seen))], at: .seconds(now))
        #expect(receipt.new.count == 1, "clocks \(ahead) s ahead, device \(number)")
        #expect(inbox.horizon.map { $0 <= .seconds(now - Self.hour) } ?? true, "clocks \(ahead) s ahead")
      }
      #expect(inbox.horizon != nil)
    }
  }

  @Test func `devices that are made up change nothing for those that are known`() {
    for ahead in [-Self.hour, 0, 24 * Self.hour] {
      var inbox = ImpressionInbox(capacity: 512)
      func receive(_ device: String, _ number: Int, seen: Int, at now: Int) -> ImpressionReceipt {
        inbox.receive([.sent(device, 0, number, at: .seconds(seen))], at: .seconds(now))
      }
      for number in 0..<300 { _ = receive("known \(number)", 0, seen: 0, at: 10) }
      for number in 0..<5_000 { _ = receive("made up \(number)", 0, seen: 20 + ahead, at: 20) }
      let wasFull = inbox.deviceCount == 512
      // They have seen ads before the others came, and after.
      let counts = (0..<300).map { number in
        receive("known \(number)", 1, seen: 15, at: 100).new.count
          + receive("known \(number)", 2, seen: 90, at: 110).new.count
      }
      #expect(wasFull && counts.allSatisfy { $0 == 2 }, "\(ahead) s ahead")
      // A new one waits, and is counted when there is room.
      let early = receive("new", 0, seen: 100, at: 120)
      #expect(early.refused.map(\.reason) == [.noMemory] && early.acknowledgements == [], "\(ahead) s ahead")
      let later = max(0, ahead) + 2 * Self.hour
      #expect(receive("new", 1, seen: later - 60, at: later).new.count == 1, "\(ahead) s ahead")
    }
  }

  /// Devices come and go, with clocks that are up to a day ahead; what is not acknowledged is sent again.
  @Test func `each is counted once in an inbox that is full`() {
    var waits = 0
    for seed in 0..<Sample.of(UInt64(500), few: 15) {
      var random = SeededGenerator(seed: seed)
      var inbox = ImpressionInbox(capacity: Int.random(in: 1...20, using: &random))
      let clocks = (0..<40).map { _ in
        Bool.random(using: &random) ? 0 : Int.random(in: 0...24 * Self.hour, using: &random)
      }
      var sent: [[Impression]] = Array(repeating: [], count: clocks.count)
      var (counted, settled, now) = (Set<ImpressionID>(), Set<ImpressionID>(), 1_000_000)
      for step in 0..<400 {
        now += Int.random(in: 0...Self.hour / 4, using: &random)
        let device = Int.random(in: clocks.indices, using: &random)
        let (name, number) = ("d\(device)", sent[device].count)
        sent[device].append(.sent(name, 0, number, at: .seconds(now + clocks[device])))
        // Old impressions come again, whether they are acknowledged or not.
        let upload = sent[device].suffix(Int.random(in: 1...8, using: &random)).shuffled(using: &random)
        let receipt = inbox.receive(upload, at: .seconds(now))
        for impression in receipt.new {
          #expect(counted.insert(impression.id).inserted, "seed \(seed), step \(step): \(impression.id)")
        }
        for refusal in receipt.refused {
          #expect(
            refusal.reason == .noMemory && !settled.contains(refusal.id) || counted.contains(refusal.id),
            "seed \(seed), step \(step)")
          waits += 1
        }
        for id in upload.map(\.id) where receipt.acknowledgements.contains(where: { $0.covers(id) }) {
          #expect(counted.contains(id), "seed \(seed), step \(step): \(id)")
          settled.insert(id)
        }
        #expect(inbox.deviceCount <= inbox.capacity && inbox.checkInvariants(), "seed \(seed), step \(step)")
        #expect(inbox.horizon.map { $0 <= .seconds(now - Self.hour) } ?? true, "seed \(seed), step \(step)")
      }
    }
    #expect(waits > 0)
  }

  @Test
  func `A full inbox remembers until when it need not look for devices to forget`() {
    var inbox = ImpressionInbox(capacity: 64)
    _ = inbox.receive((0..<64).map { .sent("d\($0)", 0, 0) }, at: .zero)
    func refuse(_ number: Int, at now: Duration) -> Bool {
      inbox.receive([.sent("new \(number)", 0, 0, at: now)], at: now).refused.map(\.reason) == [.noMemory]
    }
    #expect(refuse(0, at: .seconds(1)) && inbox.fullUntil == ImpressionInbox.shortestMemory)
    let full = inbox
    for number in 1..<100 { #expect(refuse(number, at: .seconds(1)) && inbox == full) }
    // Then a sixteenth is forgotten.
    #expect(!refuse(100, at: ImpressionInbox.shortestMemory) && inbox.deviceCount == 61)
  }
}

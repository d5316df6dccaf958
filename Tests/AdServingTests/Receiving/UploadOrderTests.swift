import BatchUpdates
import TestSupport
import Testing

@testable import AdServing

extension Impression {
  /// An impression of any name and time, as a client would send it.
  static func sent(_ device: String, _ stream: Int, _ number: Int, at time: Duration = .zero) -> Impression {
    Impression(
      id: ImpressionID(device: device, stream: stream, number: number), ad: AdIdentity(adID: "ad", campaign: "c"),
      place: FeedPath(section: 0, row: 0), display: 0, began: time, at: time)
  }
}

/// Uploads whose impressions come in any order, and in parts.
@Suite struct UploadOrderTests {
  @Test func `an upload in any order counts each once`() {
    for (count, streams) in [(50, 1), (150, 1), (1_000, 1), (10_000, 1), (1_000, 5), (1_000, 40)] {
      for seed in UInt64(0)..<4 {
        var random = SeededGenerator(seed: seed)
        let all = (0..<count).map { Impression.sent("d\($0 % 3)", $0 % streams, $0 / (3 * streams)) }
        let numbers = Set(all)
        let upload = seed == 0 ? numbers.sorted { $1.id < $0.id } : numbers.shuffled(using: &random)
        var inbox = ImpressionInbox()
        let receipt = inbox.receive(upload, at: .zero)
        #expect(receipt.new == upload && receipt.refused == [], "\(count) of \(streams) streams, seed \(seed)")
        #expect(inbox.receive(upload.reversed(), at: .zero).new == [], "\(count) of \(streams) streams, seed \(seed)")
      }
    }
  }

  /// A client that sends what is pending in small parts, of which many are under way at once, and some arrive twice.
  @Test func `parts in any order count each once`() {
    var waits = 0
    for seed in 0..<Sample.of(UInt64(400), few: 15) {
      var random = SeededGenerator(seed: seed)
      var inbox = ImpressionInbox()
      let lost = Set((0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: 0..<600, using: &random) })
      let all = (0..<600).filter { !lost.contains($0) }.map { Impression.sent("d", 0, $0) }
      var (pending, counted, second) = (all, Set<ImpressionID>(), 0)
      for round in 0..<60 where !pending.isEmpty {
        var sent = pending.shuffled(using: &random)[...]
        while !sent.isEmpty {
          let part = sent.prefix(Int.random(in: 1...5, using: &random))
          sent = sent.dropFirst(Bool.random(using: &random) ? part.count : max(1, part.count - 1))
          second += 1
          let receipt = inbox.receive(part, at: .milliseconds(100 * second))
          for impression in receipt.new {
            #expect(counted.insert(impression.id).inserted, "seed \(seed), round \(round)")
          }
          #expect(receipt.refused.allSatisfy { $0.reason == .noMemory }, "seed \(seed), round \(round)")
          waits += receipt.refused.count
        }
        pending.removeAll { impression in inbox.acknowledgement(of: "d")?.covers(impression.id) ?? false }
        #expect(pending.allSatisfy { !counted.contains($0.id) }, "seed \(seed), round \(round)")
      }
      #expect(pending == [] && counted == Set(all.map(\.id)), "seed \(seed): \(pending.count) are pending")
    }
    #expect(waits > 0)
  }

  @Test func `a stream takes what a set of all numbers takes`() {
    var results: [ReceivedNumbers.Result: Int] = [:]
    for seed in 0..<Sample.of(UInt64(400), few: 20) {
      var random = SeededGenerator(seed: seed)
      var (numbers, model, now) = (ReceivedNumbers(stream: 0), ReceivedNumbersModel(), 0)
      let span = Int.random(in: 40...160, using: &random)
      for step in 0..<200 {
        now += Int.random(in: 0..<40, using: &random) == 0 ? Int.random(in: 600...3_600, using: &random) : 1
        let number = step / 2 + Int.random(in: 0..<span, using: &random)
        let (result, _) = numbers.receive(number, at: .seconds(now))
        #expect(result == model.receive(number, at: .seconds(now)), "seed \(seed), step \(step): \(number)")
        #expect(numbers.checkInvariants(), "seed \(seed), step \(step)")
        results[result, default: 0] += 1
      }
      for number in 0..<300 {
        let isSettled = number < model.closed || model.received.contains(number)
        #expect(numbers.isSettled(number) == isSettled, "seed \(seed): \(number)")
      }
    }
    #expect(results.count == 4, "\(results)")
  }
}

import TestSupport
import Testing

@testable import AdServing

@Suite struct StockIndexTests {
  /// A time that counts how often it is compared.
  private struct CountedTime: Comparable {
    let time: Int
    let comparisons: Shared<Int>

    static func < (one: CountedTime, other: CountedTime) -> Bool {
      one.comparisons.change { $0 += 1 }
      return one.time < other.time
    }

    static func == (one: CountedTime, other: CountedTime) -> Bool {
      one.comparisons.change { $0 += 1 }
      return one.time == other.time
    }
  }

  @Test func `it knows the names and the next expiry as a list would`() {
    for seed in UInt64(0)..<Sample.of(500, few: 50) {
      var random = SeededGenerator(seed: seed)
      var (index, list) = (StockIndex<Int>(), [(id: String, campaign: String, expires: Int?)]())
      for step in 0..<300 {
        let id = "\(Int.random(in: 0...30, using: &random))"
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4 where !index.contains(id):
          let expires = Bool.random(using: &random) ? nil : step + Int.random(in: 1...60, using: &random)
          index.insert(id, campaign: "c\(step % 3)", expires: expires)
          list.append((id, "c\(step % 3)", expires))
        case 4, 5:
          index.remove(id)
          list.removeAll { $0.id == id }
        case 6:
          let expired = list.filter { $0.expires ?? .max <= step }
          #expect(index.removeExpired(at: step) == expired.count, "seed \(seed), step \(step)")
          list.removeAll { $0.expires ?? .max <= step }
        default: break
        }
        let names = Set(list.map(\.id))
        #expect(
          (0...30).allSatisfy { index.contains("\($0)") == names.contains("\($0)") }, "seed \(seed), step \(step)")
        #expect(
          index.campaigns == list.reduce(into: [:]) { $0[$1.campaign, default: 0] += 1 }, "seed \(seed), step \(step)")
        let isRight = index.count == list.count && index.nextExpiry == list.compactMap(\.expires).min()
        #expect(isRight, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `what is done costs the logarithm of what is in stock`() {
    for count in [10, 100, 1_000] {
      let comparisons = Shared(0)
      func time(_ time: Int) -> CountedTime { CountedTime(time: time, comparisons: comparisons) }
      var index = StockIndex<CountedTime>()
      for number in 0..<count { index.insert("\(number)", campaign: "c", expires: time(number * 7 % count)) }
      comparisons.change { $0 = 0 }
      for turn in 0..<1_000 {
        #expect(index.removeExpired(at: time(-1)) == 0)
        index.remove("\(turn % count)")
        index.insert("\(turn % count)", campaign: "c", expires: time(turn % count * 7 % count))
      }
      #expect(comparisons.value < 1_000 * 40, "\(count) ads")
    }
  }
}

import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct FrequencyHistoryMergingTests {
  /// Every history of two campaigns that were seen up to twice at each of two times, which are kept for one of three
  /// times.
  private static let all: [FrequencyHistory] = (0..<81).map { word in
    var history = FrequencyHistory()
    for (index, (campaign, time)) in [("a", 1), ("a", 2), ("b", 1), ("b", 2)].enumerated() {
      for _ in 0..<(word / [1, 3, 9, 27][index] % 3) { history.add(campaign, [time], keptFor: 5 + (word + index) % 3) }
    }
    return history
  }

  @Test func `merging is commutative and idempotent`() {
    for limit in [1, 3, 8] {
      let small = Self.all.filter { $0.count <= limit }
      for one in small {
        #expect(one.merging(one, limit: limit) == one && one.merging(FrequencyHistory(), limit: limit) == one)
        for other in small {
          let merged = one.merging(other, limit: limit)
          #expect(merged == other.merging(one, limit: limit) && merged.count <= limit)
          #expect(merged.merging(one, limit: limit) == merged && merged.merging(other, limit: limit) == merged)
        }
      }
    }
  }

  @Test func `merging is associative also where the oldest are forgotten`() {
    var sample = Sample(oneIn: 5)
    for (limit, most) in [(2, 2), (3, 3), (6, 2)] {
      let small = Self.all.filter { $0.count <= most }
      for one in small {
        for other in small {
          let both = one.merging(other, limit: limit)
          for third in small where sample.takesNext() {
            let right = one.merging(other.merging(third, limit: limit), limit: limit)
            if both.merging(third, limit: limit) != right {
              Issue.record("\(one.seen) \(other.seen) \(third.seen)")
            }
          }
        }
      }
    }
  }

  @Test func `each time stands as often as in the history that has it more often`() {
    for one in Self.all {
      for other in Self.all {
        let merged = one.merging(other)
        for campaign in ["a", "b"] {
          for time in [1, 2] {
            let counts = [one, other, merged].map { $0.seen(campaign, time) }
            #expect(counts[2] == max(counts[0], counts[1]))
          }
          let times = merged.times(of: campaign)
          #expect(times == times.sorted())
        }
      }
    }
  }

  @Test func `a time is kept for as long as the history that keeps it longer`() {
    for one in Self.all {
      for other in Self.all {
        for (campaign, times) in one.merging(other).seen {
          for time in times {
            let both = [one, other].compactMap { $0.seen[campaign]?.first { $0.time == time.time }?.retention }
            #expect(time.retention == both.max())
          }
        }
      }
    }
  }

  @Test func `what either forbids their merge forbids`() throws {
    let caps = try ["1", "2 per 1ms", "3 per 2ms", "2"].map { [try FrequencyCap($0)] }
    for one in Self.all {
      for other in Self.all {
        var merged = one
        merged.merge(other)
        for cap in caps {
          for now in 0...4 {
            let time = Duration.milliseconds(now)
            if merged.allows("a", caps: cap, at: time) {
              #expect(one.allows("a", caps: cap, at: time) && other.allows("a", caps: cap, at: time))
            }
          }
        }
      }
    }
  }

  @Test func `merging and then pruning gives the same as pruning before`() throws {
    for seed in Sample.of(UInt64(1)...500, few: UInt64(1)...100) {
      var random = SeededGenerator(seed: seed)
      let caps = try [
        FrequencyCap(most: Int.random(in: 0...3, using: &random), within: .milliseconds(5)),
        FrequencyCap(most: Int.random(in: 0...2, using: &random)),
      ]
      func history() -> FrequencyHistory {
        var history = FrequencyHistory()
        history.add("a", (0..<8).map { _ in Int.random(in: 0...12, using: &random) }.sorted())
        return history
      }
      let (one, other) = (history(), history())
      func pruned(_ history: FrequencyHistory) -> FrequencyHistory {
        var history = history
        history.prune(at: .milliseconds(12)) { _ in caps }
        return history
      }
      #expect(pruned(one.merging(other)) == pruned(pruned(one).merging(pruned(other))), "seed \(seed)")
    }
  }

  @Test func `two full histories merge to the newest of both`() {
    var (one, other) = (FrequencyHistory(), FrequencyHistory())
    let times = 0..<FrequencyHistory.limit
    one.add("even", times.map { $0 * 2 })
    other.add("odd", times.map { $0 * 2 + 1 })
    let merged = one.merging(other)
    #expect(merged.count == FrequencyHistory.limit)
    #expect(
      merged.times(of: "even").first == .milliseconds(4_096) && merged.times(of: "odd").first == .milliseconds(4_097))
  }
}

extension FrequencyHistory {
  /// Adds times that ascend and are not before the others, whatever any cap needs.
  fileprivate mutating func add(_ campaign: String, _ times: [Int], keptFor retention: Int = 1) {
    let known = seen[campaign].map { Array($0) } ?? []
    keep(OneOrMore(known + times.map { SeenTime(time: Int64($0), retention: Int64(retention)) }), of: campaign)
  }

  fileprivate func seen(_ campaign: String, _ time: Int) -> Int {
    seen[campaign]?.count { $0.time == time } ?? 0
  }
}

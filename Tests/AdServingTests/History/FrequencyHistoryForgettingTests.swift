import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct FrequencyHistoryForgettingTests {
  @Test func `recording forgets the campaigns that no cap needs`() throws {
    let (day, week, ever) = try (
      FrequencyCap.list("2 per 1d"), FrequencyCap.list("9 per 1h, 2 per 7d"), FrequencyCap.list("5")
    )
    var history = FrequencyHistory()
    history.record("day", caps: day, at: .zero)
    history.record("week", caps: week, at: .zero)
    history.record("ever", caps: ever, at: .zero)
    history.record("x", caps: day, at: .seconds(86_400) - .milliseconds(1))
    #expect(history.campaigns == ["day", "ever", "week", "x"])
    history.record("x", caps: day, at: .seconds(86_400))
    #expect(history.campaigns == ["ever", "week", "x"] && history.count == 4)
    history.record("x", caps: day, at: .seconds(7 * 86_400))
    #expect(history.campaigns == ["ever", "x"] && history.times(of: "x").count == 1)
    // A record without a time that is kept forgets as well.
    history.record("y", caps: [], at: .seconds(30 * 86_400))
    #expect(history.campaigns == ["ever"])
  }

  @Test func `a cap that allows none keeps nothing`() throws {
    var history = FrequencyHistory()
    history.record("a", caps: try FrequencyCap.list("0, 1 per 1m"), at: .zero)
    history.record("b", caps: try FrequencyCap.list("0"), at: .zero)
    #expect(history.campaigns == ["a"])
    history.record("c", caps: try FrequencyCap.list("1"), at: .seconds(60))
    #expect(history.campaigns == ["c"])
  }

  @Test func `the last caps of a campaign are the ones that keep it`() throws {
    var history = FrequencyHistory()
    history.record("a", caps: try FrequencyCap.list("5 per 1m"), at: .zero)
    history.record("a", caps: try FrequencyCap.list("5 per 1h"), at: .seconds(30))
    history.record("b", caps: try FrequencyCap.list("1"), at: .seconds(90))
    #expect(history.times(of: "a") == [.zero, .seconds(30)])
  }

  /// Campaigns that come and go, against a table of what each cap still needs.
  @Test func `nothing is kept that no cap needs and nothing forgotten that one does`() throws {
    let seeds = Sample.of(UInt64(1)...400, few: UInt64(1)...20)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let caps = try (0..<4).map { _ in
        try FrequencyCap(
          most: Int.random(in: 1...3, using: &random),
          within: Bool.random(using: &random) ? .milliseconds(Int.random(in: 1...40, using: &random)) : nil)
      }
      var history = FrequencyHistory()
      var seen: [[Int]] = [[], [], [], []]
      var (now, copy) = (0, history)
      for step in 0..<60 {
        now += Int.random(in: 0...9, using: &random)
        let campaign = Int.random(in: 0..<4, using: &random)
        history.record("\(campaign)", caps: [caps[campaign]], at: .milliseconds(now))
        seen[campaign].append(now)
        // What was forgotten comes back with an old copy, and is forgotten again.
        if step % 7 == 3 { history.merge(copy) }
        if step % 11 == 5 { copy = history }
        if step % 13 == 8 {
          history = try JSONDecoder().decode(FrequencyHistory.self, from: JSONEncoder().encode(history))
        }
        guard step % 7 != 3 else { continue }
        for (number, cap) in caps.enumerated() {
          let needed = seen[number].suffix(cap.most).filter { time in cap.window.map { now - Int($0) < time } ?? true }
          let kept = history.times(of: "\(number)").suffix(cap.most)
          #expect(kept.suffix(needed.count) == needed.map { .milliseconds($0) }[...], "seed \(seed), step \(step)")
          let isOver = needed.isEmpty && !history.times(of: "\(number)").isEmpty
          #expect(!isOver, "seed \(seed), step \(step)")
        }
        #expect(history.checkInvariants(), "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `a name that is too long is not kept and not allowed`() throws {
    let caps = try FrequencyCap.list("1")
    var history = FrequencyHistory()
    for (name, isKept) in [(String(repeating: "é", count: 128), true), (String(repeating: "a", count: 257), false)] {
      history.record(name, caps: caps, at: .zero)
      #expect(history.campaigns.contains(name) == isKept)
      #expect(!history.allows(name, caps: caps, at: .zero) && history.nextAllowed(name, caps: caps, at: .zero) == nil)
      #expect(history.allows(name, caps: [], at: .zero))
    }
  }
}

import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct FrequencyHistoryTests {
  private static let seeds = Sample.of(UInt64(1)...1_500, few: UInt64(1)...10)

  /// Everything that was seen, for ever.
  private struct Oracle {
    var seen: [(campaign: String, time: Int)] = []

    func allows(_ campaign: String, _ caps: [FrequencyCap], _ reserved: Int, _ now: Int) -> Bool {
      caps.allSatisfy { cap in
        let counted = seen.filter { entry in
          entry.campaign == campaign
            && (cap.within.map { .milliseconds(now) < .milliseconds(entry.time) + $0 } ?? true)
        }
        return counted.count + max(reserved, 0) < cap.most
      }
    }

    /// Looked for millisecond by millisecond.
    func nextAllowed(_ campaign: String, _ caps: [FrequencyCap], _ reserved: Int, _ now: Int) -> Int? {
      (now...now + 60).first { allows(campaign, caps, reserved, $0) }
    }
  }

  private static func caps(_ random: inout SeededGenerator) throws -> [FrequencyCap] {
    try (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let within = Int.random(in: 0...3, using: &random) == 0 ? nil : Int.random(in: 1...12, using: &random)
      return try FrequencyCap(most: Int.random(in: 0...4, using: &random), within: within.map { .milliseconds($0) })
    }
  }

  @Test func `it allows what the list of all that was seen allows`() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      let caps = try Self.caps(&random)
      var (history, oracle, now) = (FrequencyHistory(), Oracle(), 0)
      for step in 0..<25 {
        now += Int.random(in: 0...4, using: &random)
        // A clock that is ahead or behind.
        let time = max(0, now + [0, 0, 0, 3, -3][Int.random(in: 0...4, using: &random)])
        let campaign = ["a", "b"][Int.random(in: 0...1, using: &random)]
        history.record(campaign, caps: caps, at: .milliseconds(time))
        oracle.seen.append((campaign, time))
        if Int.random(in: 0...3, using: &random) == 0 { history.prune(at: .milliseconds(now)) { _ in caps } }
        now = max(now, time)
        for reserved in -1...4 {
          let label: Comment = "seed \(seed), step \(step), \(caps), reserved \(reserved)"
          let allows = history.allows(campaign, caps: caps, reserved: reserved, at: .milliseconds(now))
          #expect(allows == oracle.allows(campaign, caps, reserved, now), label)
          let next = history.nextAllowed(campaign, caps: caps, reserved: reserved, at: .milliseconds(now))
          #expect(next == oracle.nextAllowed(campaign, caps, reserved, now).map { .milliseconds($0) }, label)
        }
        let most = caps.map(\.most).max() ?? 0
        #expect(history.times(of: campaign).count <= most, "seed \(seed), step \(step), \(caps)")
        #expect(history.count == history.campaigns.map { history.times(of: $0).count }.reduce(0, +))
      }
    }
  }

  // MARK: Boundaries

  @Test func `what was seen counts from its time until just before the window is over`() throws {
    let caps = try FrequencyCap.list("1 per 24h")
    let day = Duration.seconds(86_400)
    var history = FrequencyHistory()
    history.record("a", caps: caps, at: .seconds(10))
    #expect(!history.allows("a", caps: caps, at: .seconds(10)))
    #expect(!history.allows("a", caps: caps, at: .seconds(10) + day - .nanoseconds(1)))
    #expect(history.allows("a", caps: caps, at: .seconds(10) + day))
    #expect(history.nextAllowed("a", caps: caps, at: .seconds(10)) == .seconds(10) + day)
    #expect(history.nextAllowed("a", caps: caps, at: .zero) == .seconds(10) + day)
    #expect(history.allows("b", caps: caps, at: .seconds(10)))
  }

  @Test func `several caps hold together`() throws {
    let caps = try FrequencyCap.list("2 per 1h, 3 per 24h")
    var history = FrequencyHistory()
    for minute in [0, 10, 70] { history.record("a", caps: caps, at: .seconds(minute * 60)) }
    #expect(history.nextAllowed("a", caps: caps, at: .seconds(80 * 60)) == .seconds(86_400))
    #expect(history.nextAllowed("a", caps: [caps[0]], at: .seconds(80 * 60)) == .seconds(80 * 60))
  }

  @Test func `ads that stand count where they stand on`() throws {
    let caps = try FrequencyCap.list("2 per 1h")
    var history = FrequencyHistory()
    #expect(history.allows("a", caps: caps, reserved: 1, at: .zero))
    #expect(!history.allows("a", caps: caps, reserved: 2, at: .zero))
    #expect(history.nextAllowed("a", caps: caps, reserved: .max, at: .zero) == nil)
    history.record("a", caps: caps, at: .zero)
    #expect(history.nextAllowed("a", caps: caps, reserved: 1, at: .zero) == .seconds(3_600))
    #expect(history.nextAllowed("a", caps: caps, reserved: .min, at: .zero) == .zero)
  }

  @Test func `without caps nothing is kept`() {
    var history = FrequencyHistory()
    history.record("a", caps: [], at: .zero)
    #expect(history == FrequencyHistory() && history.allows("a", caps: [], reserved: .max, at: .zero))
  }

  @Test func `a campaign without a name is not counted`() throws {
    var history = FrequencyHistory()
    history.record("", caps: try FrequencyCap.list("1"), at: .zero)
    #expect(history == FrequencyHistory())
  }

  @Test func `extreme times are brought into range`() throws {
    let ages = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let caps = try [FrequencyCap(most: 2, within: .latest)]
    var history = FrequencyHistory()
    for time in [ages, .zero - ages] { history.record("a", caps: caps, at: time) }
    #expect(history.times(of: "a") == [.zero, .latest])
    #expect(!history.allows("a", caps: caps, at: .zero - ages))
    #expect(history.allows("a", caps: caps, at: ages))
    #expect(history.nextAllowed("a", caps: caps, reserved: 1, at: .zero) == .latest + .latest)
  }

  // MARK: Size and forgetting

  @Test func `beyond the limit the oldest are forgotten`() throws {
    let caps = try FrequencyCap.list("1")
    var history = FrequencyHistory()
    let names = (0...FrequencyHistory.limit).map { "c\($0)" }
    for (time, name) in names.enumerated() { history.record(name, caps: caps, at: .milliseconds(time)) }
    #expect(history.count == FrequencyHistory.limit && history.campaigns == names.dropFirst().sorted())
  }

  @Test func `a clock that was ahead can be forgotten`() throws {
    let caps = try FrequencyCap.list("9 per 1h")
    var history = FrequencyHistory()
    for (campaign, time) in [("a", 1), ("a", 5), ("b", 9)] {
      history.record(campaign, caps: caps, at: .seconds(time))
    }
    history.forget(after: .seconds(4))
    #expect(history.times(of: "a") == [.seconds(1)] && history.campaigns == ["a"] && history.count == 1)
    history.forget("a")
    #expect(history == FrequencyHistory())
  }

  @Test func `pruning forgets what is over of every campaign`() throws {
    let caps = try ["a": FrequencyCap.list("3 per 10s"), "b": FrequencyCap.list("1")]
    var history = FrequencyHistory()
    for time in [0, 5, 6] { history.record("a", caps: caps["a"] ?? [], at: .seconds(time)) }
    history.record("b", caps: caps["b"] ?? [], at: .zero)
    history.prune(at: .seconds(15)) { caps[$0] ?? [] }
    #expect(history.times(of: "a") == [.seconds(6)] && history.times(of: "b") == [.zero] && history.count == 2)
  }
}

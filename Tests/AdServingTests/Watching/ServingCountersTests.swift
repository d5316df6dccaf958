import Foundation
import TestSupport
import Testing

@testable import AdServing
@testable import Placement

@Suite struct ServingCountersTests {
  typealias Counters = ServingCounters

  // MARK: Pages

  /// The counters of pages are those of their decisions, judged one by one.
  @Test func `a page counts its rows and the decisions on its places`() throws {
    let rules = [
      "at 1 every 4", "every 3 max 2", "every 2 gap 3", "at 2,3,9 before 2 after 2", "every 2 share 0.2",
      "every 3 avoid news", "every 5 trailing", "at 1 every 4 sections 0", "every 2 few 8",
    ]
    let traits = RowTraits<Int>(
      tags: { $0 % 5 == 0 ? ["news"] : [] }, isAdAllowedBeside: { $0 % 7 != 0 })
    for line in rules {
      let merger = try FeedMerger(line)
      for (count, ads) in [(0, 0), (1, 9), (7, 9), (20, 2), (20, 20)] {
        let sections = [Array(0..<count), Array(100..<100 + count / 2)]
        let page = try merger.merge(sections: sections, with: Array(0..<ads), traits: traits)
        let counters = Counters(of: page)
        let label: Comment = "\(line), \(count) rows, \(ads) ads"
        #expect(counters.totals[.pages] == 1, label)
        #expect(counters.totals[.contentRows] == page.compactMap(\.content).count, label)
        #expect(counters.totals[.ads] == page.compactMap(\.ad).count, label)
        #expect(counters.totals[.namedPlaces] == counters.totals[.ads] + counters.refusals.total, label)
        let reasons = page.decisions.compactMap { decision in
          if case .refused(let place) = decision { place.reason } else { nil }
        }
        let isInSight = reasons.filter { $0 != .noContent }
        #expect(counters.refusals.total == isInSight.count, label)
        #expect(counters.refusals[.gap] == isInSight.count { if case .gap = $0 { true } else { false } }, label)
        #expect([.few, .after, .share].reduce(0) { $0 + counters.refusals[$1] } == page.decidedByEnd.count, label)
      }
    }
  }

  @Test func `every reason has its kind`() {
    let kinds: [(RefusalReason, Counters.Refusal?)] = [
      (.section, .section), (.few(9), .few), (.noContent, nil), (.trailing, .trailing), (.max(1), .max),
      (.maxInAll(2), .maxInAll),
      (.before(3), .before), (.after(3), .after), (.gap(2), .gap), (.share(0.2), .share), (.avoid("news"), .avoid),
      (.beside(UserPath(section: 0, row: 1)), .beside), (.yields(to: "sales"), .yields), (.noAd, .noAd),
    ]
    for (reason, kind) in kinds { #expect(Counters.Refusal(reason) == kind, "\(reason)") }
    #expect(Set(kinds.compactMap(\.1)).count == Counters.Refusal.allCases.count)
  }

  @Test func `the shares of pages add up`() throws {
    let merger = try FeedMerger("every 4")
    var counters = Counters()
    #expect(counters.fillRate == 0 && counters.adLoad == 0)
    for ads in [4, 1] { counters.count(try merger.merge(Array(0..<15), with: Array(0..<ads))) }
    #expect(counters.totals[.pages] == 2 && counters.totals[.ads] == 5)
    #expect(counters.refusals[.noAd] == 3, "\(counters)")
    #expect(counters.fillRate == 5 / 8.0 && counters.adLoad == 5 / 35.0, "\(counters)")
  }

  @Test func `faults of cursors count and other errors do not`() throws {
    var counters = Counters()
    let errors: [PlacementError] = [.invalidCursor("x"), .cursorOfOtherRules("y"), .invalidCursor("z"), .tagsUnknown]
    for error in errors { counters.count(error) }
    #expect(counters.cursorFaults[.invalid] == 2 && counters.cursorFaults[.otherRules] == 1)
    #expect(counters.cursorFaults.total == 3)
  }

  @Test func `what came of asking a source in an auction is counted`() {
    let results: [AuctionAnswer<Int>.Result] = [
      .ads([Ad(id: "a", creative: 1)], after: .milliseconds(30)), .ads([], after: .milliseconds(3)), .failure("x"),
      .passedOver, .timeout, .cancelled,
    ]
    var counters = Counters()
    for result in results { counters.count(AuctionAnswer(source: "s", result: result)) }
    let counts: [(Counters.Outcome, Int)] = [
      (.fill, 1), (.noFill, 1), (.failure, 2), (.timeout, 1), (.cancelled, 1), (.late, 0),
    ]
    for (outcome, count) in counts { #expect(counters.requests[outcome] == count, "\(outcome)") }
    #expect(counters.latency.count == 2 && counters.latency.sum == .milliseconds(33))
  }

  // MARK: Adding

  @Test func `counters add up and stay in range`() throws {
    var one = Counters()
    one.totals[.pages] = .max
    one.refusals[.gap] = 3
    var other = Counters()
    other.totals[.pages] = 1
    other.totals[.capHits] = -7
    other.refusals[.gap] = 4
    other.refusals[.max] = 1
    one += other
    #expect(one.totals[.pages] == 1 << 53 - 1 && one.totals.total == 1 << 53 - 1)
    #expect(one.refusals[.gap] == 7 && one.refusals.total == 8 && one.totals[.capHits] == 0)
    one.refusals[.gap] = 0
    one.refusals[.max] = 0
    #expect(one.refusals == Tally())
  }

  @Test func `counters survive JSON and impossible ones do not`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let counters = Self.randomCounters(&random)
      #expect(try JSONDecoder().decode(Counters.self, from: JSONEncoder().encode(counters)) == counters)
    }
    for (tally, cause) in [
      (#"{"gap":-1}"#, "invalid value -1 for 'gap'; expected a number from 0 to 9007199254740991"),
      (
        #"{"gaps":1}"#,
        "invalid value gaps for 'kind'; expected one of section, few, trailing, max, maxInAll, before, after, gap, "
          + "share, avoid, beside, yields, noAd"
      ),
    ] {
      let json = #"{"totals":{},"requests":{},"cursorFaults":{},"refusals":\#(tally)}"#
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Counters.self, from: Data(json.utf8))
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(tally): \(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["refusals"] && context.debugDescription == cause)
      #expect(context.underlyingError is AdServingError)
    }
  }

  // MARK: Text

  @Test func `what is written for Prometheus is read back`() throws {
    var random = SeededGenerator(seed: 2)
    let names = ["region", "_x", "Z9"]
    let values = ["eu", "", "a\\b", "\"q\"", "x\ny", "\r\n", "Zürich \u{2028}", "{a=\"b\"} 1", "\\n", "\\", "é\u{301}"]
    for round in 0..<300 {
      var series: [[String: String]: Counters] = [:]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let labels = names.filter { _ in Bool.random(using: &random) }.map {
          ($0, values.randomElement(using: &random) ?? "")
        }
        series[Dictionary(uniqueKeysWithValues: labels)] = Self.randomCounters(&random)
      }
      let list = series.map { (labels: $0.key, counters: $0.value) }
      let text = Counters.prometheusText(prefix: "my:feed_1", of: list)
      #expect(text == Counters.prometheusText(prefix: "my:feed_1", of: list.shuffled(using: &random)), "round \(round)")
      #expect(try PrometheusText(text).metrics.map(Self.summary) == Self.metrics(of: series), "round \(round)")
    }
  }

  @Test func `a text is written as the format says`() throws {
    var counters = Counters()
    counters.cursorFaults[.otherRules] = 2
    let text = counters.prometheusText(labels: ["source": "a \"b\"\\\nc"])
    #expect(
      text.hasPrefix("# HELP feedweave_pages_total Pages that were merged.\n# TYPE feedweave_pages_total counter\n"))
    #expect(
      text.contains(
        """
        # TYPE feedweave_cursor_faults_total counter
        feedweave_cursor_faults_total{source="a \\"b\\"\\\\\\nc",fault="invalid"} 0
        feedweave_cursor_faults_total{source="a \\"b\\"\\\\\\nc",fault="other_rules"} 2

        """))
    #expect(Counters().prometheusText().contains("\nfeedweave_pages_total 0\n"))
  }

  @Test func `counters with the same labels are one series`() throws {
    var one = Counters()
    one.totals[.ads] = 2
    let text = Counters.prometheusText(of: [(["a": "b"], one), ([:], one), (["a": "b"], one)])
    #expect(text.contains("\nfeedweave_ads_total 2\nfeedweave_ads_total{a=\"b\"} 4\n"))
  }

  @Test func `names that Prometheus does not read are the callers mistake`() async {
    await #expect(processExitsWith: .failure) { _ = ServingCounters().prometheusText(prefix: "9lives") }
    await #expect(processExitsWith: .failure) { _ = ServingCounters().prometheusText(prefix: "feed-weave") }
    await #expect(processExitsWith: .failure) { _ = ServingCounters().prometheusText(labels: ["rule": "x"]) }
    await #expect(processExitsWith: .failure) { _ = ServingCounters().prometheusText(labels: ["a:b": "x"]) }
    await #expect(processExitsWith: .failure) { _ = ServingCounters().prometheusText(labels: ["": "x"]) }
  }

  // MARK: Latency and impressions

  @Test func `a time is counted up to the bound that it meets`() throws {
    var latency = LatencyCounts()
    for milliseconds in [-4, 0, 5, 6, 50, 10_000, 10_001] { latency.add(.milliseconds(milliseconds)) }
    #expect(latency.count == 7 && latency.sum == .milliseconds(20_062))
    let counts = LatencyCounts.bounds.map { latency.count(upTo: $0) }
    #expect(counts == [3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 6])
    #expect(latency.count(upTo: .milliseconds(7)) == 3)
    var both = latency
    both += latency
    #expect(both.count == 14 && both.count(upTo: .milliseconds(5)) == 6 && both.sum == .milliseconds(40_124))
    for json in [#"{"counts":[1,2],"milliseconds":0}"#, #"{"counts":[0,0,0,0,0,0,0,0,0,0,0,-1],"milliseconds":0}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(LatencyCounts.self, from: Data(json.utf8)) }
    }
  }

  @Test func `an upload counts by what became of it`() {
    let upload = [(0, 1), (1, 1), (1, 1), (2, 200_000)].map { number, at in
      Impression(
        id: ImpressionID(device: "d", stream: 0, number: number), ad: AdIdentity(adID: "a"),
        place: FeedPath(section: 0, row: 0), display: 0, began: .zero, at: .seconds(at))
    }
    var (inbox, counters) = (ImpressionInbox(), Counters())
    counters.count(inbox.receive(upload, at: .seconds(9)))
    #expect(counters.totals[.newImpressions] == 2 && counters.totals[.repeatedImpressions] == 1)
    #expect(counters.refusedImpressions[.inFuture] == 1 && counters.refusedImpressions.total == 1)
  }

  @Test func `the ads of a tenant are counted for its source`() throws {
    let merger = try FeedMerger([
      Tenant(name: "direct", rules: PlacementRules("every 4")),
      Tenant(name: "network", rules: PlacementRules("every 3")),
    ])
    let page = try merger.merge(Array(0..<20), adsByTenant: [["a", "b"], ["x", "y", "z", "w"]])
    var (page0, page1) = (Counters(), Counters())
    page0.count(adsOf: 0, on: page)
    page1.count(adsOf: 1, on: page)
    #expect(page0.totals[.servedAds] == 2 && page1.totals[.servedAds] > 0)
    #expect(page0.totals[.servedAds] + page1.totals[.servedAds] == page.slots.count && page0.totals[.ads] == 0)
  }

  // MARK: The other way

  private static func randomCounters(_ random: inout SeededGenerator) -> Counters {
    var counters = Counters()
    func fill<Kind>(_ tally: inout Tally<Kind>, _ random: inout SeededGenerator) {
      for kind in Kind.allCases where Bool.random(using: &random) {
        tally[kind] = Int.random(in: 0...(Bool.random(using: &random) ? 9 : 1 << 53 - 1), using: &random)
      }
    }
    fill(&counters.totals, &random)
    fill(&counters.refusals, &random)
    fill(&counters.requests, &random)
    fill(&counters.cursorFaults, &random)
    fill(&counters.refusedImpressions, &random)
    for _ in 0..<Int.random(in: 0...9, using: &random) {
      counters.latency.add(.milliseconds(Int.random(in: -1...12_000, using: &random)))
    }
    return counters
  }

  /// What a reader of the text should find, name by name.
  private static func metrics(of series: [[String: String]: Counters]) -> [[String]] {
    func samples(_ name: String, _ values: (Counters) -> [(label: [String: String], count: Int)]) -> [String] {
      [name, "counter"]
        + series.flatMap { labels, counters in
          values(counters).map { "\(line(labels.merging($0.label) { $1 })) \(Double($0.count))" }
        }.sorted()
    }
    func total(_ name: String, _ kind: Counters.Total) -> [String] {
      samples("my:feed_1_\(name)_total") { [([:], $0.totals[kind])] }
    }
    let refusals: [(String, Counters.Refusal)] = [
      ("section", .section), ("few", .few), ("trailing", .trailing), ("max", .max), ("max_in_all", .maxInAll),
      ("before", .before),
      ("after", .after), ("gap", .gap), ("share", .share), ("avoid", .avoid), ("beside", .beside),
      ("yields", .yields), ("no_ad", .noAd),
    ]
    let outcomes: [(String, Counters.Outcome)] = [
      ("fill", .fill), ("no_fill", .noFill), ("failure", .failure), ("timeout", .timeout), ("late", .late),
      ("cancelled", .cancelled),
    ]
    let faults: [(String, Counters.CursorFault)] = [("invalid", .invalid), ("other_rules", .otherRules)]
    return [
      total("pages", .pages), total("content_rows", .contentRows), total("ads", .ads),
      total("named_places", .namedPlaces),
      samples("my:feed_1_refused_places_total") { counters in
        refusals.map { (["rule": $0], counters.refusals[$1]) }
      },
      total("served_ads", .servedAds), total("cap_hits", .capHits),
      samples("my:feed_1_source_requests_total") { counters in
        outcomes.map { (["outcome": $0], counters.requests[$1]) }
      },
      latency(of: series), total("refused_ads", .refusedAds), total("expired_ads", .expiredAds),
      samples("my:feed_1_cursor_faults_total") { counters in
        faults.map { (["fault": $0], counters.cursorFaults[$1]) }
      },
      total("new_impressions", .newImpressions), total("repeated_impressions", .repeatedImpressions),
      samples("my:feed_1_refused_impressions_total") { counters in
        ImpressionRefusal.Reason.allCases.map { reason in
          let words = reason.rawValue.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
          return (["reason": words], counters.refusedImpressions[reason])
        }
      },
    ]
  }

  /// The lines of a histogram, whose bounds are those of Prometheus.
  private static func latency(of series: [[String: String]: Counters]) -> [String] {
    let bounds = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    let name = "my:feed_1_source_latency_seconds"
    return [name, "histogram"]
      + series.flatMap { labels, counters in
        let latency = counters.latency
        let buckets = bounds.map { bound in
          (["le": "\(Double(bound) / 1_000)"], latency.count(upTo: .milliseconds(bound)))
        }
        let all =
          (buckets + [(["le": "+Inf"], latency.count)]).map { ("_bucket", $0, Double($1)) }
          + [("_sum", [:], latency.sum / .seconds(1)), ("_count", [:], Double(latency.count))]
        return all.map { suffix, label, number in
          "\(line(labels.merging(label) { $1 }.merging(["__name__": name + suffix]) { $1 })) \(number)"
        }
      }.sorted()
  }

  private static func summary(_ metric: PrometheusText.Metric) -> [String] {
    [metric.name, metric.type] + metric.samples.map { "\(line($0)) \($1)" }.sorted()
  }

  private static func line(_ labels: [String: String]) -> String {
    labels.sorted { $0.key < $1.key }.map { "\($0.debugDescription)=\($1.debugDescription)" }.joined(separator: ",")
  }
}

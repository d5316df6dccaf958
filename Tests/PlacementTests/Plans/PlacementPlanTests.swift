import TestSupport
import Testing

@testable import Placement

@Suite struct PlacementPlanTests {
  static func rows(_ line: String, count: Int, ads: Int? = nil) throws -> [Int] {
    try PlacementPlan(rules: PlacementRules(line), userCounts: [count], adCount: ads).places.map(\.path.row)
  }

  /// Compares a plan with the walk of the oracle; nil when they agree.
  static func difference(_ rules: PlacementRules, counts: [Int], ads: Int?, world: UInt64 = 0) throws -> String? {
    let plan = try PlacementPlan(
      RuleTables(rules), userCounts: counts, adCount: ads,
      traits: ContentTraits(isAdAllowedBeside: { allows(world, $0.section, $0.row) }))
    let expected = reference(rules, world: world).steps(counts: counts, available: ads ?? .max)
    let places = Array(plan.places)
    let found = places.map {
      ReferencePlacement.Ad(section: $0.path.section, row: $0.path.row, content: $0.content.row, number: $0.ad)
    }
    let label = "\(rules) over \(counts), \(ads ?? -1) ads, world \(world)"
    if found != expected.filter(\.isAd).map(\.ad) { return "\(label): \(found)" }
    let decisions = Array(plan.decisions)
    let named = expected.filter { $0.faults != nil }
    if decisions.map(\.path) != named.map(\.path) { return "\(label): not all named places are decided on" }
    for (decision, step) in zip(decisions, named) {
      switch decision {
      case .placed(let place) where step.isAd && places[place.ad] == place: break
      case .refused(let place) where step.faults?.contains("\(place.reason)") == true: break
      default: return "\(label): \(decision), not \(step)"
      }
    }
    return nil
  }

  /// Rules as the oracle takes them.
  static func reference(_ rules: PlacementRules, world: UInt64) -> ReferencePlacement {
    var reference = ReferencePlacement()
    reference.at = rules.at
    reference.every = rules.every
    reference.from = rules.from
    reference.max = rules.max ?? .max
    reference.maxInAll = rules.maxInAll ?? .max
    reference.gap = rules.gap
    reference.few = rules.few
    reference.before = rules.before
    reference.after = rules.after
    reference.share = rules.share ?? 1
    reference.trailing = rules.trailing
    reference.sections = rules.sections
    reference.except = rules.except
    reference.allows = { allows(world, $0, $1) }
    return reference
  }

  /// Whether an ad may stand beside a row: everywhere in world 0, and beside four rows of five in others.
  static func allows(_ world: UInt64, _ section: Int, _ row: Int) -> Bool {
    world == 0 || SplitMix64.mixed(world &+ UInt64(section * 1000 + row)) % 5 > 0
  }

  /// A rule set with each word as likely in it as not; the seed's.
  static func randomRules(_ random: inout SeededGenerator) -> PlacementRules {
    func maybe(_ range: ClosedRange<Int>) -> Int? {
      Bool.random(using: &random) ? Int.random(in: range, using: &random) : nil
    }
    let every = maybe(2...6)
    var rules = PlacementRules(
      at: Array(Set((0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...14, using: &random) })),
      every: every, from: every == nil ? nil : maybe(0...12), max: maybe(0...5), maxInAll: maybe(0...8),
      gap: maybe(0...5) ?? 0, few: maybe(0...9) ?? 0, before: maybe(0...9) ?? 0, after: maybe(0...5) ?? 0,
      share: maybe(0...10).map { Double($0) / 20 })
    rules.trailing = rules.after == 0 && Bool.random(using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 {
      rules.sections = [0, 2].filter { _ in Bool.random(using: &random) }
    }
    rules.except = [1, 2].filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    return rules
  }

  @Test func `positions and intervals of every small world agree with the oracle`() throws {
    var sample = Sample(oneIn: 3)
    let fixed = [[], [0], [1], [4], [1, 2], [4, 0], [1, 2, 3, 4], [3, 9], [50]]
    for at in fixed {
      for every in [nil, 2, 3, 5] {
        for from in [nil, 0, 1, 4, 7] where from == nil || every != nil {
          for trailing in [false, true] {
            for count in 0...12 where sample.takesNext() {
              let rules = PlacementRules(at: at, every: every, from: from, trailing: trailing)
              let difference = try PlacementPlanTests.difference(rules, counts: [count, 3], ads: nil)
              if let difference { Issue.record("\(difference)") }
            }
          }
        }
      }
    }
  }

  @Test func `random rules agree with the oracle`() throws {
    for seed in UInt64(1)...Sample.of(4000, few: 2000) {
      var random = SeededGenerator(seed: seed)
      let rules = PlacementPlanTests.randomRules(&random)
      let counts = (0..<3).map { _ in Int.random(in: 0...25, using: &random) }
      let ads = Bool.random(using: &random) ? Int.random(in: 0...9, using: &random) : nil
      let difference = try PlacementPlanTests.difference(
        rules, counts: counts, ads: ads, world: Bool.random(using: &random) ? seed : 0)
      if let difference { Issue.record("seed \(seed): \(difference)") }
    }
  }

  @Test func `the numbers of the page hold`() throws {
    #expect(try PlacementPlanTests.rows("at 1,2,3,4", count: 9) == [1, 2, 3, 4])
    #expect(try PlacementPlanTests.rows("every 3", count: 6) == [2, 5])
    #expect(try PlacementPlanTests.rows("every 3", count: 7) == [2, 5, 8])
    #expect(try PlacementPlanTests.rows("every 2", count: 4) == [1, 3, 5])
    #expect(try PlacementPlanTests.rows("every 2 trailing", count: 4) == [1, 3, 5, 7])
    #expect(try PlacementPlanTests.rows("at 1 every 6 from 12 max 8 gap 2", count: 40) == [1, 12, 18, 24, 30, 36, 42])
    #expect(try PlacementPlanTests.rows("at 5 every 4 from 5", count: 20) == [5, 9, 13, 17, 21])
    #expect(try PlacementPlanTests.rows("every 6", count: 100, ads: 2) == [5, 11])
  }

  @Test func `rules start anew in each section and ads go on`() throws {
    let plan = try PlacementPlan(
      rules: PlacementRules("every 3 max 2 sections 0,2"), userCounts: [9, 9, 9], adCount: 3)
    #expect(plan.places.map(\.path.description) == ["feed 0:2", "feed 0:5", "feed 2:2"])
    #expect(plan.places.map(\.ad) == [0, 1, 2] && plan.places.map(\.ordinal) == [1, 2, 1])
    let map = try plan.map()
    #expect(map.feedCounts == [11, 9, 10] && map.insertionIndex(at: FeedPath(section: 2, row: 2)) == 2)
  }

  @Test func `captions name the rule and the order`() throws {
    let limited = try PlacementPlan(rules: PlacementRules("at 1 every 6 from 3 max 8"), userCounts: [20])
    let captions = limited.places.map { $0.caption(total: limited.totals[$0.path.section]) }
    #expect(captions.prefix(2) == ["at 1 · 1st of 5", "every 6 from 3 · 2nd of 5"])
    let open = try PlacementPlan(rules: PlacementRules("every 2"), userCounts: [4, 9])
    #expect(open.totals == [3, 8])
    #expect(open.places.map { $0.caption(total: open.totals[$0.path.section]) }[2] == "every 2 · 3rd of 3")
    let words = [1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"]
    for (number, word) in words { #expect(Place.ordinalWord(number) == word) }
  }

  @Test func `refusals name the rule`() throws {
    func refusals(_ line: String, count: Int, ads: Int? = nil) throws -> [String] {
      let tags: PlacementPlan.Tags = { $0.row == 4 ? ["sensitive"] : [] }
      let plan = try PlacementPlan(rules: PlacementRules(line), userCounts: [count], adCount: ads, tags: tags)
      return plan.decisions.compactMap {
        if case .refused(let place) = $0 { "\(place.path.row) \(place.origin): \(place.reason)" } else { nil }
      }
    }
    #expect(try refusals("every 2", count: 4) == ["7 every 2: no trailing ad"])
    #expect(try refusals("at 2,9", count: 4) == ["9 at 9: the content ends before it"])
    #expect(try refusals("at 4,5 trailing", count: 4) == ["5 at 5: no trailing ad"])
    #expect(try refusals("every 2 max 1", count: 5) == ["3 every 2: max 1", "5 every 2: max 1"])
    #expect(try refusals("at 1,3 max 1 in all", count: 5) == ["3 at 3: max 1 in all"])
    #expect(try refusals("every 2 before 2", count: 3) == ["1 every 2: before 2", "3 every 2: no trailing ad"])
    #expect(
      try refusals("at 1,7 except 0", count: 5) == ["1 at 1: its section has no ads", "7 at 7: its section has no ads"])
    #expect(try refusals("at 1 sections 1", count: 5) == ["1 at 1: its section has no ads"])
    #expect(try refusals("at 1,3 after 4", count: 5) == ["3 at 3: after 4"])
    #expect(try refusals("at 1,2,4 gap 2", count: 5) == ["2 at 2: gap 2"])
    #expect(try refusals("at 1,2 share 0.2", count: 4) == ["2 at 2: share 0.2"])
    #expect(try refusals("at 3,5,7 avoid other,sensitive", count: 9) == ["5 at 5: avoid sensitive"])
    #expect(
      try refusals("at 4,5,6 avoid sensitive", count: 9) == ["4 at 4: avoid sensitive", "5 at 5: avoid sensitive"])
    #expect(try refusals("at 1,3", count: 9, ads: 1) == ["3 at 3: no ad is left"])
  }

  @Test func `long lists cost their places only`() throws {
    let count = RowMap.limit
    for line in ["every 2 max 3", "every 2 before 2000000000 max 1", "every 2 gap 700000000", "at 9 every 1000000000"] {
      let places = Array(try PlacementPlan(rules: PlacementRules(line), userCounts: [count, count]).places)
      #expect((2...8).contains(places.count), "\(line)")
    }
    let first = try PlacementPlan(rules: PlacementRules("every 2"), userCounts: [count]).places.prefix(3).map(
      \.path.row)
    #expect(first == [1, 3, 5])
  }

  @Test func `jitter is seeded and keeps order`() throws {
    for every in [2, 3, 7, 10] {
      for seed in [0, 1, 77, Int.max] {
        let rules = PlacementRules(every: every, from: 4, seed: seed)
        let rows = try PlacementPlan(rules: rules, userCounts: [200]).places.map(\.path.row)
        #expect(try PlacementPlan(rules: rules, userCounts: [200]).places.map(\.path.row) == rows)
        for (index, row) in rows.enumerated() {
          #expect(0...(every - 1) / 2 ~= row - 4 - index * every, "every \(every), seed \(seed), ad \(index)")
        }
      }
    }
    let jittered = try PlacementPlanTests.rows("every 10 seed 1", count: 200)
    #expect(jittered != (try PlacementPlanTests.rows("every 10 seed 2", count: 200)))
  }

  @Test func `what cannot be planned is refused`() throws {
    #expect(throws: PlacementError.tagsUnknown) { try PlacementPlanTests.rows("at 1 avoid sensitive", count: 3) }
    #expect(throws: PlacementError.invalidCount(-1)) { try PlacementPlanTests.rows("at 1", count: -1) }
    #expect(throws: PlacementError.invalidCount(-2)) { try PlacementPlanTests.rows("at 1", count: 1, ads: -2) }
    #expect(throws: PlacementError.invalidCount(.max)) { try PlacementPlanTests.rows("at 1", count: .max) }
    #expect(throws: PlacementError.duplicate(word: "at", value: 3)) {
      try PlacementPlan(rules: PlacementRules(at: [3, 1, 3]), userCounts: [9])
    }
  }
}

extension ReferencePlacement.Step {
  /// Where it is in the feed.
  var path: FeedPath { FeedPath(section: ad.section, row: ad.row) }
}

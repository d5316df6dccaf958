import TestSupport
import Testing

@testable import Placement

@Suite struct PlaceExplanationTests {
  /// Whether an explanation says of a row what the oracle's walk found there.
  private func agrees(_ explanation: PlaceExplanation, _ step: ReferencePlacement.Step) -> Bool {
    let content = step.hasContent ? UserPath(section: step.ad.section, row: step.ad.content) : nil
    return switch explanation {
    case .ad(let place):
      step.isAd && place.path == step.path && place.content.row == step.ad.content && place.ad == step.ad.number
    case .refused(let place, let other):
      place.path == step.path && other == content && step.faults?.contains("\(place.reason)") == true
    case .content(let path): step.faults == nil && path == content
    case .outside: step.faults == nil && content == nil
    }
  }

  @Test func `every row of every feed is explained as the oracle finds it`() throws {
    let seeds = Sample.of(UInt64(1)...6000, few: UInt64(1)...60)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let rules = PlacementPlanTests.randomRules(&random)
      let counts = (0..<3).map { _ in Int.random(in: 0...12, using: &random) }
      let ads = Bool.random(using: &random) ? Int.random(in: 0...5, using: &random) : nil
      let plan = try PlacementPlan(
        RuleTables(rules), userCounts: counts, adCount: ads,
        traits: ContentTraits(isAdAllowedBeside: { PlacementPlanTests.allows(seed, $0.section, $0.row) }))
      let steps = PlacementPlanTests.reference(rules, world: seed).steps(counts: counts, available: ads ?? .max)
      for step in steps where !agrees(plan.explain(step.path), step) {
        Issue.record("seed \(seed), \(rules) over \(counts): \(plan.explain(step.path)), not \(step)")
      }
      // Beyond all that the walk has come to there is nothing.
      for section in counts.indices {
        let end = steps.filter { $0.ad.section == section }.count
        #expect(plan.explain(FeedPath(section: section, row: end)) == .outside, "seed \(seed), section \(section)")
      }
    }
  }

  @Test func `places with jitter are explained as they are decided`() throws {
    for seed in 0...40 {
      let plan = try PlacementPlan(
        rules: PlacementRules(every: 5, from: 2, max: 4, gap: 3, seed: seed), userCounts: [9, 30])
      var decided: [FeedPath: PlacementDecision] = [:]
      for decision in plan.decisions { decided[decision.path] = decision }
      for section in 0...1 {
        for row in 0...40 {
          let path = FeedPath(section: section, row: row)
          switch (plan.explain(path), decided[path]) {
          case (.ad(let one), .placed(let other)): #expect(one == other)
          case (.refused(let one, _), .refused(let other)): #expect(one == other)
          case (.content, nil), (.outside, nil): break
          default: Issue.record("seed \(seed), \(path): \(plan.explain(path))")
          }
        }
      }
    }
  }

  @Test func `what is no row is outside`() throws {
    let plan = try PlacementPlan(rules: PlacementRules("every 3"), userCounts: [4])
    for path in [(0, -1), (0, 6), (-1, 0), (1, 0), (0, Int.max), (.min, .min)] {
      #expect(plan.explain(FeedPath(section: path.0, row: path.1)) == .outside, "\(path)")
    }
    let none = try PlacementPlan(rules: PlacementRules("every 3"), userCounts: [])
    #expect(none.explain(FeedPath(section: 0, row: 0)) == .outside)
  }

  @Test func `explanations are worded`() throws {
    let plan = try PlacementPlan(
      rules: PlacementRules("at 3 every 3 max 2 except 1"), userCounts: [7, 4],
      isAdAllowedBeside: { $0 != UserPath(section: 0, row: 2) })
    func words(_ section: Int, _ row: Int) -> String { "\(plan.explain(FeedPath(section: section, row: row)))" }
    #expect(
      words(0, 3) == "user 0:3; no ad at feed 0:3 (at 3): the content of row 2 allows no ad beside it")
    #expect(words(0, 6) == "ad 0 at feed 0:6 (every 3)")
    #expect(words(0, 7) == "user 0:6, where no rule names a place")
    #expect(words(0, 8) == "no row of the feed")
    #expect(words(1, 3) == "user 1:3; no ad at feed 1:3 (at 3): its section has no ads")
    let limited = try PlacementPlan(rules: PlacementRules("every 3 max 1"), userCounts: [4])
    #expect(
      "\(limited.explain(FeedPath(section: 0, row: 5)))" == "nothing; no ad at feed 0:5 (every 3): no trailing ad")
  }
}

import TestSupport
import Testing

@testable import Placement

/// What is refused is met on no content, and what is taken is met on some.
@Suite struct PlacementRulesValidityTests {
  private static let worlds = RuleWorlds(mostRows: 9)

  private static let ruleSets = RuleWorlds.ruleSets(Sample.of(20_000, few: 300), seed: 21)

  /// Whether what a refusal names is met in any world after all.
  private func isMet(_ error: PlacementError, _ rules: PlacementRules) -> Bool {
    guard case .contradiction(let word, _) = error else { return true }
    let numbers = word.split { !$0.isNumber }.compactMap { Int($0) }
    // Where nothing is met all worlds are looked at.
    let outcomes = RuleWorlds(mostRows: 7).outcomes(rules)
    return switch word.prefix(2) {
    case "tr": outcomes.contains { outcome in outcome.places.contains { $0.content.row == outcome.count } }
    // Each of several positions has to have its ad, in one world or another, for them to be met.
    case "at": numbers.allSatisfy { position in outcomes.contains { $0.rows.contains(position) } }
    default: true
    }
  }

  /// Whether rules keep all ads away, which they may.
  private func isClosed(_ rules: PlacementRules) -> Bool {
    if case .placesNothing = rules.findings.first { true } else { false }
  }

  @Test func `what is refused is met on no content`() {
    var refused = 0
    for rules in Self.ruleSets {
      do throws(PlacementError) { try rules.validate() } catch {
        refused += 1
        if isMet(error, rules) { Issue.record("'\(rules)' is refused, for \(error)") }
      }
    }
    #expect(refused > Sample.of(100, few: 50))
  }

  @Test func `what is taken is met on some content`() {
    var taken = 0
    for rules in Self.ruleSets where (try? rules.validate()) != nil && !isClosed(rules) {
      taken += 1
      var unmet = Set(rules.at)
      var isRepeated = rules.every == nil
      for outcome in Self.worlds.outcomes(rules) {
        unmet.subtract(outcome.rows)
        isRepeated = isRepeated || outcome.places.contains { if case .repeated = $0.origin { true } else { false } }
        if unmet.isEmpty, isRepeated { break }
      }
      if !unmet.isEmpty { Issue.record("'\(rules)' has no ad at \(unmet.sorted()) on any content") }
      if !isRepeated { Issue.record("'\(rules)' has no repeated ad on any content") }
    }
    #expect(taken > Sample.of(300, few: 100))
  }

  @Test func `closed rules are no errors`() throws {
    for line in ["at 1 max 0", "every 2 share 0", "every 2 max 0 in all", "at 1 sections none", "", "gap 2"] {
      #expect(throws: Never.self, "\(line)") { try PlacementRules(line) }
    }
  }

  @Test func `the example of two places within a gap is legal`() throws {
    let rules = try PlacementRules("at 1,2 gap 3")
    let plan = try PlacementPlan(rules: rules, userCounts: [9], isAdAllowedBeside: { $0.row > 0 })
    #expect(plan.places.map(\.path.row) == [2])
  }

  @Test func `numbers of all sizes are judged without a trap`() {
    let numbers = [Int.min, -1, 0, 1, 2, RowMap.limit, RowMap.limit + 1, Int.max]
    for number in numbers {
      for other in numbers {
        let rules = PlacementRules(
          at: [number, other], every: number, from: other, max: number, maxInAll: other, gap: number, before: other,
          after: number, share: Double(other), sections: [number], except: [other], seed: number)
        for each in [
          rules, PlacementRules(at: [number], gap: other), PlacementRules(every: number, gap: other),
          PlacementRules(every: number, from: other, seed: number), PlacementRules(at: [other], before: number),
          PlacementRules(every: 2, before: number, after: other),
          PlacementRules(at: [1], sections: [number], except: [other]),
          PlacementRules(every: number, from: other, gap: RowMap.limit, before: RowMap.limit),
        ] {
          _ = each.findings
          guard (try? each.validate()) != nil else { continue }
          #expect([number, other].allSatisfy { 0...Int.max ~= $0 }, "\(each)")
          let plan = try? PlacementPlan(rules: each, userCounts: [RowMap.limit, 3])
          _ = plan.map { Array($0.places.prefix(3)) }
        }
      }
    }
  }
}

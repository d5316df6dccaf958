import TestSupport
import Testing

@testable import Placement

@Suite struct RuleFindingTests {
  private static let worlds = RuleWorlds(mostRows: 7)

  private static let ruleSets = RuleWorlds.ruleSets(Sample.of(20_000, few: 80), seed: 8)

  /// Whether a finding is true of what rules make of every small world.
  private func holds(_ finding: RuleFinding, _ rules: PlacementRules) -> Bool {
    let outcomes = Self.worlds.outcomes(rules)
    func position(_ word: String) -> Int { Int(word.split(separator: " ")[1]) ?? -1 }
    switch finding {
    case .placesNothing, .namesNoPlace: return outcomes.allSatisfy(\.places.isEmpty)
    case .noEffect(let word, _):
      return zip(outcomes, Self.worlds.outcomes(rules.without(word))).allSatisfy { $0.rows == $1.rows }
    case .repeatedTag: return false
    case .withinGap(let word, let other, _):
      return outcomes.allSatisfy { outcome in
        !outcome.rows.contains(position(other))
          || !outcome.places.contains {
            $0.path.row == position(word) || word == first(of: $0.origin) && isFirst($0, rules)
          }
      }
    case .beyondMax(let word, _):
      return outcomes.allSatisfy { outcome in
        let refused = outcome.decisions.filter { if case .refused = $0 { true } else { false } }.map(\.path.row)
        return outcome.places.allSatisfy { place in
          let isMeant = word.hasPrefix("every") ? !rules.at.contains(place.path.row) : place.path.row == position(word)
          return !isMeant || refused.contains { $0 < place.path.row }
        }
      }
    case .intervalWithinGap(_, let rows, let gap):
      // On long content that allows all, some repeated place is refused for the gap, unless another rule is before it.
      return rows < gap && (hasOtherLimits(rules) || refusesRepeatedForGap(rules))
    case .firstRefused: return outcomes.allSatisfy { !$0.places.contains { isFirst($0, rules) } }
    }
  }

  private func first(of origin: PlaceOrigin) -> String {
    if case .repeated(_, let from?) = origin { "from \(from)" } else { "" }
  }

  /// Whether a place is the first that the interval names, jitter included.
  private func isFirst(_ place: Place, _ rules: PlacementRules) -> Bool {
    guard case .repeated(let every, let from?) = place.origin, from > rules.at.max() ?? -1 else { return false }
    return place.path.row <= from + (rules.seed == nil ? 0 : (every - 1) / 2)
  }

  private func hasOtherLimits(_ rules: PlacementRules) -> Bool {
    rules.max != nil || rules.maxInAll != nil || rules.share != nil || rules.seed != nil
  }

  private func refusesRepeatedForGap(_ rules: PlacementRules) -> Bool {
    guard let plan = try? PlacementPlan(rules: rules, userCounts: [40]) else { return false }
    return plan.decisions.contains { decision in
      guard case .refused(let place) = decision, case .repeated = place.origin else { return false }
      return place.reason == .gap(rules.gap)
    }
  }

  @Test func `every finding is true of every small world`() {
    var kinds: [String: Int] = [:]
    for rules in Self.ruleSets where (try? rules.validate()) != nil {
      for finding in rules.findings {
        kinds["\(finding)".filter(\.isLetter), default: 0] += 1
        if !holds(finding, rules) { Issue.record("'\(rules)': \(finding)") }
      }
    }
    #expect(kinds.count >= 10, "\(kinds.keys.sorted())")
  }

  @Test func `what two words do to each other is found rightly whatever their numbers`() {
    var ruleSets: [PlacementRules] = []
    for number in 0...3 {
      for other in 0...4 {
        for seed in [nil, 0, 1, 2] {
          for every in 3...5 {
            ruleSets.append(PlacementRules(every: every, from: number, before: other, seed: seed))
            ruleSets.append(PlacementRules(at: [1], every: every, from: number + 1, gap: other, seed: seed))
          }
          ruleSets.append(PlacementRules(at: [2, 4], every: 2, max: number, maxInAll: other, seed: seed))
          ruleSets.append(PlacementRules(at: [0, 1 + number, 5], gap: other))
        }
      }
    }
    for rules in ruleSets.sampled(oneIn: 12) where (try? rules.validate()) != nil {
      for finding in rules.findings where !holds(finding, rules) { Issue.record("'\(rules)': \(finding)") }
    }
  }

  @Test func `a max that another reaches first is always found`() {
    for max in 1...4 {
      for maxInAll in 1...4 {
        let rules = PlacementRules(every: 2, max: max, maxInAll: maxInAll)
        let changes = zip(Self.worlds.outcomes(rules), Self.worlds.outcomes(rules.without("max"))).contains {
          $0.rows != $1.rows
        }
        #expect(rules.findings.isEmpty == changes, "\(rules)")
      }
    }
  }

  @Test func `an interval that a gap breaks is always found`() {
    for every in 2...6 {
      for gap in 0...7 {
        let rules = PlacementRules(every: every, gap: gap)
        let isFound = rules.findings.contains { if case .intervalWithinGap = $0 { true } else { false } }
        #expect(isFound == refusesRepeatedForGap(rules), "\(rules)")
      }
    }
  }

  @Test func `an exception beside sections changes nothing`() throws {
    for sections in [[0], [0, 2], [1, 2]] {
      for except in [[0], [1], [1, 3]] where Set(sections).isDisjoint(with: except) {
        let rules = PlacementRules(at: [1], every: 3, sections: sections, except: except)
        guard case .noEffect(let word, _)? = rules.findings.first else {
          Issue.record("'\(rules)': \(rules.findings)")
          continue
        }
        let counts = [5, 2, 9, 1]
        #expect(
          try PlacementPlan(rules: rules, userCounts: counts).places.map(\.path)
            == PlacementPlan(rules: rules.without(word), userCounts: counts).places.map(\.path))
      }
    }
  }

  @Test func `rules that say what they mean have none`() throws {
    for line in [
      "", "every 6", "at 1", "at 1 every 6 from 12 max 8 gap 2", "every 6 from 3 max 8 max 20 in all gap 5 trailing",
      "at 1,3 gap 1 every 6 max 3", "every 3 before 10 after 2 share 0.01 except 1 avoid a,b seed 4",
      "at 0,1 share 0.5", "every 2 few 2", "every 2 few 1 trailing", "every 3 before 3 few 5",
    ] {
      #expect(try PlacementRules(line).findings == [], "\(line)")
    }
  }

  @Test func `findings are worded`() throws {
    let words = [
      "at 1 max 0": ["'max 0' keeps every ad away"],
      "at 1 max 0 in all max 2": ["'max 0 in all' keeps every ad away"],
      "every 2 share 0.0": ["'share 0.0' keeps every ad away"],
      "every 2 share 0.0000000001": ["'share 0.0000000001' keeps every ad away"],
      "every 2 sections none": ["'sections none' keeps every ad away"],
      "max 3": ["neither 'at' nor 'every' names a place for an ad"],
      "at 9 every 6 from 4": ["'from 4' changes nothing beside 'at 9'"],
      "every 2 seed 7": ["'seed 7' changes nothing beside 'every 2'"],
      "every 2 max 8 max 4 in all": ["'max 8' changes nothing beside 'max 4 in all'"],
      "every 2 few 1": ["'few 1' changes nothing"],
      "every 2 before 3 after 2 few 5": ["'few 5' changes nothing beside 'before 3 after 2'"],
      "every 2 share 1": ["'share 1' changes nothing"],
      "every 2 sections 0,2 except 3,1": ["'except 3,1' changes nothing beside 'sections 0,2'"],
      "every 2 avoid a,b,a,a": ["'avoid' names 'a' twice"],
      "at 7,4,5 gap 1": ["'at 5' has an ad only where 'at 4' has none, because of 'gap 1'"],
      "at 4 every 6 from 5 gap 2": ["'from 5' has an ad only where 'at 4' has none, because of 'gap 2'"],
      "every 6 gap 6": [
        "'every 6' leaves 5 content rows between two ads, so that 'gap 6' refuses some of them"
      ],
      "every 6 gap 4 seed 1": [
        "'every 6' leaves 3 content rows between two ads, so that 'gap 4' refuses some of them"
      ],
      "at 9,3,6 max 2": ["'at 9' has an ad only where an earlier place has none, because of 'max 2'"],
      "at 9,3 every 4 max 2 in all": [
        "'every 4' has an ad only where an earlier place has none, because of 'max 2 in all'"
      ],
      "every 6 from 3 before 5": ["'from 3' has no ad, because of 'before 5'"],
    ]
    for (line, findings) in words {
      #expect(try PlacementRules(line).findings.map(\.description) == findings, "\(line)")
    }
  }
}

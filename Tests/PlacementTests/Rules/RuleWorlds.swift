import TestSupport

@testable import Placement

/// Every small world of content: how many rows there are, and beside which of them an ad may stand.
struct RuleWorlds {
  /// The most rows.
  let mostRows: Int

  /// What rules place in a world, judged or not.
  struct Outcome {
    var decisions: [PlacementDecision]
    var count: Int

    var places: [Place] { decisions.compactMap { if case .placed(let place) = $0 { place } else { nil } } }
    var rows: [Int] { places.map(\.path.row) }
  }

  /// What rules make of each world, the longest content first, as it is there that most can be met.
  func outcomes(_ rules: PlacementRules) -> some Sequence<Outcome> {
    (0...mostRows).reversed().lazy.flatMap { count in
      (0..<1 << count).lazy.compactMap { closed in
        let traits = ContentTraits(isAdAllowedBeside: { closed >> $0.row & 1 == 0 })
        let plan = try? PlacementPlan(RuleTables(rules), userCounts: [count], traits: traits)
        return plan.map { Outcome(decisions: Array($0.decisions), count: count) }
      }
    }
  }

  /// Rule sets of small numbers, with each word as likely in them as not; the seed's.
  static func ruleSets(_ count: Int, seed: UInt64) -> [PlacementRules] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      func maybe(_ range: ClosedRange<Int>, _ odds: Int = 3) -> Int? {
        Int.random(in: 0..<odds, using: &random) == 0 ? Int.random(in: range, using: &random) : nil
      }
      let every = maybe(2...4, 2)
      return PlacementRules(
        at: (0...3).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(using: &random), every: every,
        from: every.flatMap { _ in maybe(0...4) }, max: maybe(0...3), maxInAll: maybe(0...3), gap: maybe(0...3) ?? 0,
        few: maybe(0...5) ?? 0,
        before: maybe(0...3) ?? 0, after: maybe(0...2) ?? 0, share: maybe(0...4, 5).map { Double($0) / 4 },
        trailing: maybe(0...1) == 1, seed: every.flatMap { _ in maybe(0...9, 5) })
    }
  }
}

extension PlacementRules {
  /// The rules without one of their words, such as `from 3`, `max 2` or `max 2 in all`.
  func without(_ word: String) -> PlacementRules {
    var rules = self
    switch word.split(separator: " ").first {
    case "from": rules.from = nil
    case "seed": rules.seed = nil
    case "max": if word.hasSuffix("in all") { rules.maxInAll = nil } else { rules.max = nil }
    case "few": rules.few = 0
    case "share": rules.share = nil
    case "except": rules.except = []
    default: fatalError("'\(word)' is no word that could have no effect")
    }
    return rules
  }
}

import TestSupport
import Testing

@testable import Placement

@Suite struct JointPlanTests {
  /// The first difference from the walk that looks at every feed row.
  private static func difference(_ tenants: [ReferenceTenant], _ content: [[ReferenceRow]]) throws -> String? {
    let plan = try JointPlan(
      tenants.map(\.tenant), userCounts: content.map(\.count), traits: ContentTraits(content))
    let reference = ReferenceJointPlacement(tenants, content)
    let found = plan.places.map {
      ReferenceJointPlacement.Ad(
        tenant: $0.tenant, section: $0.place.path.section, row: $0.place.path.row, content: $0.place.content.row,
        ordinal: $0.place.ordinal, number: $0.place.ad)
    }
    if found != reference.ads { return "\(found), not \(reference.ads)" }
    var placed: [JointPlace] = []
    var refused: [(tenant: Int, place: RefusedPlace)] = []
    for decision in plan.decisions {
      switch decision.decision {
      case .placed(let place): placed.append(JointPlace(tenant: decision.tenant, place: place))
      case .refused(let place): refused.append((decision.tenant, place))
      }
    }
    if placed != Array(plan.places) { return "the decisions place \(placed)" }
    // What lies beyond the end is told of fixed positions only; the reference tells of neither.
    let within = refused.filter { refused in
      let section = refused.place.path.section
      return refused.place.path.row <= content[section].count + reference.ads.count { $0.section == section }
    }
    let expected = reference.refused.filter { $0.reason != .noContent }
    let isSame = zip(within, expected).allSatisfy { found, expected in
      found.tenant == expected.tenant && found.place.path == FeedPath(section: expected.section, row: expected.row)
        && expected.reason.isSame(as: found.place.reason)
    }
    return within.count == expected.count && isSame ? nil : "refuses \(within), not \(expected)"
  }

  @Test func `one tenant has the places of a placement plan`() throws {
    for at in [[], [0], [1, 2], [4, 0, 9], [50]] {
      for (every, from, seed) in [(nil, nil, nil), (2, nil, nil), (3, 4, nil), (3, 1, 7), (5, nil, 1)]
        as [(Int?, Int?, Int?)]
      {
        for (max, maxInAll, share) in [(nil, nil, nil), (2, nil, nil), (nil, 3, nil), (nil, nil, 0.2)]
          as [(Int?, Int?, Double?)]
        {
          for (gap, before, after, trailing) in [(0, 0, 0, false), (2, 0, 0, true), (1, 3, 2, false)] {
            for (sections, except) in [(nil, []), ([1], []), (nil, [0])] as [([Int]?, [Int])] {
              let rules = PlacementRules(
                at: at, every: every, from: from, max: max, maxInAll: maxInAll, gap: gap, before: before, after: after,
                share: share, trailing: trailing, sections: sections, except: except, seed: seed)
              for counts in [[0], [5], [12, 0, 7]] where (try? rules.validate()) != nil {
                let single = try PlacementPlan(rules: rules, userCounts: counts)
                let joint = try JointPlan([Tenant(name: "a", rules: rules)], userCounts: counts)
                if joint.places.map(\.place) != Array(single.places)
                  || joint.decisions.map(\.decision) != Array(single.decisions)
                {
                  Issue.record("'\(rules)' over \(counts)")
                }
              }
            }
          }
        }
      }
    }
  }

  @Test func `random tenants have the places that a look at every row gives them`() throws {
    let seeds = Sample.of(UInt64(1)...60_000, few: UInt64(1)...300)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      // Of every second seed, some tenants move places.
      let tenants = (0..<random.number(in: 1...3)).map {
        ReferenceTenant.random(name: "\($0)", moves: seed % 2 == 1 && random.number(in: 0...1) == 0, &random)
      }
      var next = 0
      let content = (0..<random.number(in: 1...3)).map { _ in random.rows(random.number(in: 0...16), from: &next) }
      if let difference = try Self.difference(tenants, content) { Issue.record("seed \(seed): \(difference)") }
    }
  }

  @Test func `the earlier tenant has a position that two name`() throws {
    let both = try PlacementRules("at 2,5")
    let plan = try JointPlan([Tenant(name: "a", rules: both), Tenant(name: "b", rules: both)], userCounts: [9])
    #expect(plan.places.map(\.tenant) == [0, 0] && plan.places.map(\.place.path.row) == [2, 5])
    let refused = plan.decisions.filter { $0.tenant == 1 }.map(\.decision)
    #expect(refused.count == 2)
    #expect(
      refused.allSatisfy { if case .refused(let place) = $0 { place.reason == .yields(to: "a") } else { false } })
    #expect(RefusalReason.yields(to: "a").description == "yields to a")
  }

  @Test func `a place that would keep an earlier tenant from its own is refused`() throws {
    func rows(_ first: String, _ second: String) throws -> [String] {
      let tenants = [
        Tenant(name: "a", rules: try PlacementRules(first)), Tenant(name: "b", rules: try PlacementRules(second)),
      ]
      let plan = try JointPlan(tenants, userCounts: [11])
      return plan.places.map { "\($0.place.path.row) \(tenants[$0.tenant].name)" }
    }
    #expect(try rows("at 4 gap 3", "every 3") == ["4 a", "8 b", "11 b"])
    #expect(try rows("at 4", "every 3 gap 3") == ["4 a", "8 b"])
    #expect(try rows("at 4", "every 3") == ["2 b", "4 a", "8 b", "11 b", "14 b"])
    // Whose share is used up has no claim.
    #expect(try rows("at 4 gap 3 max 0", "every 3") == ["2 b", "5 b", "8 b", "11 b", "14 b"])
    #expect(try rows("every 5 gap 3 before 9", "every 3") == ["2 b", "5 b", "8 b"])
  }

  @Test func `intervals that fill each others gaps leave content between them`() throws {
    let tenants = try ["every 2", "at 2 every 2"].map { Tenant(name: $0, rules: try PlacementRules($0)) }
    let places = Array(try JointPlan(tenants, userCounts: [4]).places)
    #expect(places.map(\.place.path.row) == [1, 3, 5] && places.allSatisfy { $0.tenant == 0 })
  }

  @Test func `long lists cost their places only`() throws {
    let count = RowMap.limit
    let tenants = try ["every 2 max 3", "every 5 share 0.0000000001", "at 9 every 1000000000 gap 70000000"].map {
      Tenant(name: $0, rules: try PlacementRules($0))
    }
    let places = Array(try JointPlan(tenants, userCounts: [count, count]).places)
    #expect(places.count { $0.tenant == 0 } == 6 && places.count < 16)
  }

  @Test func `tenants that cannot be told apart are refused`() throws {
    let rules = try PlacementRules("every 3")
    #expect(throws: PlacementError.unnamedTenant(1)) {
      try JointPlan([Tenant(name: "a", rules: rules), Tenant(name: "", rules: rules)], userCounts: [])
    }
    #expect(throws: PlacementError.duplicateTenant("a")) {
      try JointPlan([Tenant(name: "a", rules: rules), Tenant(name: "a", rules: rules)], userCounts: [])
    }
    #expect(throws: PlacementError.tagsUnknown) {
      try JointPlan([Tenant(name: "a", rules: PlacementRules("at 1 avoid sad"))], userCounts: [1])
    }
    #expect(throws: PlacementError.invalidCount(-1)) {
      try JointPlan([Tenant(name: "a", rules: rules)], userCounts: [-1])
    }
    #expect(try Array(JointPlan([], userCounts: [9]).places).isEmpty)
  }
}

import TestSupport
import Testing

@testable import Placement

@Suite struct SeveralTenantsTests {
  /// Rules that judge a place by what is above it only.
  private static func tenants(_ count: Int, _ random: inout SeededGenerator) -> [ReferenceTenant] {
    (0..<count).map { number in
      var tenant = ReferenceTenant.random(name: "\(number)", &random)
      (tenant.few, tenant.after, tenant.share, tenant.trailing) = (0, 0, nil, false)
      return tenant
    }
  }

  private static let traits = RowTraits<ReferenceRow>(
    tags: { $0.isTagged ? [ReferenceTenant.tag] : [] }, isAdAllowedBeside: { !$0.isShy })

  /// The pages of a feed, cut anywhere, joined.
  private static func joined(
    _ merger: FeedMerger, _ sections: [[ReferenceRow]], _ ads: [[String]], _ random: inout SeededGenerator
  ) throws -> (entries: [FeedEntry<ReferenceRow, String>], cursor: FeedCursor?) {
    var entries: [FeedEntry<ReferenceRow, String>] = []
    var cursor: FeedCursor?
    var rest = sections.map { $0[...] }
    while !rest.isEmpty {
      let sectionCount = random.number(in: 0...rest.count - 1)
      let cut = random.number(in: 0...rest[sectionCount].count)
      let page = Array(rest[..<sectionCount]) + [rest[sectionCount].prefix(cut)]
      let left = zip(ads, cursor?.adCounts ?? ads.map { _ in 0 }).map { $0[$1...] }
      let merged = try merger.merge(
        sections: page, adsByTenant: left, after: cursor.map { try FeedCursor(text: $0.text) }, traits: traits)
      entries += merged
      cursor = merged.cursor
      try merger.check(merged.cursor)
      rest.removeFirst(sectionCount)
      rest[0] = rest[0].dropFirst(cut)
      if rest.count == 1, rest[0].isEmpty { break }
    }
    return (entries, cursor)
  }

  @Test func `pages make the feed that all their content would make at once`() throws {
    for seed in Sample.of(UInt64(1)...40_000, few: UInt64(1)...150) {
      var random = SeededGenerator(seed: seed)
      let tenants = Self.tenants(random.number(in: 1...4), &random)
      let merger = try FeedMerger(tenants.map(\.tenant))
      var next = 0
      let content = (0..<random.number(in: 1...3)).map { _ in random.rows(random.number(in: 0...14), from: &next) }
      let supply = random.number(in: 0...2) == 0 ? 4 : 60
      let ads = tenants.map { tenant in (0..<supply).map { "\(tenant.name)-\($0)" } }
      let whole = try merger.merge(sections: content, adsByTenant: ads, traits: Self.traits)
      if Array(whole) != whole.indices.map({ whole[$0] }) { Issue.record("seed \(seed): walked and asked") }
      if whole.slots.contains(where: { slot in whole.first { $0.slot == slot }?.ad != "\(slot.tenant)-\(slot.ad)" }) {
        Issue.record("seed \(seed): a slot has another ad")
      }
      let pages = try Self.joined(merger, content, ads, &random)
      if pages.entries != Array(whole) || pages.cursor != whole.cursor {
        Issue.record("seed \(seed): \(tenants.map { "\($0.tenant.rules)" })")
      }
      guard supply == 60 else { continue }
      let plan = try JointPlan(
        tenants.map(\.tenant), userCounts: content.map(\.count), traits: ContentTraits(content))
      let isSame = zip(whole.slots, plan.places).allSatisfy { slot, expected in
        slot.tenant == expected.tenant && slot.path == expected.place.path && slot.ad == expected.place.ad
          && merger.origin(of: slot) == expected.place.origin
      }
      if !isSame || whole.slots.count != plan.places.reduce(0, { sum, _ in sum + 1 }) {
        Issue.record("seed \(seed): plan")
      }
    }
  }

  @Test func `a tenant without ads leaves its places to nobody above`() throws {
    let merger = try FeedMerger([
      Tenant(name: "direct", rules: PlacementRules("at 4 gap 3")),
      Tenant(name: "network", rules: PlacementRules("every 3")),
    ])
    let page = try merger.merge(0..<11, adsByTenant: [["d0"], ["n0", "n1", "n2"]])
    #expect(page.compactMap(\.ad) == ["d0", "n0", "n1"])
    #expect(
      page.slots.map { "\(merger.tenants[$0.tenant].name) \($0.path.row), \(merger.origin(of: $0))" } == [
        "direct 4, at 4", "network 8, every 3", "network 11, every 3",
      ])
    #expect(page.cursor.adCounts == [1, 2])
    let network = try merger.merge(0..<11, adsByTenant: [[], ["n0", "n1", "n2"]])
    #expect(network.compactMap(\.ad) == ["n0", "n1", "n2"])
    let yielded = network.jointDecisions.first { $0.decision.path.row == 2 }
    #expect(yielded?.tenant == 1)
    guard case .refused(let place)? = yielded?.decision else {
      Issue.record("row 2 has an ad")
      return
    }
    #expect("\(place.reason)" == "yields to direct")
  }

  @Test func `tenants that a merger cannot have are refused`() throws {
    let rules = try PlacementRules("every 3")
    #expect(throws: PlacementError.tooMany("tenants", 0, limit: 127)) { try FeedMerger([]) }
    #expect(throws: PlacementError.tooMany("tenants", 128, limit: 127)) {
      try FeedMerger((0..<128).map { Tenant(name: "\($0)", rules: rules) })
    }
    let most = try FeedMerger((0..<127).map { Tenant(name: "\($0)", rules: PlacementRules(at: [$0 * 2])) })
    let page = try most.merge(0..<400, adsByTenant: (0..<127).map { ["ad \($0)"] })
    #expect(page.compactMap(\.ad) == (0..<127).map { "ad \($0)" })
    #expect(try FeedCursor(text: page.cursor.text) == page.cursor)
    #expect(throws: PlacementError.wrongSourceCount(1, tenants: 127)) { try most.merge(0..<9, with: ["ad"]) }
    #expect(throws: PlacementError.duplicateTenant("a")) {
      try FeedMerger([Tenant(name: "a", rules: rules), Tenant(name: "a", rules: rules)])
    }
  }

  @Test func `a cursor of other tenants can be continued`() throws {
    let rules = try PlacementRules("every 4")
    let two = try FeedMerger([Tenant(name: "a", rules: rules), Tenant(name: "b", rules: PlacementRules("at 1,9"))])
    let cursor = try two.merge(0..<12, adsByTenant: [0..<9, 10..<19]).cursor
    #expect(cursor.adCounts == [4, 2])
    let one = try FeedMerger("every 5 max 7")
    #expect(throws: PlacementError.cursorOfOtherRules("every 5 max 7")) { try one.check(cursor) }
    let next = try one.merge(12..<40, with: 0..<9, after: one.cursor(continuing: cursor))
    #expect(next.places.map(\.path.row) == [19] && next.cursor.adCounts == [7])
    let back = two.cursor(continuing: next.cursor)
    #expect(back.adCounts == [7, 0])
    try two.check(back)
  }
}

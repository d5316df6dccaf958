import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Placement

/// Rules that move refused places, over every list of up to twelve rows with every set of rows that allow no ad beside them.
@Suite struct NearestPlacesTests {
  private static let lines = [
    "every 4 from 1 gap 2 nearest", "every 2 nearest", "every 3 gap 3 nearest", "every 4 nearest 1",
    "every 5 from 0 nearest 2", "every 3 before 4 after 2 nearest", "every 3 before 2 nearest 1", "at 0,1,2 nearest",
    "at 2,3,9 every 3 gap 1 nearest", "every 3 trailing nearest", "every 3 gap 4 nearest 3", "every 3 max 2 nearest",
    "every 4 seed 3 nearest", "every 2 share 0.3 nearest", "every 3 few 7 nearest 2",
  ]
  private static let mostRows = Sample.of(12, few: 8)

  private typealias Ad = (content: Int, ideal: Int)

  /// The content rows that the ads precede, by trying each row in the order of its distance.
  private static func expected(_ rules: PlacementRules, _ count: Int, _ closed: Int) -> [Ad] {
    var ads: [Ad] = []
    for ideal in ideals(rules, count) {
      let isFull = ads.count >= rules.max ?? .max || count < rules.few
      if isFull || Double(ads.count + 1) / Double(count + ads.count + 1) > rules.share ?? 1 { continue }
      let lowest = ads.last.map { $0.content + max(rules.gap, 1) } ?? 0
      let last = count - max(rules.after, rules.trailing ? 0 : 1)
      let rows = (0...count).sorted { (abs($0 - ideal), $0) < (abs($1 - ideal), $1) }
      let row = rows.first { row in
        row >= lowest && row >= rules.before && row <= last && abs(row - ideal) <= rules.nearest ?? 0
          && [row - 1, row].allSatisfy { $0 < 0 || $0 >= count || closed >> $0 & 1 == 0 }
      }
      if let row { ads.append((row, ideal)) }
    }
    return ads
  }

  /// The ideal rows in the content: the feed rows that a long list without refusals has, without the ads above.
  private static func ideals(_ rules: PlacementRules, _ count: Int) -> [Int] {
    let plain = PlacementRules(at: rules.at, every: rules.every, from: rules.from, seed: rules.seed)
    let places = (try? PlacementPlan(rules: plain, userCounts: [40]).places).map(Array.init) ?? []
    return places.map(\.content.row).filter { $0 < count || $0 == count && rules.trailing }
  }

  private static func traits(_ closed: Int) -> ContentTraits {
    ContentTraits(isAdAllowedBeside: { closed >> $0.row & 1 == 0 })
  }

  private static func worlds(_ body: (PlacementRules, _ count: Int, _ closed: Int) throws -> Void) throws {
    for line in lines {
      let rules = try PlacementRules(line)
      for count in 0...mostRows {
        for closed in 0..<1 << count { try body(rules, count, closed) }
      }
    }
  }

  @Test func `refused places move to the nearest row that allows them`() throws {
    try Self.worlds { rules, count, closed in
      let traits = Self.traits(closed)
      let plan = try PlacementPlan(rules: rules, userCounts: [count], traits: traits)
      let expected = Self.expected(rules, count, closed)
      let places = Array(plan.places)
      let label = "'\(rules)' over \(count) rows, closed \(String(closed, radix: 2))"
      let isSame =
        places.map(\.content.row) == expected.map(\.content)
        && places.map { $0.moved?.from.row ?? $0.content.row } == expected.map(\.ideal)
        && places.enumerated().allSatisfy { $1.path.row == $1.content.row + $0 && $1.ad == $0 }
      if !isSame { Issue.record("\(label): \(places), not \(expected)") }
      let decisions = Array(plan.decisions)
      if decisions.compactMap({ if case .placed(let place) = $0 { place } else { nil } }) != places {
        Issue.record("\(label): decides \(decisions)")
      }
      if zip(decisions, decisions.dropFirst()).contains(where: { $0.path > $1.path }) {
        Issue.record("\(label): not in feed order: \(decisions)")
      }
      var live = try LivePlacement([Tenant(name: "a", rules: rules)])
      try live.load(userCounts: [count], traits: traits)
      if live.places.map(\.content) != places.map(\.content) { Issue.record("\(label): live \(live.places)") }
    }
  }

  @Test func `the example of thirteen rows is explained`() throws {
    let plan = try PlacementPlan(
      rules: PlacementRules("every 4 from 1 gap 2 nearest"), userCounts: [13], isAdAllowedBeside: { $0.row != 3 })
    #expect(plan.places.map(\.content.row) == [1, 5, 7, 10] && plan.places.map(\.path.row) == [1, 6, 9, 13])
    #expect(
      "\(plan.explain(FeedPath(section: 0, row: 6)))"
        == "ad 1 at feed 0:6 (every 4 from 1), moved from user 0:4: the content of row 3 allows no ad beside it")
    #expect(
      plan.places.map { $0.caption(total: 4) }.prefix(2) == [
        "every 4 from 1 · 1st of 4",
        "every 4 from 1 · 2nd of 4 · moved from user 0:4: the content of row 3 allows no ad beside it",
      ])
  }

  @Test func `pages are the whole where each ad stays on the page of its ideal row`() throws {
    let ads = Array(0..<30)
    var compared = 0
    for line in Self.lines.filter({ !$0.contains("after") && !$0.contains("trailing") && !$0.contains("share") }) {
      let rules = try PlacementRules(line)
      if rules.few > 0 { continue }
      let merger = try FeedMerger(rules: rules)
      for count in 6...Self.mostRows {
        for closed in stride(from: 0, to: 1 << count, by: Sample.of(1, few: 5)) {
          let traits = RowTraits<Int>(isAdAllowedBeside: { closed >> $0 & 1 == 0 })
          let whole = try merger.merge(0..<count, with: ads, traits: traits)
          for cut in 1..<count
          where whole.places.allSatisfy({ ($0.content.row < cut) == (($0.moved?.from.row ?? $0.content.row) < cut) }) {
            let first = try merger.merge(0..<cut, with: ads, traits: traits)
            let second = try merger.merge(
              cut..<count, with: ads[first.cursor.adCount...], after: FeedCursor(text: first.cursor.text),
              traits: traits)
            compared += 1
            // A place that finds no row on its page is dropped there, and may take one of the whole further down.
            let joined = Array(first.places) + Array(second.places)
            if joined != Array(whole.places) {
              Issue.record("'\(line)', \(count) rows, closed \(String(closed, radix: 2)), cut at \(cut): \(joined)")
            }
          }
        }
      }
    }
    #expect(compared > 1000)
  }

  @Test func `what needs the next page is decided by the end`() throws {
    let merger = try FeedMerger("every 4 nearest 2")
    let page = try merger.merge(0..<5, with: 0..<9, traits: RowTraits(isAdAllowedBeside: { $0 == 0 }))
    #expect(page.slots.isEmpty && page.decidedByEnd.map(\.path.row) == [3])
    let longer = try merger.merge(0..<8, with: 0..<9, traits: RowTraits(isAdAllowedBeside: { $0 == 0 }))
    #expect(longer.decidedByEnd.map(\.path.row) == [6])
  }

  @Test func `appended content takes the places that found no row`() throws {
    let traits = ContentTraits(isAdAllowedBeside: { !(2..<6 ~= $0.row) })
    let rules = try PlacementRules("every 5 nearest")
    var live = try LivePlacement([Tenant(name: "a", rules: rules)])
    try live.load(userCounts: [5], traits: ContentTraits(isAdAllowedBeside: { _ in false }))
    #expect(live.places.isEmpty)
    try live.apply(.appending(9, toSection: 0, of: [5]), traits: traits)
    let whole = try PlacementPlan(rules: rules, userCounts: [14], traits: traits)
    #expect(live.places.map(\.content.row) == whole.places.map(\.content.row))
  }

  @Test func `one tenants moves leave the places of an earlier one`() throws {
    let tenants = [
      Tenant(name: "a", rules: try PlacementRules("every 4 gap 1")),
      Tenant(name: "b", rules: try PlacementRules("every 4 gap 1 nearest")),
    ]
    for closed in 0..<1 << 10 {
      let plan = try JointPlan(tenants, userCounts: [10], traits: Self.traits(closed))
      let places = Array(plan.places)
      let contents = places.map(\.place.content.row)
      if contents != contents.sorted() || zip(contents, contents.dropFirst()).contains(where: { $1 - $0 < 1 }) {
        Issue.record("closed \(closed): \(places)")
      }
      let decided = plan.decisions.compactMap { joint in
        if case .placed(let place) = joint.decision { JointPlace(tenant: joint.tenant, place: place) } else { nil }
      }
      if decided != places { Issue.record("closed \(closed): decides \(decided), not \(places)") }
    }
    let open = try JointPlan(tenants, userCounts: [10])
    #expect(open.places.map { "\($0.tenant) \($0.place.content.row)" } == ["0 3", "1 4", "0 5", "1 6", "0 7"])
  }

  @Test func `long lists that allow no ad are asked once per row`() throws {
    for (line, count) in [
      ("every 2 nearest", 3_000), ("every 2 nearest 700", 3_000), ("every 3 seed 1 nearest 50", 3_000),
    ] {
      let asked = Mutex(0)
      let traits = ContentTraits(isAdAllowedBeside: { _ in
        asked.withLock { $0 += 1 }
        return false
      })
      let plan = try PlacementPlan(rules: PlacementRules(line), userCounts: [count], traits: traits)
      #expect(Array(plan.places).isEmpty)
      #expect(asked.withLock(\.self) < 4 * count, "\(line)")
    }
    let long = try PlacementPlan(
      rules: PlacementRules("every 2 gap 100000000 nearest"), userCounts: [RowMap.limit - 99])
    #expect(Array(long.places).count == 22)
  }

  @Test func `the word is read and written`() throws {
    #expect(try PlacementRules("every 4 nearest gap 2") == PlacementRules(every: 4, gap: 2, nearest: RowMap.limit))
    for line in ["every 4 nearest", "every 4 nearest 3", "every 4 nearest 3 seed 1"] {
      let rules = try PlacementRules(line)
      #expect("\(rules)" == line && rules.findings.isEmpty)
      #expect(try PlacementRulesTests.decode(String(decoding: JSONEncoder().encode(rules), as: UTF8.self)) == rules)
    }
    #expect(try PlacementRulesTests.decode(#"{"every":4,"nearest":true}"#).nearest == RowMap.limit)
    #expect(try PlacementRulesTests.decode(#"{"every":4,"nearest":false}"#).nearest == nil)
    #expect(throws: PlacementError.self) { try PlacementRules("every 4 nearest 0") }
    #expect(throws: PlacementError.self) { try PlacementRules(every: 4, nearest: 0).validate() }
    #expect(try PlacementRules("at 4,5 every 3 gap 6 nearest").findings.isEmpty)
    #expect(try PlacementRules("at 0,1 before 3 nearest").at == [0, 1])
    #expect(throws: PlacementError.contradiction("at 0", "before 3")) { try PlacementRules("at 0 before 3 nearest 2") }
  }

  @Test func `moved places come back from JSON`() throws {
    let plan = try PlacementPlan(
      rules: PlacementRules("at 2,3,4 every 3 nearest 4"), userCounts: [20], isAdAllowedBeside: { $0.row % 4 != 3 })
    let decisions = Array(plan.decisions)
    #expect(decisions.contains { if case .placed(let place) = $0 { place.moved != nil } else { false } })
    #expect(
      try JSONDecoder().decode([PlacementDecision].self, from: JSONEncoder().encode(decisions)) == decisions)
  }
}

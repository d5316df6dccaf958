import FeedFormats
import ListModel
import Placement
import TestSupport
import Testing

@testable import FeedWeaveCommand

@Suite struct WovenFeedTests {
  private func section(_ count: Int, _ name: String) throws -> FeedSection {
    let world = TestWorld()
    world.addFeed(name, count: count)
    return FeedSection(file: .path(name), name: nil, document: try FeedReader().read(world.files[name] ?? []))
  }

  /// The merged list as a plain array: ads put at the places of the plan, one after another.
  private func merged(_ sections: [FeedSection], _ ads: [FeedItem], _ rules: PlacementRules) throws -> [[String?]] {
    let plan = try PlacementPlan(
      rules: rules, userCounts: sections.map(\.document.items.count), adCount: ads.count)
    var rows = sections.map { $0.document.items.map(\.id) }
    for place in plan.places { rows[place.path.section].insert(ads[place.ad].id, at: place.path.row) }
    return rows
  }

  @Test func `the woven list is the merged array`() throws {
    let ads = try section(400, "x").document.items
    let all = [[0], [1], [5, 0, 7], [255], [256], [257], [600, 300], [0, 0], [1000]]
    for counts in Sample.of(all, few: [[0], [5, 0, 7], [257]]) {
      for line in ["", "every 2", "every 3 from 0", "at 0,1,5", "every 7 max 3", "every 2 trailing"].sampled(oneIn: 2) {
        let sections = try counts.enumerated().map { try section($1, ["a", "b", "c"][$0]) }
        let rules = try PlacementRules(line)
        let plan = try PlacementPlan(rules, sections, adCount: ads.count)
        let woven = PlannedFeed(sections, ads: ads, at: plan)
        woven.load()
        woven.list.layoutIfNeeded()
        let all = woven.displayedRows()
        #expect(woven.isWhole(all, itemCounts: counts), "\(counts), \(line)")
        #expect(
          Array(MergedRows(sections, ads: ads, at: plan)) == all.map(woven.entry),
          "without a list: \(counts), \(line)")
        let expected = try merged(sections, ads, rules)
        for number in counts.indices {
          let rows = all.filter { $0.path.section == number }
          #expect(rows.map(\.item.id) == expected[number], "\(counts), \(line)")
          #expect(rows.map(\.path.row) == Array(rows.indices))
          let own = rows.compactMap { if case .content(let user) = $0.owner { user.row } else { nil } }
          #expect(own == Array(0..<counts[number]), "\(counts), \(line)")
          #expect(woven.map.tally(ofSection: number) == Tally(items: own.count, ads: rows.count - own.count))
        }
      }
    }
  }

  @Test func `rules that do not fit are refused`() throws {
    #expect(
      throws: CommandError.refusedPlan(
        .invalidValue(
          word: "every", value: "1", expected: "a number from 2 to \(RowMap.limit)", column: nil))
    ) {
      _ = try PlacementPlan(PlacementRules(every: 1), [try section(3, "a")], adCount: 0)
    }
  }
}

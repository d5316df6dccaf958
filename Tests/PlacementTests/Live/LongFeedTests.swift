import TestSupport
import Testing

@testable import Placement

/// Feeds with more places than one page has, and what is known of them without walking all.
@Suite struct LongFeedTests {
  @Test func `places of a long feed follow every change`() throws {
    for seed in UInt64(1)...Sample.of(12, few: 1) {
      var random = SeededGenerator(seed: seed)
      var live = try LivePlacement([
        Tenant(name: "a", rules: try PlacementRules("every 3 gap 1")),
        Tenant(name: "b", rules: try PlacementRules("every 7")),
      ])
      var count = 20_000
      try live.load(userCounts: [count])
      for step in 0..<Sample.of(40, few: 3) {
        let former = live
        switch step % 4 {
        case 0: live.fillEach { _ in Int.random(in: 0..<4, using: &random) > 0 }
        case 1:
          let filled = live.filledPlaces.map(\.id)
          live.clear(filled.filter { _ in Int.random(in: 0..<(step % 8 == 1 ? 2 : 900), using: &random) == 0 })
        case 2:
          let rows = Set((0..<20).map { _ in Int.random(in: 0..<count, using: &random) })
          let coming = Set((0..<20).map { _ in Int.random(in: 0..<count, using: &random) })
          var update = ContentUpdate(origins: [0], userCounts: [count - rows.count + coming.count])
          update.leavingRows = rows.map { UserPath(section: 0, row: $0) }
          update.comingRows = coming.map { UserPath(section: 0, row: $0) }
          count = update.userCounts[0]
          let expected = Self.contents(of: live, after: update)
          try live.apply(update)
          #expect(
            Array(live.places.map(\.content.row).prefix(expected.count)) == expected, "seed \(seed), step \(step)")
        default:
          try live.apply(.appending(50, toSection: 0, of: [count]))
          count += 50
        }
        #expect(live.checkInvariants(), "seed \(seed), step \(step)")
        #expect(former.checkInvariants(), "seed \(seed), step \(step): a copy has changed")
      }
      for place in live.places.shuffled(using: &random).prefix(40) {
        #expect(live[place.id] == place)
        let path = live.feedPath(of: place.id)
        #expect(place.isFilled == (path != nil) && path.map { live.id(at: $0) == place.id } ?? true)
      }
    }
  }

  /// The places after rows are deleted and inserted one by one.
  private static func contents(of live: LivePlacement, after update: ContentUpdate) -> [Int] {
    var contents = live.places.map(\.content.row)
    for row in update.leavingRows.map(\.row).sorted().reversed() {
      contents = contents.map { $0 > row ? $0 - 1 : $0 }
    }
    for row in update.comingRows.map(\.row).sorted() {
      contents = contents.map { $0 >= row ? $0 + 1 : $0 }
    }
    return contents
  }

  // MARK: - Starting again

  @Test func `a feed that starts again is as if it had just been loaded and filled`() throws {
    var kept = 0
    for seed in UInt64(1)...Sample.of(20_000, few: 500) {
      var random = SeededGenerator(seed: seed)
      let tenants = (0..<random.number(in: 1...2)).map { ReferenceTenant.random(name: "\($0)", &random).tenant }
      if tenants.contains(where: { !$0.rules.avoid.isEmpty }) { continue }
      let counts = (0..<random.number(in: 1...3)).map { _ in random.number(in: 0...14) }
      let rows = [nil, 3, 8][random.number(in: 0...2)]
      var live = try LivePlacement(tenants)
      try live.load(userCounts: counts)
      var fresh = live
      fresh.fillEach(within: rows) { _ in true }
      live.fillEach(within: rows) { _ in true }
      for row in 0..<random.number(in: 0...6) {
        live.didDisplay(FeedPath(section: 0, row: row))
        live.fillEach(within: rows) { _ in random.number(in: 0...9) > 0 }
      }
      let former = live
      guard let beyond = live.startAgain(within: rows) else {
        #expect(live == former, "seed \(seed)")
        continue
      }
      live.clear(beyond)
      #expect(live.checkInvariants(), "seed \(seed)")
      // The rest of what is filled may have been kept from it before.
      let filled = live.filledPlaces.map(\.id)
      if filled != Array(fresh.filledPlaces.map(\.id).prefix(filled.count)) { Issue.record("seed \(seed)") }
      live.fillEach(within: rows) { _ in true }
      if live != fresh { Issue.record("seed \(seed): filled again, it is another") }
      kept += filled.count
    }
    #expect(kept > 100)
  }

  // MARK: - Reach

  @Test func `the next row to reach is the first that brings a place`() throws {
    var found = 0
    for seed in UInt64(1)...Sample.of(20_000, few: 1_500) {
      var random = SeededGenerator(seed: seed)
      let tenants = (0..<random.number(in: 1...2)).map { ReferenceTenant.random(name: "\($0)", &random).tenant }
      if tenants.contains(where: { !$0.rules.avoid.isEmpty }) { continue }
      let counts = (0..<random.number(in: 1...3)).map { _ in random.number(in: 0...20) }
      let rows = [nil, 1, 4][random.number(in: 0...2)]
      var live = try LivePlacement(tenants)
      try live.load(userCounts: counts)
      live.didDisplay(FeedPath(section: random.number(in: 0...counts.count - 1), row: random.number(in: 0...5)))
      live.fillEach(within: rows) { _ in true }
      guard let next = live.nextRowToReach(within: rows) else { continue }
      let end = live.shown.feedCounts[next.section]
      for row in 0..<min(end, next.row) { live.didDisplay(FeedPath(section: next.section, row: row)) }
      if !live.fillable(within: rows).isEmpty { Issue.record("seed \(seed): a place before \(next)") }
      guard next.row < end else { continue }
      live.didDisplay(next)
      // What is in reach now may be forbidden by a rule.
      let reached = live.nextRowToReach(within: rows)
      if reached == next { Issue.record("seed \(seed): no place at \(next)") }
      found += live.fillable(within: rows).count
    }
    #expect(found > 50)
  }
}

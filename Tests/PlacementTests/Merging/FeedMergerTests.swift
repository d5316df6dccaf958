import Foundation
import Placement
import Synchronization
import TestSupport
import Testing

@Suite struct FeedMergerTests {
  private typealias Entry = FeedEntry<Int, String>

  private static let ads = (0..<40).map { "ad \($0)" }

  /// Every rule that judges a place by what stands before it, in all combinations of small values.
  private static let rules: [PlacementRules] = {
    var all: [PlacementRules] = []
    for at in [[], [0], [1, 2], [2, 0, 5]] {
      for (every, from, seed) in [(nil, nil, nil), (2, nil, nil), (3, 1, nil), (3, 4, 7), (5, nil, 1)]
        as [(Int?, Int?, Int?)]
      {
        for (max, maxInAll) in [(nil, nil), (2, nil), (nil, 3)] as [(Int?, Int?)] {
          for (gap, before) in [(0, 0), (2, 0), (1, 3)] {
            for trailing in [false, true] {
              all.append(
                PlacementRules(
                  at: at, every: every, from: from, max: max, maxInAll: maxInAll, gap: gap, before: before,
                  trailing: trailing, seed: seed))
            }
          }
        }
      }
    }
    // Some name places that no content has.
    return all.filter { (try? $0.validate()) != nil }
  }()

  /// Some of the rules where there is not the time for all.
  private static var fewRules: [PlacementRules] {
    Sample.isWhole ? rules : stride(from: 0, to: rules.count, by: 23).map { rules[$0] }
  }

  private func rows(_ range: Range<Int>) -> [Int] { range.map { $0 * 10 } }

  @Test func `a slot says which ad stands where whatever put it there`() throws {
    let page = try FeedMerger("at 1 every 3").merge(rows(0..<6), with: Self.ads)
    #expect(page.slots.map(\.description) == ["ad 0 at feed 0:1", "ad 1 at feed 0:4", "ad 2 at feed 0:7"])
  }

  @Test func `pages make the feed that all their content would make at once`() throws {
    for rules in Self.fewRules {
      let merger = try FeedMerger(rules: rules)
      for first in 0...7 {
        for second in 0...5 {
          for third in [0, 1, 4] {
            let whole = try merger.merge(rows(0..<first + second + third), with: Self.ads)
            var entries: [Entry] = []
            var cursor: FeedCursor?
            for part in [0..<first, first..<first + second, first + second..<first + second + third] {
              let page = try merger.merge(
                rows(part), with: Self.ads[(cursor?.adCount ?? 0)...], after: cursor)
              entries += page
              cursor = page.cursor
            }
            if entries != Array(whole) || cursor != whole.cursor {
              Issue.record("'\(rules)', pages of \(first), \(second), \(third)")
            }
          }
        }
      }
    }
  }

  @Test func `a merged feed is the content with the ads of the plan in their places`() throws {
    for rules in Self.rules {
      for counts in [[0], [1], [9], [4, 0, 6], [3, 3]] {
        let plan = try PlacementPlan(rules: rules, userCounts: counts, adCount: 5)
        let feed = try FeedMerger(rules: rules).merge(sections: counts.map { rows(0..<$0) }, with: Self.ads[..<5])
        let slots = feed.slots
        var expected: [Entry] = []
        var places = ArraySlice(Array(plan.places))
        for (section, count) in counts.enumerated() {
          var content = 0
          var row = 0
          while content < count || places.first?.path == FeedPath(section: section, row: row) {
            if let place = places.first, place.path == FeedPath(section: section, row: row) {
              expected.append(.ad("ad \(place.ad)", slots[place.ad]))
              places.removeFirst()
            } else {
              expected.append(.content(content * 10, UserPath(section: section, row: content)))
              content += 1
            }
            row += 1
          }
        }
        #expect(places.isEmpty && feed.places.elementsEqual(plan.places))
        if Array(feed) != expected || feed.indices.map({ feed[$0] }) != expected || feed.count != expected.count {
          Issue.record("'\(rules)', \(counts)")
        }
      }
    }
  }

  @Test func `a page tells what became of each of its places`() throws {
    for rules in Self.rules {
      let merger = try FeedMerger(rules: rules)
      let plan = try PlacementPlan(rules: rules, userCounts: [8], adCount: 40)
      let whole = try merger.merge(rows(0..<8), with: Self.ads)
      // A place exactly at the end, or beyond it, is left to a next page, which there is none of in a plan.
      let expected = plan.decisions.filter { $0.path.row < whole.count }
      #expect(Array(whole.decisions) == expected, "'\(rules)'")
      for end in 0...8 {
        let first = try merger.merge(rows(0..<end), with: Self.ads)
        let second = try merger.merge(rows(end..<8), with: Self.ads[first.cursor.adCount...], after: first.cursor)
        if Array(first.decisions) + Array(second.decisions) != expected { Issue.record("'\(rules)', page of \(end)") }
      }
    }
  }

  @Test func `decisions are made as they are walked`() throws {
    let asked = Mutex(0)
    let traits = RowTraits<Int>(isAdAllowedBeside: { row in
      asked.withLock { $0 = max($0, row) }
      return false
    })
    let page = try FeedMerger("at 1 every 3").merge(0..<10_000, with: Self.ads, traits: traits)
    asked.withLock { $0 = 0 }
    #expect(page.decisions.prefix(4).map(\.path.row) == [1, 4, 7, 10])
    #expect(asked.withLock { $0 } < 20)
    // What is not walked costs nothing, however long the page.
    let long = try FeedMerger("every 2 max 1").merge(0..<2_000_000_000, with: Self.ads)
    #expect(long.decisions.prefix(2).map(\.path.row) == [1, 3])
  }

  /// What keeps ads away from rows that are true.
  private static let traits: [RowTraits<Bool>] = [
    RowTraits(tags: { $0 ? ["sad"] : ["news"] }), RowTraits(tags: { _ in [] }, isAdAllowedBeside: { !$0 }),
  ]

  @Test func `what the row before a page has against ads is remembered`() throws {
    let count = Sample.of(7, few: 3)
    // A trailing ad on a page does not know of the row that follows it.
    for rules in Self.fewRules where !rules.trailing {
      var rules = rules
      rules.avoid = ["sad"]
      let merger = try FeedMerger(rules: rules)
      for pattern in 0..<1 << count {
        let all = (0..<count).map { pattern >> $0 & 1 == 1 }
        for traits in Self.traits {
          let whole = try merger.merge(all, with: Self.ads, traits: traits)
          for end in 0...count {
            let first = try merger.merge(all[..<end], with: Self.ads, traits: traits)
            let second = try merger.merge(
              all[end...], with: Self.ads[first.cursor.adCount...], after: first.cursor, traits: traits)
            if first.slots + second.slots != whole.slots || second.cursor != whole.cursor {
              Issue.record("'\(rules)', pattern \(pattern), page of \(end)")
            }
          }
        }
      }
    }
    #expect(throws: PlacementError.tagsUnknown) { try FeedMerger("every 2 avoid sad").merge([true], with: Self.ads) }
  }

  @Test func `a row is remembered over pages that have none`() throws {
    let merger = try FeedMerger("at 1 every 2 avoid sad")
    for traits in Self.traits {
      let first = try merger.merge([true], with: Self.ads, traits: traits)
      let none = try merger.merge([], with: Self.ads, after: first.cursor, traits: traits)
      let cursor = try JSONDecoder().decode(FeedCursor.self, from: JSONEncoder().encode(none.cursor))
      #expect(cursor == first.cursor)
      let last = try merger.merge([false, false, false], with: Self.ads, after: cursor, traits: traits)
      #expect(last.places.map(\.path.row) == [3])
      #expect(last.decisions.map(\.path.row) == [1, 3])
    }
  }

  @Test func `pages pass over the sections that have no ads`() throws {
    let counts = [3, 2, 4]
    for rules in Self.fewRules {
      for (sections, except) in [(nil, [1]), ([0, 2], []), ([1, 2], [0]), (nil, [0, 2]), ([], [])] as [([Int]?, [Int])]
      {
        var rules = rules
        (rules.sections, rules.except) = (sections, except)
        let merger = try FeedMerger(rules: rules)
        let all = counts.map { rows(0..<$0) }
        let whole = try merger.merge(sections: all, with: Self.ads)
        let excluded = [0, 1, 2].filter { sections?.contains($0) == false || except.contains($0) }
        #expect(whole.slots.allSatisfy { !excluded.contains($0.path.section) }, "'\(rules)'")
        for section in 0...2 {
          for row in 0...counts[section] {
            let first = try merger.merge(sections: all[..<section] + [rows(0..<row)], with: Self.ads)
            let rest = [rows(row..<counts[section])] + all[(section + 1)...]
            let second = try merger.merge(
              sections: rest, with: Self.ads[first.cursor.adCount...], after: first.cursor)
            if Array(first) + Array(second) != Array(whole) || second.cursor != whole.cursor {
              Issue.record("'\(rules)', page up to \(section):\(row)")
            }
          }
        }
      }
    }
  }

  @Test func `what looks ahead is decided by the page which says so`() throws {
    let merger = try FeedMerger("every 3 after 2")
    let page = try merger.merge(rows(0..<5), with: Self.ads)
    #expect(page.places.map(\.path.row) == [2])
    #expect(page.decidedByEnd.map(\.path.row) == [5])
    #expect(page.decidedByEnd.map(\.reason) == [.after(2)])
    let next = try merger.merge(rows(5..<9), with: Self.ads[1...], after: page.cursor)
    // The place in row 5 was the first page's to fill; it is dropped, and moves no other.
    #expect(next.places.map(\.path.row) == [8])
    #expect(try FeedMerger("every 3").merge(rows(0..<5), with: Self.ads).decidedByEnd.isEmpty)
  }

  @Test func `a next page may begin a section of its own`() throws {
    let merger = try FeedMerger("at 1 max 2 in all")
    let first = try merger.merge(sections: [rows(0..<2), rows(0..<1)], with: Self.ads)
    let second = try merger.merge(rows(0..<2), with: Self.ads[1...], after: first.cursor.beginningSection())
    #expect(first.places.map(\.path) == [FeedPath(section: 0, row: 1)])
    #expect(second.places.map(\.path) == [FeedPath(section: 2, row: 1)])
    #expect(second.first == .content(0, UserPath(section: 2, row: 0)))
    #expect(second.cursor.section == 2)
    let third = try merger.merge(rows(0..<2), with: Self.ads[2...], after: second.cursor.beginningSection())
    #expect(third.places.isEmpty)
  }

  @Test func `a large feed is walked and asked at random alike`() throws {
    var random = SeededGenerator(seed: 5)
    let feed = try FeedMerger("every 7 from 3 seed 4").merge(
      sections: [0..<50_000, 0..<0, 0..<20_001], with: 0..<9_000)
    let entries = Array(feed)
    for _ in 0..<5_000 {
      let index = Int.random(in: 0..<feed.count, using: &random)
      if feed[index] != entries[index] { Issue.record("entry \(index)") }
    }
    #expect(entries.count == 70_001 + 9_000)
    #expect(entries.lazy.compactMap(\.content).count == 70_001)
    #expect(entries.compactMap(\.ad) == Array(0..<9_000))
  }

  @Test func `eight threads share one merger and one page`() async throws {
    let merger = try FeedMerger("every 5")
    let page = try merger.merge(0..<2_000, with: Self.ads)
    let expected = Array(page)
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { round in
            let own = try? merger.merge(0..<2_000, with: Self.ads)
            return own.map { Array($0) == expected } == true
              && page[(thread * 97 + round) % page.count] == expected[(thread * 97 + round) % page.count]
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

import TestSupport
import Testing

@testable import ListModel

/// Every update of small lists, judged by the rules written down one by one, and replayed on plain arrays.
@Suite struct ListUpdatesTests {
  /// All 156 lists of up to three sections with up to four rows, or a third of them, and all answers near the right one.
  @Test(arguments: [
    (0...1, Sample.of(12_906, few: 5_764)), (2...2, Sample.of(78_990, few: 37_776)),
    (3...3, Sample.of(488_100, few: 167_744)),
  ])
  func `every change is judged as the rules do whatever the data source answers`(
    sections: ClosedRange<Int>, updates: Int
  ) {
    var count = 0
    let changes = SmallUpdates.changes(sections: -1...3, rows: -1...4)
    var sample = Sample(oneIn: 120)
    for before in SmallUpdates.lists(sections: sections, rows: 4).sampled(oneIn: 3) {
      for change in changes {
        for after in SmallUpdates.answers(to: [change], from: before) {
          if sample.takesNext() { check(before, after, [change]) }
          count += 1
        }
      }
    }
    #expect(count == updates)
  }

  @Test func `no change at all fits no other answer`() {
    let lists = SmallUpdates.lists(sections: 0...3, rows: 4)
    for before in lists {
      for after in lists.sampled(oneIn: 5) { check(before, after, []) }
    }
  }

  /// Every two changes, legal or not, of 49 lists: one section with up to four rows, two with up to three, three with up to two;
  /// of all 156 in a whole run.
  @Test(arguments: [(0...1, 4, 7962), (2...2, 3, 96_942), (3...3, 2, 290_844)])
  func `every pair of changes is judged as the rules do`(sections: ClosedRange<Int>, rows: Int, updates: Int) {
    let most = Sample.of(4, few: rows)
    var sample = Sample(oneIn: 90)
    var count = 0
    for before in SmallUpdates.lists(sections: sections, rows: most) {
      let changes = SmallUpdates.changes(sections: 0...before.count, rows: 0...(before.max() ?? 0))
      for (index, first) in changes.enumerated() {
        for second in changes[index...] {
          if sample.takesNext() {
            check(before, SmallUpdates.counts(after: [first, second], from: before), [first, second])
          }
          count += 1
        }
      }
    }
    if most == rows { #expect(count == updates) }
  }

  /// Every two changes of the list `[2, 1]`, and everything that the data source may answer near the right one.
  @Test func `a pair that misses the counts is refused`() {
    let changes = SmallUpdates.changes(sections: 0...2, rows: 0...2)
    var sample = Sample(oneIn: 15)
    for (index, first) in changes.enumerated() {
      for second in changes[index...] {
        for after in SmallUpdates.answers(to: [first, second], from: [2, 1]) where sample.takesNext() {
          check([2, 1], after, [first, second])
        }
      }
    }
  }

  @Test func `random batches are judged as the rules do`() {
    for seed in 0..<Sample.of(20_000, few: 1_000) as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let before = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      let changes = (0..<Int.random(in: 2...7, using: &random)).map { _ in SmallUpdates.randomChange(&random) }
      check(before, SmallUpdates.counts(after: changes, from: before), changes, "seed \(seed)")
    }
  }

  private func check(_ before: [Int], _ after: [Int], _ changes: [OracleChange], _ label: String = "") {
    let oracle = ListUpdateOracle(before: before, after: after, changes: changes)
    let breaches = oracle.breaches
    do {
      let origins = try ListUpdates(changes).origins(before: before, after: after)
      if !breaches.isEmpty {
        Issue.record("\(label) \(before) to \(after) by \(changes): not refused, \(breaches)")
      } else if origins.sections != oracle.sectionOrigins || origins.places != oracle.rowOrigins {
        Issue.record("\(label) \(before) to \(after) by \(changes): \(origins.places), not \(oracle.rowOrigins)")
      } else if !origins.hasWholeRuns {
        Issue.record("\(label) \(before) to \(after) by \(changes): runs are divided, \(origins.rows)")
      }
    } catch {
      if OracleBreach(error).map(breaches.contains) != true {
        Issue.record("\(label) \(before) to \(after) by \(changes): refused by \(error), breaches \(breaches)")
      }
    }
  }

  @Test func `destinations are origins turned around`() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let changes = (0..<3).map { _ in SmallUpdates.randomChange(&random) }
      let before = [3, 5, 2]
      guard
        let origins = try? ListUpdates(changes).origins(
          before: before, after: SmallUpdates.counts(after: changes, from: before))
      else { continue }
      let all = before.enumerated().flatMap { section, count in (0..<count).map { path($0, section) } }
      var expected: [ListPath: ListPath] = [:]
      for (section, rows) in origins.places.enumerated() {
        for (row, origin) in rows.enumerated() {
          if let origin { expected[ListPath(origin)] = path(row, section) }
        }
      }
      let found = all.compactMap { path in origins.destination(of: path).map { (path, $0) } }
      if Dictionary(uniqueKeysWithValues: found) != expected { Issue.record("seed \(seed): \(changes)") }
    }
  }

  @Test func `what is moved is known by itself`() throws {
    let origins = try ListUpdates([.moveRow(OraclePlace(1, 0), OraclePlace(2, 0)), .moveSection(2, 0)])
      .origins(before: [1, 2, 3], after: [3, 1, 2])
    #expect([path(0, 1), path(0, 2), path(2, 2)].allSatisfy(origins.isMoved))
    #expect(![path(0, 0), path(1, 1)].contains(where: origins.isMoved))
  }
}

import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

@testable import FeedWeave

struct FeedDifferenceTests {
  /// One thing that a content side can say; a section that comes or is reloaded has so many rows.
  private enum Operation {
    case deleteSection(Int), insertSection(Int, rows: Int), reloadSection(Int, rows: Int), moveSection(Int, Int)
    case deleteRow(ListPath), insertRow(ListPath), reloadRow(ListPath), moveRow(ListPath, ListPath)

    /// Everything that can be said of lists of such counts, at places that may or may not fit.
    static func all(_ counts: [Int]) -> [Operation] {
      let sections = Array(counts.indices)
      let rows = sections.flatMap { section in (0..<counts[section]).map { path(section, $0) } }
      let places = sections.flatMap { section in (0...counts[section]).map { path(section, $0) } }
      var all: [Operation] = []
      for section in sections {
        all += [.deleteSection(section), .reloadSection(section, rows: 0), .reloadSection(section, rows: 3)]
        all += sections.map { .moveSection(section, $0) }
      }
      for section in 0...counts.count { all += [.insertSection(section, rows: 0), .insertSection(section, rows: 2)] }
      for row in rows { all += [.deleteRow(row), .reloadRow(row)] + rows.map { .moveRow(row, $0) } }
      for section in sections.dropFirst() {
        all += rows.map { .moveRow($0, path(section, counts[section])) }
      }
      return all + places.map { .insertRow($0) }
    }

    func note(in updates: inout ListUpdates) {
      switch self {
      case .deleteSection(let section): updates.deletedSections.append(section)
      case .insertSection(let section, _): updates.insertedSections.append(section)
      case .reloadSection(let section, _): updates.reloadedSections.append(section)
      case .moveSection(let from, let to): updates.movedSections.append((from: from, to: to))
      case .deleteRow(let row): updates.deletedRows.append(row)
      case .insertRow(let row): updates.insertedRows.append(row)
      case .reloadRow(let row): updates.reloadedRows.append(row)
      case .moveRow(let from, let to): updates.movedRows.append((from: from, to: to))
      }
    }
  }

  /// The counts to which operations lead, if they lead anywhere.
  private static func counts(_ operations: [Operation], _ updates: ListUpdates, from before: [Int]) -> [Int]? {
    let gone = Set(updates.deletedSections + updates.movedSections.map(\.from))
    var kept = before.indices.filter { !gone.contains($0) }.makeIterator()
    let count = before.count + updates.insertedSections.count - updates.deletedSections.count
    guard count >= 0 else { return nil }
    return (0..<count).map { section in
      for case .insertSection(section, let rows) in operations { return rows }
      let origin = updates.movedSections.first { $0.to == section }?.from ?? kept.next() ?? 0
      for case .reloadSection(origin, let rows) in operations { return rows }
      let former = before.indices.contains(origin) ? before[origin] : 0
      return former - updates.deletedRows.count { $0.section == origin }
        - updates.movedRows.count { $0.from.section == origin } + updates.insertedRows.count { $0.section == section }
        + updates.movedRows.count { $0.to.section == section }
    }
  }

  private static let contents = [
    [0], [1], [2], [4], [0, 0], [1, 2], [3, 1], [2, 4], [0, 3], [1, 1, 1], [2, 0, 2], [3, 2, 1], [0, 4, 2],
  ]

  /// Insertions, rows and sections, of the small worlds; some stand where no content reaches them.
  private static let insertions: [(rows: [FeedPath], sections: [Int])] = [
    ([], []), ([feed(0, 0)], []), ([feed(0, 1)], []), ([feed(0, 2), feed(0, 3)], []), ([feed(0, 1), feed(0, 4)], []),
    ([feed(0, 0), feed(1, 0), feed(1, 2)], []), ([feed(1, 1), feed(2, 0), feed(2, 1)], []),
    ([feed(0, 1), feed(0, 2), feed(1, 1)], []), ([], [0]), ([], [1]), ([feed(0, 0)], [0]), ([feed(1, 0)], [1]),
    ([feed(1, 0), feed(0, 1)], [1]), ([feed(0, 0), feed(2, 1)], [0, 2]), ([feed(1, 0), feed(1, 1), feed(2, 1)], [1]),
    ([feed(2, 0), feed(3, 0)], [2, 3]), ([feed(0, 2), feed(3, 0)], [1, 1]),
  ]

  @Test(arguments: UpdatePolicy.allCases)
  func `every operation and pair of operations in small worlds replays exactly and touches no more than it must`(
    policy: UpdatePolicy
  )
    throws
  {
    var checked = 0
    var tried = 0
    var sample = Sample(oneIn: 8)
    for counts in Self.contents {
      let operations = Operation.all(counts)
      for (rows, sections) in Self.insertions.sampled(oneIn: 4) {
        let world = UpdateWorld(
          content: TaggedFeed(counts: counts),
          map: try InsertionMap(userCounts: counts, rows: rows, sections: sections))
        for (index, first) in operations.enumerated() {
          if sample.takesNext() { check(world, [first], policy, &checked) }
          // Of the pairs, every 11th of 326,434, or every 3,331st: all of them take minutes.
          for second in operations[(index + 1)...] {
            tried += 1
            if tried % Sample.of(11, few: 3_331) == 0 { check(world, [first, second], policy, &checked) }
          }
        }
      }
    }
    #expect(checked > Sample.of(25_000, few: 100), "\(checked) updates of \(tried) pairs")
  }

  private func check(_ world: UpdateWorld, _ operations: [Operation], _ policy: UpdatePolicy, _ checked: inout Int) {
    var updates = ListUpdates()
    for operation in operations { operation.note(in: &updates) }
    var freshTag = 10_000
    guard let counts = Self.counts(operations, updates, from: world.content.counts), counts.allSatisfy({ $0 >= 0 }),
      let result = world.check(updates, after: counts, policy: policy, freshTag: &freshTag)
    else { return }
    checked += 1
    if let fault = result.fault { Issue.record("\(policy), \(world.map.feedCounts), \(operations): \(fault)") }
  }

  @Test(arguments: UpdatePolicy.allCases)
  func `long random histories of batches replay exactly`(policy: UpdatePolicy) throws {
    var operations = 0
    var seed: UInt64 = 0
    while operations < Sample.of(510_000, few: 4_000) {
      seed += 1
      var random = SeededGenerator(seed: seed)
      var content = TaggedFeed(
        counts: (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...60, using: &random) })
      content.sections.indices.forEach { section in
        content.sections[section].rows = content.sections[section].rows.indices.map { section * 1000 + $0 }
      }
      var world = UpdateWorld(content: content, map: try Self.randomMap(content.counts, &random))
      var freshTag = 1_000_000
      for step in 0..<20 {
        // Some change their policy on the way.
        let policy = seed % 8 == 0 ? (Bool.random(using: &random) ? .pinned : .anchored) : policy
        let isLarge = seed % 4 != 0
        let batch = RandomBatch(
          of: world.content.counts, isLarge: isLarge, mostNew: isLarge ? 90 : 15, using: &random)
        guard let result = world.check(batch.updates, after: batch.counts, policy: policy, freshTag: &freshTag) else {
          Issue.record("seed \(seed), step \(step): \(batch) is refused")
          return
        }
        if let fault = result.fault {
          Issue.record("\(policy), seed \(seed), step \(step): \(fault)")
          return
        }
        operations += batch.count
        world = result.after
        if step % 5 == 4 {
          let map = try Self.randomMap(world.content.counts, &random)
          if let fault = world.check(insertionsOf: map, numbersAreSame: step % 10 == 4) {
            Issue.record("insertions, seed \(seed), step \(step): \(fault)")
          }
          world = UpdateWorld(content: world.content, map: map)
        }
      }
    }
  }

  private static func randomMap(_ counts: [Int], _ random: inout SeededGenerator) throws -> InsertionMap {
    let rows = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      feed(Int.random(in: 0...5, using: &random), Int.random(in: 0...20, using: &random))
    }
    let sections = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
    return try InsertionMap(userCounts: counts, rows: rows, sections: sections)
  }
}

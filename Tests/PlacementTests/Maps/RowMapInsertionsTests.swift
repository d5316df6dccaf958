import TestSupport
import Testing

@testable import Placement

/// Some of many insertions come and go, in maps of more than one chunk.
@Suite struct RowMapInsertionsTests {
  /// A section as a plain list of what is inserted: the content row that each precedes, and its number.
  private struct Model {
    var contentCount: Int
    var insertions: [(content: Int, number: Int)]

    func rows() throws -> SectionRows {
      let positions = insertions.enumerated().map { $1.content + $0 }
      return SectionRows(
        map: try RowMap(contentCount: contentCount, insertions: positions),
        indices: CallerIndices(insertions.map(\.number)))
    }
  }

  /// Returns ascending random ranks.
  private static func ranks(_ count: Int, below bound: Int, _ random: inout SeededGenerator) -> [Int] {
    Set((0..<(bound == 0 ? 0 : count)).map { _ in Int.random(in: 0..<bound, using: &random) }).sorted()
  }

  @Test func `some insertions come and go as if the map were made of all`() throws {
    for seed in UInt64(1)...Sample.of(60, few: 3) {
      var random = SeededGenerator(seed: seed)
      let count = [0, 1, 255, 256, 2_047, 2_048, 4_096, 5_000][Int(seed) % 8]
      var model = Model(
        contentCount: count * 3 + 2,
        insertions: (0..<count).map { (content: $0 * 3, number: seed.isMultiple(of: 2) ? $0 : $0 * 2) })
      var rows = try model.rows()
      var next = 100_000
      for step in 0..<12 {
        let kept = rows
        let removed =
          step % 3 == 0
          ? [] : Self.ranks(Int.random(in: 0...40, using: &random), below: model.insertions.count, &random)
        for rank in removed.reversed() { model.insertions.remove(at: rank) }
        var added: [(rank: Int, content: Int, number: Int)] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
          let isAtEnd = step % 3 == 0
          let rank = isAtEnd ? model.insertions.count : Int.random(in: 0...model.insertions.count, using: &random)
          let content = rank < model.insertions.count ? model.insertions[rank].content : model.contentCount - step % 2
          if rank > 0, model.insertions[rank - 1].content > content { continue }
          model.insertions.insert((content: content, number: next), at: rank)
          next += Int.random(in: 1...2, using: &random)
        }
        let former = Set(kept.callerIndices)
        for (rank, one) in model.insertions.enumerated() where !former.contains(one.number) {
          added.append((rank: rank, content: one.content, number: one.number))
        }
        rows.change(removing: removed, adding: added, holdingEnd: false)
        let expected = try model.rows()
        if rows != expected || !rows.map.checkInvariants() { Issue.record("seed \(seed), step \(step)") }
        #expect(rows.indices.isConsecutive == expected.indices.isConsecutive, "seed \(seed), step \(step)")
        for user in stride(from: 0, through: model.contentCount, by: 7)
        where rows.map.feedRow(forUser: user) != expected.map.feedRow(forUser: user) {
          Issue.record("seed \(seed), step \(step), row \(user)")
        }
        #expect(rows.numberEnd == (model.insertions.map(\.number).max() ?? -1) + 1)
        #expect(try kept.map == RowMap(contentCount: kept.map.contentCount, insertions: Array(kept.map.positions)))
      }
    }
  }

  @Test func `rows that are asked for below all others are where all together would be`() throws {
    for seed in UInt64(1)...Sample.of(4_000, few: 400) {
      var random = SeededGenerator(seed: seed)
      let counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
      func requests(_ range: Range<Int>, from first: Int) -> [NumberedRequest<FeedPath>] {
        range.map { number in
          (
            number: number,
            position: FeedPath(
              section: Int.random(in: 0..<counts.count, using: &random),
              row: first + Int.random(in: 0...8, using: &random))
          )
        }
      }
      let old = requests(0..<Int.random(in: 0...4, using: &random), from: 0)
      let new = requests(old.count..<old.count + Int.random(in: 0...4, using: &random), from: Int(seed % 3) * 4)
      let map = try InsertionMap.resolve(userCounts: counts, numberedRows: old, numberedSections: []).map
      let all = try InsertionMap.resolve(userCounts: counts, numberedRows: old + new, numberedSections: []).map
      guard let (appended, shown) = map.appending(new) else {
        let isBelow = new.allSatisfy { request in
          old.allSatisfy {
            $0.position.section != request.position.section || $0.position.row + old.count < request.position.row
          }
        }
        #expect(!isBelow, "seed \(seed)")
        continue
      }
      #expect(appended == all, "seed \(seed)")
      let isNew = { (path: FeedPath) in all.insertionIndex(at: path).map { $0 >= old.count } ?? false }
      let expected = (0..<all.feedSectionCount).flatMap { section in
        all.insertedRows(inFeedSection: section).map { FeedPath(section: section, row: $0) }.filter(isNew)
      }
      #expect(shown.sorted() == expected, "seed \(seed)")
    }
  }
}

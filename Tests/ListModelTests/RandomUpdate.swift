import ListModel
import TestSupport

/// A random change of a feed's data, with what an app would tell its list of it.
struct RandomUpdate {
  private(set) var sections: [TestFeed.Section]
  private(set) var changes: [OracleChange] = []
  private(set) var reloadedTags: Set<Int> = []

  init(of old: [TestFeed.Section], nextTag: inout Int, using random: inout SeededGenerator) {
    func chance(_ one: Int, _ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func newRow(_ nextTag: inout Int, _ random: inout SeededGenerator) -> TestFeed.Row {
      nextTag += 1
      return TestFeed.Row(tag: nextTag, height: Double(Int.random(in: 0...6, using: &random)))
    }
    sections = []
    var moved: [(from: OraclePlace, row: TestFeed.Row)] = []
    var isOpen: [Bool] = []
    for (number, section) in old.enumerated() {
      if chance(12, &random) {
        changes.append(.deleteSection(number))
        continue
      }
      var kept = section
      if chance(10, &random) {
        changes.append(.reloadSection(number))
        kept.rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in newRow(&nextTag, &random) }
        kept.header = Double(Int.random(in: 0...2, using: &random))
        isOpen.append(false)
      } else {
        kept.rows = []
        for (row, content) in section.rows.enumerated() {
          let place = OraclePlace(number, row)
          switch Int.random(in: 0..<10, using: &random) {
          case 0: changes.append(.deleteRow(place))
          case 1: moved.append((from: place, row: content))
          case 2:
            changes.append(.reloadRow(place))
            reloadedTags.insert(content.tag)
            kept.rows.append(TestFeed.Row(tag: content.tag, height: Double(Int.random(in: 0...6, using: &random))))
          default: kept.rows.append(content)
          }
        }
        isOpen.append(true)
      }
      sections.append(kept)
    }
    addRows(moved, isOpen, &nextTag, &random, newRow)
    addSections(&nextTag, &random, newRow)
    changes.shuffle(using: &random)
  }

  /// Puts moved and new rows at random places; where they are in the end is what the list is told.
  private mutating func addRows(
    _ moved: [(from: OraclePlace, row: TestFeed.Row)], _ isOpen: [Bool], _ nextTag: inout Int,
    _ random: inout SeededGenerator, _ newRow: (inout Int, inout SeededGenerator) -> TestFeed.Row
  ) {
    var targets: Set<Int> = []
    let open = isOpen.indices.filter { isOpen[$0] }
    for (from, row) in moved {
      guard let section = open.randomElement(using: &random) else {
        changes.append(.deleteRow(from))
        continue
      }
      sections[section].rows.insert(row, at: Int.random(in: 0...sections[section].rows.count, using: &random))
      sources[row.tag] = from
      targets.insert(row.tag)
    }
    for section in open {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let row = newRow(&nextTag, &random)
        sections[section].rows.insert(row, at: Int.random(in: 0...sections[section].rows.count, using: &random))
        targets.insert(row.tag)
      }
    }
    pending = targets
  }

  private mutating func addSections(
    _ nextTag: inout Int, _ random: inout SeededGenerator, _ newRow: (inout Int, inout SeededGenerator) -> TestFeed.Row
  ) {
    var fresh: Set<Int> = []
    if Int.random(in: 0..<4, using: &random) == 0 {
      let rows = (0...Int.random(in: 0...3, using: &random)).map { _ in newRow(&nextTag, &random) }
      fresh.insert(rows[0].tag)
      sections.insert(
        TestFeed.Section(header: 1, rows: rows), at: Int.random(in: 0...sections.count, using: &random))
    }
    for (number, section) in sections.enumerated() {
      if let first = section.rows.first, fresh.contains(first.tag) { changes.append(.insertSection(number)) }
      for (row, content) in section.rows.enumerated() where pending.contains(content.tag) {
        let place = OraclePlace(number, row)
        changes.append(sources[content.tag].map { .moveRow($0, place) } ?? .insertRow(place))
      }
    }
  }

  private var sources: [Int: OraclePlace] = [:]
  private var pending: Set<Int> = []
}

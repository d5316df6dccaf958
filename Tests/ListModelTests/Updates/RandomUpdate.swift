import ListModel
import TestSupport

/// A random change of a feed's data, with what an app would tell its list of it.
struct RandomUpdate {
  /// What a section is on its way to the list after the update.
  private struct Entry {
    var origin: Int?
    /// Whether its rows are kept, so that rows can come and go.
    var isOpen = true
    var section: TestFeed.Section
  }

  /// A row on its way into a section; from nowhere if it is new.
  private typealias Arrival = (from: OraclePlace?, row: TestFeed.Row)

  private(set) var sections: [TestFeed.Section] = []
  private(set) var changes: [OracleChange] = []
  private(set) var reloadedTags: Set<Int> = []
  private(set) var reconfiguredTags: Set<Int> = []
  /// The rows that are moved, by themselves or with their sections.
  private(set) var movedTags: Set<Int> = []
  private var movedRows: [Arrival] = []
  private let heights: ClosedRange<Int>

  init(
    of old: [TestFeed.Section], nextTag: inout Int, heights: ClosedRange<Int> = 0...6,
    using random: inout SeededGenerator
  ) {
    self.heights = heights
    var stay: [Entry] = []
    var come: [Entry] = []
    for (number, section) in old.enumerated() {
      switch Int.random(in: 0..<24, using: &random) {
      case 0, 1: changes.append(.deleteSection(number))
      case 2, 3:
        changes.append(.reloadSection(number))
        stay.append(Entry(origin: number, isOpen: false, section: newSection(&nextTag, &random)))
      case 4, 5:
        let kept = whatStays(of: section, number, &random)
        movedTags.formUnion(kept.rows.map(\.tag))
        come.append(Entry(origin: number, section: kept))
      default: stay.append(Entry(origin: number, section: whatStays(of: section, number, &random)))
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      come.append(Entry(origin: nil, isOpen: false, section: newSection(&nextTag, &random)))
    }
    arrange(Strewn(come.shuffled(using: &random), among: stay, using: &random), &nextTag, &random)
    changes.shuffle(using: &random)
  }

  private func newRow(_ nextTag: inout Int, _ random: inout SeededGenerator) -> TestFeed.Row {
    nextTag += 1
    return TestFeed.Row(tag: nextTag, height: newHeight(&random))
  }

  private func newHeight(_ random: inout SeededGenerator) -> Double {
    Double(Int.random(in: heights, using: &random))
  }

  private func newSection(_ nextTag: inout Int, _ random: inout SeededGenerator) -> TestFeed.Section {
    let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in newRow(&nextTag, &random) }
    return TestFeed.Section(header: Double(Int.random(in: 0...2, using: &random)), rows: rows)
  }

  /// Takes away rows from a section, and answers what stays of it.
  private mutating func whatStays(
    of section: TestFeed.Section, _ number: Int, _ random: inout SeededGenerator
  ) -> TestFeed.Section {
    var kept = section
    kept.rows = []
    for (row, content) in section.rows.enumerated() {
      let place = OraclePlace(number, row)
      var content = content
      if Int.random(in: 0..<10, using: &random) == 0 {
        changes.append(.reconfigureRow(place))
        reconfiguredTags.insert(content.tag)
        content.height = newHeight(&random)
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: changes.append(.deleteRow(place))
      case 1:
        movedTags.insert(content.tag)
        movedRows.append((from: place, row: content))
      case 2:
        changes.append(.reloadRow(place))
        reloadedTags.insert(content.tag)
        kept.rows.append(TestFeed.Row(tag: content.tag, height: newHeight(&random)))
      default: kept.rows.append(content)
      }
    }
    return kept
  }

  /// Puts sections in their places and strews moved and new rows into them; where they come to stand is what the list is told.
  private mutating func arrange(_ entries: Strewn<Entry>, _ nextTag: inout Int, _ random: inout SeededGenerator) {
    let open = entries.elements.indices.filter { entries.elements[$0].isOpen }
    var arrivals: [Int: [Arrival]] = [:]
    for arrival in movedRows {
      if let section = open.randomElement(using: &random) {
        arrivals[section, default: []].append(arrival)
      } else if let from = arrival.from {
        changes.append(.deleteRow(from))
      }
    }
    for (number, entry) in entries.elements.enumerated() {
      if entries.isNew[number] {
        changes.append(entry.origin.map { .moveSection($0, number) } ?? .insertSection(number))
      }
      var section = entry.section
      if entry.isOpen {
        let new = (0..<Int.random(in: 0...2, using: &random)).map { _ in newRow(&nextTag, &random) }
        let come = (arrivals[number, default: []] + new.map { (from: nil, row: $0) }).shuffled(using: &random)
        section.rows = strew(come, among: section.rows, of: number, &random)
      }
      sections.append(section)
    }
  }

  private mutating func strew(
    _ come: [Arrival], among stay: [TestFeed.Row], of section: Int, _ random: inout SeededGenerator
  ) -> [TestFeed.Row] {
    let rows = Strewn(come, among: stay.map { (from: nil, row: $0) }, using: &random)
    for (row, isNew) in rows.isNew.enumerated() where isNew {
      let place = OraclePlace(section, row)
      changes.append(rows.elements[row].from.map { .moveRow($0, place) } ?? .insertRow(place))
    }
    return rows.elements.map(\.row)
  }
}

import TestSupport

@testable import ListModel

/// A random change of a list of many tagged rows, with the update that leads to it.
///
/// The list after is made by hand: what stays keeps its order, what comes is strewn among it. What the update says is noted while
/// that is done, so that nothing has to be compared.
struct LargeUpdate {
  let before: [[Int]]
  private(set) var after: [[Int]] = []
  private(set) var updates = ListUpdates()
  /// For each section after the update, the one that it was.
  private(set) var sectionOrigins: [Int?] = []
  private var nextTag: Int
  private var movedRows: [(from: ListPath, tag: Int)] = []

  /// How many rows and sections the update names.
  var size: Int {
    updates.deletedSections.count + updates.insertedSections.count + updates.reloadedSections.count
      + updates.movedSections.count + updates.deletedRows.count + updates.insertedRows.count
      + updates.reloadedRows.count + updates.movedRows.count
  }

  init(sections: Int, rows: Int, using random: inout SeededGenerator) {
    nextTag = 0
    var before: [[Int]] = []
    for _ in 0..<sections {
      let count = Int.random(in: 0...rows, using: &random)
      before.append(Array(nextTag..<nextTag + count))
      nextTag += count
    }
    self.before = before
    var stay: [(origin: Int?, rows: [Int])] = []
    var come: [(origin: Int?, rows: [Int])] = []
    for section in before.indices {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        updates.deletedSections.append(section)
        noteSwallowedDeletions(section, &random)
      case 1:
        updates.reloadedSections.append(section)
        noteSwallowedDeletions(section, &random)
        stay.append((origin: section, rows: []))
      case 2: come.append((origin: section, rows: whatStays(in: section, &random)))
      default: stay.append((origin: section, rows: whatStays(in: section, &random)))
      }
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) { come.append((origin: nil, rows: [])) }
    arrange(Strewn(come.shuffled(using: &random), among: stay, using: &random), &random)
    shuffle(&random)
  }

  /// Takes away rows from a section, and answers those that stay in it.
  private mutating func whatStays(in section: Int, _ random: inout SeededGenerator) -> [Int] {
    var stay: [Int] = []
    for (row, tag) in before[section].enumerated() {
      let path = ListPath(row: row, section: section)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: updates.deletedRows.append(path)
      case 2: movedRows.append((from: path, tag: tag))
      case 3:
        updates.reloadedRows.append(path)
        stay.append(tag)
      default: stay.append(tag)
      }
    }
    return stay
  }

  private mutating func noteSwallowedDeletions(_ section: Int, _ random: inout SeededGenerator) {
    for row in before[section].indices where Int.random(in: 0..<9, using: &random) == 0 {
      updates.deletedRows.append(ListPath(row: row, section: section))
    }
  }

  /// Puts the sections in their places, and strews moved and new rows into them.
  private mutating func arrange(
    _ sections: Strewn<(origin: Int?, rows: [Int])>, _ random: inout SeededGenerator
  ) {
    let reloaded = Set(updates.reloadedSections)
    let open = sections.elements.indices.filter { section in
      sections.elements[section].origin.map { !reloaded.contains($0) } ?? false
    }
    var arrivals: [Int: [(from: ListPath?, tag: Int)]] = [:]
    for (from, tag) in movedRows {
      // Where no section takes it, it is deleted.
      guard let section = open.randomElement(using: &random) else {
        updates.deletedRows.append(from)
        continue
      }
      arrivals[section, default: []].append((from: from, tag: tag))
    }
    for (number, section) in sections.elements.enumerated() {
      sectionOrigins.append(section.origin)
      if let origin = section.origin, sections.isNew[number] {
        updates.movedSections.append((from: origin, to: number))
      } else if sections.isNew[number] {
        updates.insertedSections.append(number)
      }
      let isOpen = section.origin.map { !reloaded.contains($0) } ?? false
      let new = (0..<Int.random(in: 0...10 + section.rows.count / 2, using: &random)).map { nextTag + $0 }
      nextTag += new.count
      guard isOpen else {
        noteSwallowedInsertions(number, of: new.count, &random)
        after.append(new)
        continue
      }
      let come = (arrivals[number, default: []] + new.map { (from: nil, tag: $0) }).shuffled(using: &random)
      strew(come, among: section.rows, of: number, &random)
    }
  }

  private mutating func strew(
    _ come: [(from: ListPath?, tag: Int)], among stay: [Int], of section: Int, _ random: inout SeededGenerator
  ) {
    let rows = Strewn(come, among: stay.map { (from: nil, tag: $0) }, using: &random)
    for (row, isNew) in rows.isNew.enumerated() where isNew {
      let path = ListPath(row: row, section: section)
      if let from = rows.elements[row].from {
        updates.movedRows.append((from: from, to: path))
      } else {
        updates.insertedRows.append(path)
      }
    }
    after.append(rows.elements.map(\.tag))
  }

  private mutating func noteSwallowedInsertions(_ section: Int, of count: Int, _ random: inout SeededGenerator) {
    for row in 0..<count where Int.random(in: 0..<9, using: &random) == 0 {
      updates.insertedRows.append(ListPath(row: row, section: section))
    }
  }

  private mutating func shuffle(_ random: inout SeededGenerator) {
    updates.deletedRows.shuffle(using: &random)
    updates.insertedRows.shuffle(using: &random)
    updates.movedRows.shuffle(using: &random)
    updates.insertedSections.shuffle(using: &random)
  }
}

/// Elements that come, at random places among those that stay, both in their order.
struct Strewn<Element> {
  private(set) var elements: [Element] = []
  private(set) var isNew: [Bool] = []

  init(_ come: [Element], among stay: [Element], using random: inout SeededGenerator) {
    var come = come[...]
    var stay = stay[...]
    while !come.isEmpty || !stay.isEmpty {
      isNew.append(Int.random(in: 0..<come.count + stay.count, using: &random) < come.count)
      elements.append(isNew[isNew.count - 1] ? come.removeFirst() : stay.removeFirst())
    }
  }
}

import TestSupport
import Testing

@testable import BatchUpdates

/// Lists of sections in which each section and each row stands once at most.
typealias SectionedList = [ListSection<Item, Item>]

enum SectionedWorld {
  /// Runs a check on every two small lists, on smaller ones with any new content, and on long random ones.
  static func checkAll(_ fault: (SectionedList, SectionedList, MoveSearch) -> String?) {
    let worlds = all(sections: [0, 1, 2], rows: [0, 1, 2])
    var sample = Sample(oneIn: 120)
    for old in canonical(sections: 3, rows: 3) {
      for new in worlds where sample.takesNext() {
        if let fault = fault(old, new, .fewest) { Issue.record("\(old) → \(new) \(fault)") }
      }
    }
    checkRenewed(fault)
    for seed in UInt64(1)...Sample.of(120, few: 2) {
      var random = SeededGenerator(seed: seed)
      let (old, new) = randomPair(&random)
      for search in MoveSearch.allCases {
        if let fault = fault(old, new, search) { Issue.record("seed \(seed), \(search): \(fault)") }
      }
    }
  }

  private static func checkRenewed(_ fault: (SectionedList, SectionedList, MoveSearch) -> String?) {
    let worlds = all(sections: [0, 1], rows: [0, 1, 2])
    var sample = Sample(oneIn: 120)
    for old in canonical(sections: 2, rows: 2) {
      for new in worlds {
        for bits in 1..<16 where sample.takesNext() {
          let new = renewed(new, sections: bits & 3, rows: bits >> 2)
          if let fault = fault(old, new, .fewest) { Issue.record("\(old) → \(new) \(fault)") }
        }
      }
    }
  }

  /// Every list of some of these sections, with some of these rows divided among them.
  static func all(sections: [Int], rows: [Int]) -> [SectionedList] {
    let rowLists = arrangements(of: rows)
    return arrangements(of: sections).flatMap { sections in
      rowLists.flatMap { rows in
        divisions(of: rows, into: sections.count).map { parts in
          zip(sections, parts).map { ListSection(Item(id: $0), rows: $1.map { Item(id: $0) }) }
        }
      }
    }
  }

  /// One list for each way in which lists can differ but for the names of sections and rows: these ascend.
  static func canonical(sections: Int, rows: Int) -> [SectionedList] {
    all(sections: Array(0..<sections), rows: Array(0..<rows)).filter { list in
      list.map(\.model.id) == Array(0..<list.count)
        && list.flatMap(\.rows).map(\.id) == Array(0..<list.flatMap(\.rows).count)
    }
  }

  /// Every way to cut a list in so many parts.
  private static func divisions(of rows: [Int], into count: Int) -> [[[Int]]] {
    if count == 0 { return rows.isEmpty ? [[]] : [] }
    if count == 1 { return [[rows]] }
    return (0...rows.count).flatMap { cut in
      divisions(of: Array(rows[cut...]), into: count - 1).map { [Array(rows[..<cut])] + $0 }
    }
  }

  /// A list with other content in the sections and rows that a choice of bits names.
  static func renewed(_ list: SectionedList, sections: Int, rows: Int) -> SectionedList {
    list.map { section in
      ListSection(
        Item(id: section.model.id, version: sections >> section.model.id & 1),
        rows: section.rows.map { Item(id: $0.id, version: rows >> $0.id & 1) })
    }
  }

  /// A long list, and what random changes make of it.
  static func randomPair(_ random: inout SeededGenerator) -> (old: SectionedList, new: SectionedList) {
    let sections = Array(0..<10)
    let rows = Array(0..<60)
    let old = random.list(sections, rows)
    var new = old
    for _ in 0..<Int.random(in: 0...12, using: &random) where !new.isEmpty {
      let section = new.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<7, using: &random) {
      case 0: new.remove(at: section)
      case 1: new.insert(new.remove(at: section), at: Int.random(in: 0...new.count, using: &random))
      case 2: new[section].rows.shuffle(using: &random)
      case 3: new[section].model.version += 1
      case 4 where !new[section].rows.isEmpty: new[section].rows[0].version += 1
      case 5 where !new[section].rows.isEmpty:
        let row = new[section].rows.removeLast()
        new[new.indices.randomElement(using: &random) ?? 0].rows.insert(row, at: 0)
      default: new[section].rows.append(Item(id: 100 + new.flatMap(\.rows).count + Int(random.next() % 1_000_000)))
      }
    }
    return (old, Int.random(in: 0..<4, using: &random) == 0 ? random.list(sections, rows) : new)
  }
}

extension SeededGenerator {
  /// Some of these sections in any order, with some of these rows divided among them.
  fileprivate mutating func list(_ sections: [Int], _ rows: [Int]) -> SectionedList {
    var list = sections.shuffled(using: &self).prefix(Int.random(in: 0...sections.count, using: &self)).map {
      ListSection(Item(id: $0), rows: [Item]())
    }
    for row in rows.shuffled(using: &self).prefix(Int.random(in: 0...rows.count, using: &self)) where !list.isEmpty {
      list[Int.random(in: 0..<list.count, using: &self)].rows.append(Item(id: row))
    }
    return list
  }
}

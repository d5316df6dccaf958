package import ListModel
package import TestSupport

/// A random batch that fits a list of such counts.
package struct RandomBatch {
  package private(set) var updates = ListUpdates()
  package private(set) var counts: [Int] = []

  /// Tells a list of it, as it stands.
  package func tell(_ list: ListView) throws(ListUpdateError) {
    var random = SeededGenerator(seed: 1)
    try updates.tell(list, &random)
  }

  /// How much is said.
  package var count: Int {
    updates.deletedSections.count + updates.insertedSections.count + updates.reloadedSections.count
      + updates.movedSections.count + updates.deletedRows.count + updates.insertedRows.count
      + updates.reloadedRows.count + updates.movedRows.count
  }

  package init(of before: [Int], isLarge: Bool, mostNew: Int, using random: inout SeededGenerator) {
    let rarity = isLarge ? 4 : 24
    // Sections that stay or move, by their former numbers; nil for new ones.
    var sections: [Int?] = []
    var moving: [Int] = []
    for section in before.indices {
      switch Int.random(in: 0..<rarity * 3, using: &random) {
      case 0: updates.deletedSections.append(section)
      case 1: moving.append(section)
      default: sections.append(section)
      }
    }
    let fresh = Int.random(in: 0..<rarity, using: &random) < 3 && before.count < 8 ? 1 : 0
    for section in moving.map(Optional.some) + Array(repeating: nil, count: fresh) {
      sections.insert(section, at: Int.random(in: 0...sections.count, using: &random))
    }
    for (section, origin) in sections.enumerated() {
      guard let origin else {
        updates.insertedSections.append(section)
        continue
      }
      if moving.contains(origin) {
        updates.movedSections.append((from: origin, to: section))
      } else if Int.random(in: 0..<rarity * 3, using: &random) == 0 {
        updates.reloadedSections.append(origin)
      }
    }
    changeRows(before, sections, rarity, mostNew, &random)
  }

  private mutating func changeRows(
    _ before: [Int], _ sections: [Int?], _ rarity: Int, _ mostNew: Int, _ random: inout SeededGenerator
  ) {
    var kept: [Int: Int] = [:]
    var moving: [ListPath] = []
    let open = sections.indices.filter { sections[$0].map { !updates.reloadedSections.contains($0) } ?? false }
    for section in open {
      guard let origin = sections[section] else { continue }
      kept[section] = before[origin]
      for row in 0..<before[origin] {
        let path = ListPath(row: row, section: origin)
        switch Int.random(in: 0..<rarity, using: &random) {
        case 0: updates.deletedRows.append(path)
        case 1: moving.append(path)
        case 2:
          updates.reloadedRows.append(path)
          continue
        default: continue
        }
        kept[section, default: 0] -= 1
      }
    }
    // For each open section, what stands in it: nil for what stays, else what comes.
    var rows: [Int: [ListPath??]] = kept.mapValues { Array(repeating: nil, count: $0) }
    let fresh = open.isEmpty ? 0 : Int.random(in: 0...mostNew, using: &random)
    for row in moving.map(Optional.some) + Array(repeating: nil, count: fresh) {
      guard let section = open.randomElement(using: &random) else { continue }
      let place = Int.random(in: 0...(rows[section]?.count ?? 0), using: &random)
      rows[section]?.insert(.some(row), at: place)
    }
    for section in sections.indices {
      counts.append(rows[section]?.count ?? Int.random(in: 0...6, using: &random))
      for (row, coming) in (rows[section] ?? []).enumerated() {
        guard let coming else { continue }
        let place = ListPath(row: row, section: section)
        if let from = coming {
          updates.movedRows.append((from: from, to: place))
        } else {
          updates.insertedRows.append(place)
        }
      }
    }
    updates.deletedRows.shuffle(using: &random)
    updates.insertedRows.shuffle(using: &random)
  }
}

extension [[String]] {
  /// The texts after an update, if it fits: what stays keeps its text, what is new gets one of a name and a number.
  package func changed(by updates: ListUpdates, to counts: [Int], named name: String) -> [[String]]? {
    guard let origins = try? updates.origins(before: map(\.count), after: counts) else { return nil }
    var fresh = 0
    return origins.sections.indices.map(origins.rows(inSection:)).map { runs in
      runs.flatMap { run in
        (0..<run.count).map { offset in
          if let origin = run.origin { return self[origin.section][origin.row + offset] }
          fresh += 1
          return (fresh % 7 == 0 ? "shy" : "") + "\(name).\(fresh)"
        }
      }
    }
  }
}

extension ListUpdates {
  /// Tells a list of an update call by call, in any order; of the moves at once, or one by one.
  package func tell(_ list: ListView, _ random: inout SeededGenerator) throws(ListUpdateError) {
    var calls: [(ListView) throws(ListUpdateError) -> Void] = []
    func say(_ call: @escaping (ListView) throws(ListUpdateError) -> Void) { calls.append(call) }
    if !deletedSections.isEmpty {
      say { (list) throws(ListUpdateError) in try list.deleteSections(deletedSections) }
    }
    for section in insertedSections {
      say { (list) throws(ListUpdateError) in try list.insertSections([section]) }
    }
    if !reloadedSections.isEmpty {
      say { (list) throws(ListUpdateError) in try list.reloadSections(reloadedSections) }
    }
    let movesAtOnce = movedSections.count + movedRows.count > 1 && Bool.random(using: &random)
    if movesAtOnce {
      say { (list) throws(ListUpdateError) in try list.moveSections(movedSections) }
      say { (list) throws(ListUpdateError) in try list.moveRows(movedRows) }
    }
    for move in movesAtOnce ? [] : movedSections {
      say { (list) throws(ListUpdateError) in try list.moveSection(move.from, toSection: move.to) }
    }
    for row in deletedRows { say { (list) throws(ListUpdateError) in try list.deleteRows(at: [row]) } }
    if !insertedRows.isEmpty {
      say { (list) throws(ListUpdateError) in try list.insertRows(at: insertedRows, with: .none) }
    }
    if !reloadedRows.isEmpty {
      say { (list) throws(ListUpdateError) in try list.reloadRows(at: reloadedRows) }
    }
    if !reconfiguredRows.isEmpty {
      say { (list) throws(ListUpdateError) in try list.reconfigureRows(at: reconfiguredRows) }
    }
    for move in movesAtOnce ? [] : movedRows {
      say { (list) throws(ListUpdateError) in try list.moveRow(at: move.from, to: move.to) }
    }
    for call in calls.shuffled(using: &random) { try call(list) }
  }
}

import ListModel
import TestSupport

/// A random batch that fits a list of such counts.
struct RandomBatch {
  private(set) var updates = ListUpdates()
  private(set) var counts: [Int] = []

  /// How much is said.
  var count: Int {
    updates.deletedSections.count + updates.insertedSections.count + updates.reloadedSections.count
      + updates.movedSections.count + updates.deletedRows.count + updates.insertedRows.count
      + updates.reloadedRows.count + updates.movedRows.count
  }

  init(of before: [Int], isLarge: Bool, using random: inout SeededGenerator) {
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
    changeRows(before, sections, rarity, &random)
  }

  private mutating func changeRows(
    _ before: [Int], _ sections: [Int?], _ rarity: Int, _ random: inout SeededGenerator
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
    let fresh = open.isEmpty ? 0 : Int.random(in: 0...max(1, 360 / rarity), using: &random)
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

import TestSupport

/// Small lists, all that can be said of them, and what a data source may answer to it.
enum SmallUpdates {
  /// Every list of so many sections with up to so many rows each, by its counts.
  static func lists(sections: ClosedRange<Int>, rows: Int) -> [[Int]] {
    TestSupport.lists(of: Array(0...rows), upTo: sections.upperBound).filter { $0.count >= sections.lowerBound }
  }

  /// Every change of sections and rows with such numbers.
  static func changes(sections: ClosedRange<Int>, rows: ClosedRange<Int>) -> [OracleChange] {
    let places = sections.flatMap { section in rows.map { OraclePlace(section, $0) } }
    // What is moved from or to a place that is not there is refused whatever the other place is.
    let inner = places.filter { (0..<max(1, sections.upperBound)).contains($0.section) && $0.row >= 0 }
    let ofRows = places.flatMap { place in
      let moves = inner.contains(place) ? inner.map { OracleChange.moveRow(place, $0) } : [.moveRow(place, inner[0])]
      return [.deleteRow(place), .insertRow(place), .reloadRow(place), .reconfigureRow(place)] + moves
        + (inner.contains(place) ? [] : [.moveRow(inner[0], place)])
    }
    let ofSections = sections.flatMap { section in
      [.deleteSection(section), .insertSection(section), .reloadSection(section)]
        + sections.map { OracleChange.moveSection(section, $0) }
    }
    return ofRows + ofSections
  }

  /// What a data source may answer: what the changes lead to, and what is near it.
  static func answers(to changes: [OracleChange], from before: [Int]) -> [[Int]] {
    let right = counts(after: changes, from: before)
    let near = right.indices.flatMap { section in
      [-1, 1].compactMap { step in
        var wrong = right
        wrong[section] += step
        return wrong[section] < 0 ? nil : wrong
      }
    }
    return [right, right + [1]] + near + (right.isEmpty ? [] : [Array(right.dropLast()), Array(right.dropFirst())])
  }

  /// The counts that changes lead to if they are taken at their word; new and reloaded sections have two rows.
  static func counts(after changes: [OracleChange], from before: [Int]) -> [Int] {
    var gone: Set<Int> = []
    var arrivals: [Int: Int?] = [:]
    var reloaded: Set<Int> = []
    for change in changes {
      switch change {
      case .deleteSection(let section) where before.indices.contains(section): gone.insert(section)
      case .insertSection(let section) where section >= 0: arrivals[section] = .some(nil)
      case .moveSection(let from, let to) where before.indices.contains(from) && to >= 0:
        gone.insert(from)
        arrivals[to] = from
      case .reloadSection(let section): reloaded.insert(section)
      default: break
      }
    }
    var survivors = before.indices.filter { !gone.contains($0) }
    return (0..<survivors.count + arrivals.count).map { section in
      let origin = arrivals[section] ?? (survivors.isEmpty ? nil : survivors.removeFirst())
      guard let origin, !reloaded.contains(origin) else { return 2 }
      return max(0, changes.reduce(before[origin]) { $0 + growth(by: $1, of: origin, becoming: section) })
    }
  }

  static func randomChange(_ random: inout SeededGenerator) -> OracleChange {
    func place() -> OraclePlace { OraclePlace(section(), Int.random(in: 0...4, using: &random)) }
    func section() -> Int { Int.random(in: 0...3, using: &random) }
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .deleteSection(section())
    case 1: return .insertSection(section())
    case 2: return .reloadSection(section())
    case 3: return .moveSection(section(), section())
    case 4...6: return .deleteRow(place())
    case 7...9: return .insertRow(place())
    case 10: return .reloadRow(place())
    case 11: return .reconfigureRow(place())
    default: return .moveRow(place(), place())
    }
  }

  private static func growth(by change: OracleChange, of origin: Int, becoming section: Int) -> Int {
    switch change {
    case .deleteRow(let place): place.section == origin ? -1 : 0
    case .insertRow(let place): place.section == section ? 1 : 0
    case .moveRow(let from, let to): (to.section == section ? 1 : 0) - (from.section == origin ? 1 : 0)
    default: 0
    }
  }
}

import Testing
import TestSupport

@testable import ListModel

@Suite struct ListUpdatesTests {
  static let shapes: [[Int]] =
    [[]] + (0...3).map { [$0] } + (0...3).flatMap { first in (0...3).map { [first, $0] } }

  /// Every row operation on sections 0 and 1 and rows -1 to 3; too many paths in moves are no use.
  static let rowChanges: [OracleChange] = {
    let places = (0...1).flatMap { section in (0...3).map { OraclePlace(section, $0) } }
    let odd = [OraclePlace(0, -1), OraclePlace(-1, 0), OraclePlace(2, 0)]
    return (places + odd).flatMap { [.deleteRow($0), .insertRow($0), .reloadRow($0)] }
      + places.flatMap { from in places.map { .moveRow(from, $0) } }
      + odd.flatMap { [.moveRow($0, places[0]), .moveRow(places[0], $0)] }
  }()

  static let sectionChanges: [OracleChange] = (-1...2).flatMap {
    [.deleteSection($0), .insertSection($0), .reloadSection($0)]
  }

  @Test func everySingleChangeBetweenAllListsIsJudgedAsTheRulesDo() {
    for before in Self.shapes {
      for after in Self.shapes {
        for change in Self.rowChanges + Self.sectionChanges { check(before, after, [change]) }
        check(before, after, [])
      }
    }
  }

  @Test func everyPairOfChangesIsJudgedAsTheRulesDo() {
    let changes = Self.rowChanges + Self.sectionChanges
    for before in Self.shapes where before.count > 0 {
      for (index, first) in changes.enumerated() {
        for second in changes[index...] {
          let after = Self.counts(after: [first, second], from: before)
          check(before, after, [first, second])
        }
      }
    }
  }

  @Test func aPairThatMissesTheCountsIsRefused() {
    for (index, first) in Self.rowChanges.enumerated() {
      for second in Self.rowChanges[index...] {
        var after = Self.counts(after: [first, second], from: [3, 2])
        after[1] += 1
        check([3, 2], after, [first, second])
      }
    }
  }

  @Test func randomBatchesAreJudgedAsTheRulesDo() {
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let before = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
      let changes = (0..<Int.random(in: 2...7, using: &random)).map { _ in Self.randomChange(&random) }
      check(before, Self.counts(after: changes, from: before), changes, "seed \(seed)")
    }
  }

  static func randomChange(_ random: inout SeededGenerator) -> OracleChange {
    func place() -> OraclePlace { OraclePlace(section(), Int.random(in: 0...4, using: &random)) }
    func section() -> Int { Int.random(in: 0...3, using: &random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .deleteSection(section())
    case 1: return .insertSection(section())
    case 2: return .reloadSection(section())
    case 3...5: return .deleteRow(place())
    case 6...8: return .insertRow(place())
    case 9: return .reloadRow(place())
    default: return .moveRow(place(), place())
    }
  }

  /// The counts that changes lead to if they are taken at their word; new and reloaded sections have two rows.
  static func counts(after changes: [OracleChange], from before: [Int]) -> [Int] {
    var deleted: Set<Int> = []
    var inserted: Set<Int> = []
    var reloaded: Set<Int> = []
    for change in changes {
      switch change {
      case .deleteSection(let section) where before.indices.contains(section): deleted.insert(section)
      case .insertSection(let section) where section >= 0: inserted.insert(section)
      case .reloadSection(let section): reloaded.insert(section)
      default: break
      }
    }
    var survivors = before.indices.filter { !deleted.contains($0) }
    return (0..<survivors.count + inserted.count).map { section in
      guard !inserted.contains(section), !survivors.isEmpty else { return 2 }
      let origin = survivors.removeFirst()
      if reloaded.contains(origin) { return 2 }
      return max(0, changes.reduce(before[origin]) { $0 + growth(by: $1, of: origin, becoming: section) })
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

  private func check(_ before: [Int], _ after: [Int], _ changes: [OracleChange], _ label: String = "") {
    let oracle = ListUpdateOracle(before: before, after: after, changes: changes)
    let breaches = oracle.breaches
    do {
      let origins = try ListUpdates(changes).origins(before: before, after: after)
      if !breaches.isEmpty {
        Issue.record("\(label) \(before) to \(after) by \(changes): not refused, \(breaches)")
      } else if origins.sections != oracle.sectionOrigins || origins.places != oracle.rowOrigins {
        Issue.record("\(label) \(before) to \(after) by \(changes): \(origins.places), not \(oracle.rowOrigins)")
      }
    } catch {
      if !breaches.contains(OracleBreach(error)) {
        Issue.record("\(label) \(before) to \(after) by \(changes): refused by \(error), breaches \(breaches)")
      }
    }
  }

  @Test func destinationsAreOriginsTurnedAround() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let changes = (0..<3).map { _ in Self.randomChange(&random) }
      let before = [3, 5, 2]
      guard
        let origins = try? ListUpdates(changes).origins(
          before: before, after: Self.counts(after: changes, from: before))
      else { continue }
      let all = before.enumerated().flatMap { section, count in (0..<count).map { ListPath(row: $0, section: section) }
      }
      var expected: [ListPath: ListPath] = [:]
      for (section, rows) in origins.places.enumerated() {
        for (row, origin) in rows.enumerated() {
          guard let origin else { continue }
          expected[ListPath(row: origin.row, section: origin.section)] = ListPath(row: row, section: section)
        }
      }
      if origins.destinations(of: all) != expected { Issue.record("seed \(seed): \(changes)") }
    }
  }
}

extension ListUpdates {
  init(_ changes: [OracleChange]) {
    self.init()
    for change in changes {
      switch change {
      case .deleteSection(let section): deletedSections.append(section)
      case .insertSection(let section): insertedSections.append(section)
      case .reloadSection(let section): reloadedSections.append(section)
      case .deleteRow(let place): deletedRows.append(ListPath(place))
      case .insertRow(let place): insertedRows.append(ListPath(place))
      case .reloadRow(let place): reloadedRows.append(ListPath(place))
      case .moveRow(let from, let to): movedRows.append((from: ListPath(from), to: ListPath(to)))
      }
    }
  }
}

extension ListOrigins {
  /// Every row's origin, one by one.
  var places: [[OraclePlace?]] {
    rows.map { runs in
      runs.flatMap { run in
        (0..<run.count).map { index in run.origin.map { OraclePlace($0.section, $0.row + index) } }
      }
    }
  }
}

extension ListPath {
  init(_ place: OraclePlace) { self.init(row: place.row, section: place.section) }
}

extension OraclePlace {
  init(_ path: ListPath) { self.init(path.section, path.row) }
}

extension OracleBreach {
  init(_ error: ListUpdateError) {
    self =
      switch error {
      case .invalidSectionCount: .sectionCount
      case .invalidRowCount(let section, _, _, _, _, _, _): .rowCount(section: section)
      case .noSuchSection(let section, _): .noSection(section)
      case .noPlaceForSection(let section, _): .noPlaceForSection(section)
      case .noSuchRow(let path, _): .noRow(OraclePlace(path))
      case .noPlaceForRow(let path, _): .noPlace(OraclePlace(path))
      case .rowChangedTwice(let path): .rowTwice(OraclePlace(path))
      case .sectionChangedTwice(let section): .sectionTwice(section)
      case .placeTakenTwice(let path): .placeTwice(OraclePlace(path))
      case .sectionTakenTwice(let section): .sectionPlaceTwice(section)
      case .moveFromDeletedSection(let path): .moveFrom(OraclePlace(path))
      case .moveIntoInsertedSection(let path): .moveInto(OraclePlace(path))
      case .refused: .sectionCount
      }
  }
}

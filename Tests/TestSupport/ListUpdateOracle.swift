/// A row's place as the oracle of updates counts it.
public struct OraclePlace: Hashable, Sendable {
  /// The section's number.
  public var section: Int
  /// The row's number in it.
  public var row: Int

  /// Makes a place.
  public init(_ section: Int, _ row: Int) {
    self.section = section
    self.row = row
  }
}

/// One thing that is said of a list's data in an update.
public enum OracleChange: Hashable, Sendable {
  case deleteSection(Int)
  case insertSection(Int)
  case reloadSection(Int)
  case deleteRow(OraclePlace)
  case insertRow(OraclePlace)
  case reloadRow(OraclePlace)
  case moveRow(OraclePlace, OraclePlace)
}

/// A rule of updates that is broken.
public enum OracleBreach: Hashable, Sendable {
  case sectionCount
  case rowCount(section: Int)
  case noSection(Int)
  case noPlaceForSection(Int)
  case noRow(OraclePlace)
  case noPlace(OraclePlace)
  case rowTwice(OraclePlace)
  case sectionTwice(Int)
  case placeTwice(OraclePlace)
  case sectionPlaceTwice(Int)
  case moveFrom(OraclePlace)
  case moveInto(OraclePlace)
  case changeInMovedSection(OraclePlace)
}

/// The rules of batch updates, each written down by itself and slowly, on plain counts.
public struct ListUpdateOracle {
  private let before: [Int]
  private let after: [Int]
  private let changes: [OracleChange]
  private let movedSections: [(from: Int, to: Int)]
  private let deletedSections, insertedSections, reloadedSections: [Int]
  private let rowSources, rowTargets: [OraclePlace]

  /// Judges changes between two lists.
  public init(before: [Int], after: [Int], changes: [OracleChange], movedSections: [(from: Int, to: Int)] = []) {
    self.before = before
    self.after = after
    self.changes = changes
    self.movedSections = movedSections
    deletedSections = changes.compactMap { if case .deleteSection(let section) = $0 { section } else { nil } }
    insertedSections = changes.compactMap { if case .insertSection(let section) = $0 { section } else { nil } }
    reloadedSections = changes.compactMap { if case .reloadSection(let section) = $0 { section } else { nil } }
    rowSources = changes.compactMap {
      switch $0 {
      case .deleteRow(let place), .reloadRow(let place), .moveRow(let place, _): place
      default: nil
      }
    }
    rowTargets = changes.compactMap {
      switch $0 {
      case .insertRow(let place), .moveRow(_, let place): place
      default: nil
      }
    }
  }

  /// Every rule that is broken.
  public var breaches: Set<OracleBreach> {
    var found: Set<OracleBreach> = []
    for section in sources where !before.indices.contains(section) { found.insert(.noSection(section)) }
    for place in rowSources where !before.indices.contains(place.section) { found.insert(.noSection(place.section)) }
    for section in sectionTargets where !after.indices.contains(section) { found.insert(.noPlaceForSection(section)) }
    for place in rowTargets where !after.indices.contains(place.section) {
      found.insert(.noPlaceForSection(place.section))
    }
    for place in rowSources where before.indices.contains(place.section) {
      if !(0..<before[place.section]).contains(place.row) { found.insert(.noRow(place)) }
    }
    for place in rowTargets where after.indices.contains(place.section) {
      if !(0..<after[place.section]).contains(place.row) { found.insert(.noPlace(place)) }
    }
    for section in repeated(sources) { found.insert(.sectionTwice(section)) }
    for section in repeated(sectionTargets) { found.insert(.sectionPlaceTwice(section)) }
    for place in repeated(rowSources) { found.insert(.rowTwice(place)) }
    for place in repeated(rowTargets) { found.insert(.placeTwice(place)) }
    if after.count != before.count + insertedSections.count - deletedSections.count { found.insert(.sectionCount) }
    guard found.isEmpty else { return found }
    for place in rowSources where movedSections.contains(where: { $0.from == place.section }) {
      found.insert(.changeInMovedSection(place))
    }
    for place in rowTargets where movedSections.contains(where: { $0.to == place.section }) {
      found.insert(.changeInMovedSection(place))
    }
    for case .moveRow(let from, let to) in changes {
      if (deletedSections + reloadedSections).contains(from.section) { found.insert(.moveFrom(from)) }
      let origin = sectionOrigins[to.section]
      if origin == nil || reloadedSections.contains(origin ?? -1) { found.insert(.moveInto(to)) }
    }
    for section in after.indices {
      guard let origin = sectionOrigins[section], !reloadedSections.contains(origin) else { continue }
      let gone = rowSources.count { $0.section == origin && !isReloaded($0) }
      let come = rowTargets.count { $0.section == section }
      if after[section] != before[origin] - gone + come { found.insert(.rowCount(section: section)) }
    }
    return found
  }

  /// Where each section after the update comes from.
  public var sectionOrigins: [Int?] {
    let gone = deletedSections + movedSections.map(\.from)
    var survivors = before.indices.filter { !gone.contains($0) }
    return after.indices.map { section in
      if let move = movedSections.first(where: { $0.to == section }) { return move.from }
      return insertedSections.contains(section) || survivors.isEmpty ? nil : survivors.removeFirst()
    }
  }

  /// Where each row after an update that breaks no rule comes from.
  public var rowOrigins: [[OraclePlace?]] {
    after.indices.map { section in
      guard let origin = sectionOrigins[section], !reloadedSections.contains(origin) else {
        return Array(repeating: nil, count: after[section])
      }
      var survivors = (0..<before[origin]).map { OraclePlace(origin, $0) }.filter {
        !rowSources.contains($0) || isReloaded($0)
      }
      return (0..<after[section]).map { row in
        let place = OraclePlace(section, row)
        if changes.contains(.insertRow(place)) { return nil }
        for case .moveRow(let from, place) in changes { return from }
        return survivors.isEmpty ? nil : survivors.removeFirst()
      }
    }
  }

  private func isReloaded(_ place: OraclePlace) -> Bool { changes.contains(.reloadRow(place)) }

  private var sources: [Int] { deletedSections + reloadedSections + movedSections.map(\.from) }

  private var sectionTargets: [Int] { insertedSections + movedSections.map(\.to) }

  private func repeated<Element: Hashable>(_ elements: [Element]) -> Set<Element> {
    Set(elements.filter { element in elements.count { $0 == element } > 1 })
  }
}

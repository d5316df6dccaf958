/// A list like UIKit's at its strictest: it refuses what such lists are known to fail on, and else does what it is told by number.
///
/// It works out no origins. Cells are taken out and put in one by one, a reload at the number that it names; whether what is shown
/// then is what the data says is all that counts.
public struct StrictList<Model: Equatable, Row: Equatable> {
  /// A section as it is shown, or as the data says.
  public struct Section: Equatable {
    /// What the section is.
    public var model: Model
    /// Its rows.
    public var rows: [Row]

    /// Makes a section.
    public init(_ model: Model, _ rows: [Row]) { (self.model, self.rows) = (model, rows) }
  }

  /// What is shown.
  public private(set) var sections: [Section]

  /// Makes a list that shows these sections.
  public init(_ sections: [Section]) { self.sections = sections }

  /// Carries out a batch that leads to this data.
  public mutating func perform(_ changes: [OracleChange], becoming data: [Section]) throws(StrictListFailure) {
    try refuseWhatIsUnsafe(changes)
    var batch = Batch()
    for change in changes { batch.add(change) }
    try batch.refuseDoubles()
    var cells: [Section?] = sections
    var moving: [OraclePlace: Row] = [:]
    for place in batch.takenRows.sorted(by: { $0.row > $1.row }) {
      guard sections.indices.contains(place.section), sections[place.section].rows.indices.contains(place.row) else {
        throw StrictListFailure("there is no row \(place)")
      }
      moving[place] = cells[place.section]?.rows.remove(at: place.row)
    }
    var movingSections: [Int: Section?] = [:]
    for section in batch.takenSections.sorted(by: >) {
      guard cells.indices.contains(section) else { throw StrictListFailure("there is no section \(section)") }
      movingSections[section] = cells.remove(at: section)
    }
    for (section, origin) in batch.givenSections.sorted(by: { $0.place < $1.place }) {
      guard section <= cells.count, data.indices.contains(section) else {
        throw StrictListFailure("section \(section) is too far")
      }
      cells.insert(origin.flatMap { movingSections[$0] ?? nil } ?? data[section], at: section)
    }
    let new = Set(batch.givenSections.filter { $0.origin == nil }.map(\.place))
    for (place, origin) in batch.givenRows.sorted(by: { $0.place.row < $1.place.row }) {
      guard data.indices.contains(place.section), data[place.section].rows.indices.contains(place.row) else {
        throw StrictListFailure("the data has no row \(place)")
      }
      if new.contains(place.section) { continue }
      guard place.section < cells.count, place.row <= cells[place.section]?.rows.count ?? 0 else {
        throw StrictListFailure("row \(place) is too far")
      }
      let row = origin.flatMap { moving[$0] } ?? data[place.section].rows[place.row]
      cells[place.section]?.rows.insert(row, at: place.row)
    }
    let shown = cells.compactMap { $0 }
    guard shown == data else { throw StrictListFailure("it shows \(shown), and the data is \(data)") }
    sections = shown
  }

  /// Refuses what the arithmetic would allow, and lists like UIKit's are known to fail on.
  private func refuseWhatIsUnsafe(_ changes: [OracleChange]) throws(StrictListFailure) {
    for change in changes {
      for other in changes {
        if let reason = conflict(change, other) { throw StrictListFailure("\(change) beside \(other): \(reason)") }
      }
    }
  }

  private func conflict(_ change: OracleChange, _ other: OracleChange) -> String? {
    switch (change, other) {
    case (.reloadSection, .moveSection): "a reload beside a move of sections"
    case (.reloadRow(let place), .moveRow(let from, let to))
    where from.section == place.section || to.section == place.section:
      "a reload beside a move in the section"
    case (.moveRow(let from, _), .deleteSection(let section)) where from.section == section: "a move out of it"
    case (.moveRow(_, let to), .insertSection(let section)) where to.section == section: "a move into it"
    case (.moveRow(let from, let to), .reloadSection(let section))
    where from.section == section || to.section == section:
      "a move out of it or into it"
    case (.moveSection(let from, _), .deleteRow(let place)) where place.section == from: "a change in it"
    case (.moveSection(let from, _), .reloadRow(let place)) where place.section == from: "a change in it"
    case (.moveSection(_, let to), .insertRow(let place)) where place.section == to: "a change in it"
    case (.moveSection(let from, let to), .moveRow(let out, let into)) where out.section == from || into.section == to:
      "a change in it"
    case (.reloadRow(let place), .deleteSection(let section)) where place.section == section: "a reload in it"
    case (.reloadRow(let place), .reloadSection(let section)) where place.section == section: "a reload in it"
    default: nil
    }
  }
}

/// Why a strict list has refused a batch.
public struct StrictListFailure: Error, CustomStringConvertible {
  /// The reason in words.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A batch in which each reload is a deletion and an insertion at one number.
private struct Batch {
  var takenRows: [OraclePlace] = []
  var givenRows: [(place: OraclePlace, origin: OraclePlace?)] = []
  var takenSections: [Int] = []
  var givenSections: [(place: Int, origin: Int?)] = []

  mutating func add(_ change: OracleChange) {
    switch change {
    case .deleteRow(let place): takenRows.append(place)
    case .insertRow(let place): givenRows.append((place, nil))
    case .reloadRow(let place), .reconfigureRow(let place):
      takenRows.append(place)
      givenRows.append((place, nil))
    case .moveRow(let from, let to):
      takenRows.append(from)
      givenRows.append((to, from))
    case .deleteSection(let section): takenSections.append(section)
    case .insertSection(let section): givenSections.append((section, nil))
    case .reloadSection(let section):
      takenSections.append(section)
      givenSections.append((section, nil))
    case .moveSection(let from, let to):
      takenSections.append(from)
      givenSections.append((to, from))
    }
  }

  func refuseDoubles() throws(StrictListFailure) {
    if Set(takenRows).count < takenRows.count { throw StrictListFailure("a row is taken twice") }
    if Set(givenRows.map(\.place)).count < givenRows.count { throw StrictListFailure("a row is filled twice") }
    if Set(takenSections).count < takenSections.count { throw StrictListFailure("a section is taken twice") }
    if Set(givenSections.map(\.place)).count < givenSections.count {
      throw StrictListFailure("a section is filled twice")
    }
  }
}

/// What an update that breaks no rule makes of a list, done to plain arrays in the order in which UIKit is said to do it:
/// what goes is taken out by the old numbers from the end, what comes is put in by the new ones from the start.
extension ListUpdateOracle {
  private typealias Section = (origin: Int?, rows: [OraclePlace?])

  /// Where each section after the update comes from.
  public var sectionOrigins: [Int?] { movedAndInsertedSections(sectionsWithoutWhatGoes).map(\.origin) }

  /// Where each row after the update comes from.
  public var rowOrigins: [[OraclePlace?]] {
    var sections = movedAndInsertedSections(sectionsWithoutWhatGoes)
    let arrivals =
      insertedRows.map { (place: $0, origin: OraclePlace?.none) } + movedRows.map { (place: $0.to, origin: $0.from) }
    for (place, origin) in arrivals.sorted(by: { $0.place.row < $1.place.row }) where isKept(sections[place.section]) {
      sections[place.section].rows.insert(origin, at: place.row)
    }
    return sections.enumerated().map { isKept($1) ? $1.rows : Array(repeating: nil, count: after[$0]) }
  }

  /// The sections that keep what rows they keep, before and after the update.
  var keptSections: [(from: Int, to: Int)] {
    sectionOrigins.enumerated().compactMap { to, from in
      from.flatMap { reloadedSections.contains($0) ? nil : (from: $0, to: to) }
    }
  }

  private func isKept(_ section: Section) -> Bool { section.origin.map { !reloadedSections.contains($0) } ?? false }

  /// The sections before the update, less the rows that are deleted or moved.
  private var sectionsWithoutWhatGoes: [Section] {
    var sections: [Section] = before.enumerated().map { section, count in
      (origin: section, rows: (0..<count).map { OraclePlace(section, $0) })
    }
    for place in (deletedRows + movedRows.map(\.from)).sorted(by: { $0.row > $1.row }) {
      guard sections.indices.contains(place.section) else { continue }
      guard sections[place.section].rows.indices.contains(place.row) else { continue }
      sections[place.section].rows.remove(at: place.row)
    }
    return sections
  }

  private func movedAndInsertedSections(_ former: [Section]) -> [Section] {
    var sections = former
    for section in (deletedSections + movedSections.map(\.from)).sorted(by: >) { sections.remove(at: section) }
    let arrivals: [(to: Int, section: Section)] =
      insertedSections.map { (to: $0, section: (origin: nil, rows: [])) }
      + movedSections.map { (to: $0.to, section: former[$0.from]) }
    for (to, section) in arrivals.sorted(by: { $0.to < $1.to }) { sections.insert(section, at: to) }
    return sections
  }
}

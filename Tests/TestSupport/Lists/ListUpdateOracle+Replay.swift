/// What an update that breaks no rule makes of a list, done to plain arrays in the order in which UIKit is said to do it:
/// what goes is taken out by the old numbers from the end, what comes is put in by the new ones from the start.
extension ListUpdateOracle {
  /// Where each section after the update comes from.
  public var sectionOrigins: [Int?] {
    var sections: [Int?] = Array(before.indices)
    for section in (deletedSections + movedSections.map(\.from)).sorted(by: >) { sections.remove(at: section) }
    let arrivals =
      insertedSections.map { (to: $0, from: Int?.none) } + movedSections.map { (to: $0.to, from: $0.from) }
    for (to, from) in arrivals.sorted(by: { $0.to < $1.to }) { sections.insert(from, at: to) }
    return sections
  }

  /// Where each row after the update comes from.
  public var rowOrigins: [[OraclePlace?]] {
    let former = rowsThatStay
    var sections: [[OraclePlace?]] = after.map { Array(repeating: nil, count: $0) }
    let kept = keptSections
    for (from, to) in kept { sections[to] = former[from] }
    let arrivals =
      insertedRows.map { (place: $0, origin: OraclePlace?.none) } + movedRows.map { (place: $0.to, origin: $0.from) }
    for (place, origin) in arrivals.sorted(by: { $0.place.row < $1.place.row })
    where kept.contains(where: { $0.to == place.section }) {
      sections[place.section].insert(origin, at: place.row)
    }
    return sections
  }

  /// The sections that keep what rows they keep, before and after the update.
  var keptSections: [(from: Int, to: Int)] {
    sectionOrigins.enumerated().compactMap { to, from in
      from.flatMap { reloadedSections.contains($0) ? nil : (from: $0, to: to) }
    }
  }

  /// The sections before the update, less the rows that are deleted or moved.
  private var rowsThatStay: [[OraclePlace]] {
    var sections = before.enumerated().map { section, count in (0..<count).map { OraclePlace(section, $0) } }
    for place in (deletedRows + movedRows.map(\.from)).sorted(by: { $0.row > $1.row }) {
      sections[place.section].remove(at: place.row)
    }
    return sections
  }
}

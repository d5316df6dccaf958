/// Rows that come, one after the other, from rows that stood one after the other; or new ones.
package struct RowRun: Equatable {
  /// The row before the update that the first one was; nil for new rows.
  package var origin: ListPath?
  package var count: Int

  /// Whether another run goes on where this one ends, before the update as after it.
  func isContinued(by next: RowRun) -> Bool {
    guard let origin, let other = next.origin else { return origin == nil && next.origin == nil }
    return other.section == origin.section && other.row == origin.row + count
  }
}

/// Where what stands in a list after an update comes from, and where what stood there before it has gone.
///
/// Of rows it keeps what changes and no more, so that a row is found in O(log changes), however many sections there are.
package struct ListOrigins {
  /// For each section, the one it was; nil for a new one.
  package let sections: [Int?]
  /// For each section before the update, its number after it; nil for one that has gone.
  private let places: [Int?]
  /// How many rows each section had.
  private let before: [Int]
  /// How many rows each section has.
  let after: [Int]
  /// What the sections that stay are made up of, of whose rows some leave or come.
  private var changedRows: [Int: [RowRun]] = [:]
  /// The former numbers of those sections.
  private var formerlyChanged: Set<Int> = []
  /// The rows that are kept in those sections, in the order in which they stood before.
  private var kept: [(origin: ListPath, place: ListPath, count: Int)] = []
  /// The rows, as before, whose cells are asked for anew.
  package var reloaded: Set<ListPath> = []
  /// The sections, as before, whose header, footer and cells are asked for anew.
  package var reloadedSections: Set<Int> = []
  /// The rows, as before, that keep their cells, which are made ready anew.
  package var reconfigured: Set<ListPath> = []
  /// The rows, as before, that are moved by themselves.
  package var moved: Set<ListPath> = []
  /// The sections, as before, that are moved with their rows.
  package var movedSections: Set<Int> = []

  /// The origins of sections in which no row leaves or comes.
  ///
  /// - Complexity: O(sections).
  init(sections: [Int?], before: [Int], after: [Int]) {
    (self.sections, self.before, self.after) = (sections, before, after)
    var places: [Int?] = Array(repeating: nil, count: before.count)
    for (section, origin) in sections.enumerated() {
      if let origin { places[origin] = section }
    }
    self.places = places
  }

  /// Takes note of how sections that stay are made up in which rows leave or come, by their numbers after the update.
  ///
  /// - Complexity: O(n log n), for n runs.
  mutating func setRows(_ changed: [Int: [RowRun]]) {
    changedRows = changed
    for (section, runs) in changed {
      sections[section].map { _ = formerlyChanged.insert($0) }
      var row = 0
      for run in runs {
        if let origin = run.origin {
          kept.append((origin: origin, place: ListPath(row: row, section: section), count: run.count))
        }
        row += run.count
      }
    }
    kept.sort { $0.origin < $1.origin }
  }

  /// The numbers after the update of the sections that stay, and of whose rows some leave or come.
  var changedSections: some Collection<Int> { changedRows.keys }

  /// What a section after the update is made up of.
  package func rows(inSection section: Int) -> [RowRun] {
    if let runs = changedRows[section] { return runs }
    guard after[section] > 0 else { return [] }
    let origin = isNew(section) ? nil : sections[section].map { ListPath(row: 0, section: $0) }
    return [RowRun(origin: origin, count: after[section])]
  }

  /// Whether every section stays where it is.
  var keepsSections: Bool { movedSections.isEmpty && sections.count == before.count && !places.contains(nil) }

  /// Whether nothing is known of a section after the update: it has not been there, or is asked for anew.
  func isNew(_ section: Int) -> Bool { sections[section].map { reloadedSections.contains($0) } ?? true }

  /// The number after the update of a section that stays as it is; nil for one that has gone, or is asked for anew.
  func destination(ofSection section: Int) -> Int? {
    guard places.indices.contains(section), !reloadedSections.contains(section) else { return nil }
    return places[section]
  }

  /// The place after the update of a row that was there before it; nil for one that has gone.
  ///
  /// - Complexity: O(log runs).
  func destination(of path: ListPath) -> ListPath? {
    if formerlyChanged.contains(path.section) {
      let next = kept.partitioningIndex { $0.origin > path }
      guard next > 0, kept[next - 1].origin.section == path.section else { return nil }
      let (origin, place, count) = kept[next - 1]
      guard path.row - origin.row < count else { return nil }
      return ListPath(row: place.row + path.row - origin.row, section: place.section)
    }
    guard let section = destination(ofSection: path.section), 0..<before[path.section] ~= path.row else { return nil }
    return ListPath(row: path.row, section: section)
  }

  /// The place after the update of a row whose cell is not asked for anew.
  func keptPlace(of path: ListPath) -> ListPath? { reloaded.contains(path) ? nil : destination(of: path) }

  /// Whether a row was moved, by itself or with its section, so that it says nothing of where its former neighbours are.
  func isMoved(_ path: ListPath) -> Bool { moved.contains(path) || movedSections.contains(path.section) }
}

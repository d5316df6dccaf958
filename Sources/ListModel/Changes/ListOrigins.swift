/// Consecutive rows that were also consecutive before the update, or new rows.
package struct RowRun: Equatable {
  /// The position of the first row before the update; nil for new rows.
  package var origin: ListPath?
  package var count: Int

  /// Whether another run continues this one, both before and after the update.
  func isContinued(by next: RowRun) -> Bool {
    guard let origin, let other = next.origin else { return origin == nil && next.origin == nil }
    return other.section == origin.section && other.row == origin.row + count
  }
}

/// Maps positions before and after an update.
///
/// Only changed rows are stored, so that a row is found in O(log changes), however many sections there are.
package struct ListOrigins {
  /// For each section after the update, its former number; nil for a new section.
  package let sections: [Int?]
  /// For each section before the update, its new number; nil for a deleted section.
  private let places: [Int?]
  /// The number of rows of each section before the update.
  private let before: [Int]
  /// The number of rows of each section after the update.
  let after: [Int]
  /// The rows of kept sections that lose or receive rows.
  private var changedRows: [Int: [RowRun]] = [:]
  /// The former numbers of those sections.
  private var changedOrigins: Set<Int> = []
  /// The kept rows in those sections, ordered by their former positions.
  private var kept: [(origin: ListPath, place: ListPath, count: Int)] = []
  /// The rows, by former path, whose cells are requested again.
  package var reloaded: Set<ListPath> = []
  /// The sections, by former number, whose header, footer and cells are requested again.
  package var reloadedSections: Set<Int> = []
  /// The rows, by former path, that keep their cells and are reconfigured.
  package var reconfigured: Set<ListPath> = []
  /// The rows, by former path, that are moved individually.
  package var moved: Set<ListPath> = []
  /// The sections, by former number, that are moved with their rows.
  package var movedSections: Set<Int> = []

  /// Makes origins of sections that neither lose nor receive rows.
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

  /// Sets the rows of kept sections that lose or receive rows, by section number after the update.
  ///
  /// - Complexity: O(n log n) for n runs.
  mutating func setRows(_ changed: [Int: [RowRun]]) {
    changedRows = changed
    for (section, runs) in changed {
      sections[section].map { _ = changedOrigins.insert($0) }
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

  /// The numbers, after the update, of the kept sections that lose or receive rows.
  var changedSections: some Collection<Int> { changedRows.keys }

  /// Returns the origins of the rows in a section after the update.
  package func rows(inSection section: Int) -> [RowRun] {
    if let runs = changedRows[section] { return runs }
    guard after[section] > 0 else { return [] }
    let origin = isNew(section) ? nil : sections[section].map { ListPath(row: 0, section: $0) }
    return [RowRun(origin: origin, count: after[section])]
  }

  /// Whether all sections keep their numbers.
  var keepsSections: Bool { movedSections.isEmpty && sections.count == before.count && !places.contains(nil) }

  /// Whether a section after the update is new or reloaded.
  func isNew(_ section: Int) -> Bool { sections[section].map { reloadedSections.contains($0) } ?? true }

  /// Returns the new number of a kept section; nil if it is deleted or reloaded.
  func destination(ofSection section: Int) -> Int? {
    guard places.indices.contains(section), !reloadedSections.contains(section) else { return nil }
    return places[section]
  }

  /// Returns the new path of a row; nil if it is deleted.
  ///
  /// - Complexity: O(log runs).
  func destination(of path: ListPath) -> ListPath? {
    if changedOrigins.contains(path.section) {
      let next = kept.partitioningIndex { $0.origin > path }
      guard next > 0, kept[next - 1].origin.section == path.section else { return nil }
      let (origin, place, count) = kept[next - 1]
      guard path.row - origin.row < count else { return nil }
      return ListPath(row: place.row + path.row - origin.row, section: place.section)
    }
    guard let section = destination(ofSection: path.section), 0..<before[path.section] ~= path.row else { return nil }
    return ListPath(row: path.row, section: section)
  }

  /// Returns the new path of a row; nil if it is deleted or reloaded.
  func keptDestination(of path: ListPath) -> ListPath? { reloaded.contains(path) ? nil : destination(of: path) }

  /// Whether a row moves, individually or with its section, so that its new position says nothing about its neighbours.
  func isMoved(_ path: ListPath) -> Bool { moved.contains(path) || movedSections.contains(path.section) }
}

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

/// Where what stands in a list after an update comes from.
package struct ListOrigins: Equatable {
  /// For each section, the one it was; nil for a new one.
  package private(set) var sections: [Int?] = []
  /// For each section, its rows.
  package private(set) var rows: [[RowRun]] = []
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

  mutating func append(section: Int?, rows: [RowRun]) {
    sections.append(section)
    self.rows.append(rows)
  }

  /// The places after the update of rows that were there before it.
  ///
  /// - Complexity: O(runs x log paths).
  func destinations(of paths: some Collection<ListPath>) -> [ListPath: ListPath] {
    guard !paths.isEmpty else { return [:] }
    let sorted = paths.sorted()
    var found: [ListPath: ListPath] = [:]
    for (section, runs) in rows.enumerated() {
      var start = 0
      for run in runs {
        if let origin = run.origin {
          for path in sorted[sorted.firstIndex(fromWhichOn: { $0 >= origin })...] {
            guard path.section == origin.section, path.row < origin.row + run.count else { break }
            found[path] = ListPath(row: start + path.row - origin.row, section: section)
          }
        }
        start += run.count
      }
    }
    return found
  }

  /// Whether a row was moved, by itself or with its section, so that it says nothing of where its former neighbours are.
  func isMoved(_ path: ListPath) -> Bool { moved.contains(path) || movedSections.contains(path.section) }

  /// The numbers after the update of the sections that stay as they are.
  var sectionDestinations: [Int: Int] {
    var found: [Int: Int] = [:]
    for (section, origin) in sections.enumerated() {
      if let origin, !reloadedSections.contains(origin) { found[origin] = section }
    }
    return found
  }
}

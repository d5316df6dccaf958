/// Maps positions before and after a batch update.
///
/// Only changed rows are stored, so that a row is found in O(log changes), however many sections there are. It is an
/// object, and doesn't change once it is made: many parts of a list take it, and a copy would count ten references.
package final class BatchOrigins<Space: RowPathSpace> {
  /// For each section after the update, its former number; nil for a new section.
  package let sections: [Int?]
  /// For each section before the update, its new number; nil for a deleted section.
  private let places: [Int?]
  /// The number of rows of each section before the update.
  package let before: [Int]
  /// The number of rows of each section after the update.
  package let after: [Int]
  /// The sections, by former number, whose header, footer and cells are requested again.
  package let reloadedSections: Set<Int>
  /// The changes of rows in kept sections, ascending by the section's number after the update.
  private let shifts: [(section: Int, shift: PositionShift)]
  /// The sections, by former number, that are moved with their rows.
  private var movedSections: Set<Int> = []
  /// The rows, by former path, that are moved individually, with their new paths.
  private var movedRows: [RowPath<Space>: RowPath<Space>] = [:]
  /// The rows, by new path, that are moved individually, with their former paths.
  private var movedOrigins: [RowPath<Space>: RowPath<Space>] = [:]
  /// The rows, by former path, whose cells are requested again.
  package private(set) var reloaded: Set<RowPath<Space>> = []
  /// The rows, by former path, that keep their cells and are reconfigured.
  package private(set) var reconfigured: Set<RowPath<Space>> = []

  /// Makes origins from those of the sections, and from the rows that leave or come to their positions, in any order.
  ///
  /// Rows in deleted, new and reloaded sections are ignored.
  /// - Complexity: O(sections + c log c) for c rows.
  @_specialize(where Space == UserSpace)
  package init(
    sections: [Int?], before: [Int], after: [Int], reloadedSections: Set<Int>, leaving: [RowPath<Space>],
    coming: [RowPath<Space>]
  ) {
    (self.sections, self.before, self.after) = (sections, before, after)
    self.reloadedSections = reloadedSections
    var places: [Int?] = Array(repeating: nil, count: before.count)
    for (section, origin) in sections.enumerated() {
      if let origin { places[origin] = section }
    }
    let leaving = leaving.inOrder()
    let coming = coming.inOrder()
    var shifts: [(section: Int, shift: PositionShift)] = []
    let left = leaving.distinctSections().compactMap { places.indices.contains($0) ? places[$0] : nil }
    for section in (left + coming.distinctSections()).inOrder() where shifts.last?.section != section {
      guard let origin = sections[section], !reloadedSections.contains(origin) else { continue }
      let shift = PositionShift(leaving: leaving.rows(inSection: origin), coming: coming.rows(inSection: section))
      shifts.append((section: section, shift: shift))
    }
    (self.places, self.shifts) = (places, shifts)
  }

  /// Sets which rows are moved, reloaded and reconfigured, and which sections are moved; called once, before any other
  /// code has the origins.
  func setRows(of update: BatchUpdate<Space>) {
    if !update.movedSections.isEmpty { movedSections = Set(update.movedSections.map { $0.from }) }
    for (from, to) in update.movedRows {
      movedRows[from] = to
      movedOrigins[to] = from
    }
    if !update.reloadedRows.isEmpty { reloaded = Set(update.reloadedRows) }
    if !update.reconfiguredRows.isEmpty { reconfigured = Set(update.reconfiguredRows) }
  }
}

/// The origins of the rows of a list, in its own coordinates.
package typealias ListOrigins = BatchOrigins<ListSpace>

// MARK: - Sections

extension BatchOrigins {
  /// The numbers, after the update, of the kept sections that lose or receive rows, ascending.
  package var changedSections: some Collection<Int> { shifts.lazy.map { $0.section } }

  /// The numbers, after the update, of the kept sections that lose or receive rows, and of the reloaded ones.
  package var sectionsWithOtherRows: [Int] {
    changedSections + reloadedSections.compactMap { places[$0] }.filter { shift(ofSection: $0) == nil }
  }

  /// The numbers, before the update, of the deleted sections, ascending.
  package var deletedSections: [Int] { places.indices.filter { places[$0] == nil } }

  /// Returns the changes of a kept section's rows, by the section's number after the update; nil if all rows stay.
  ///
  /// - Complexity: O(log changed sections).
  package func shift(ofSection section: Int) -> PositionShift? {
    let index = shifts.partitioningIndex { $0.section >= section }
    return index < shifts.count && shifts[index].section == section ? shifts[index].shift : nil
  }

  /// The lowest number, after the update, of a kept section whose rows are not as many as its changes produce.
  ///
  /// - Complexity: O(sections).
  package var firstWrongCount: Int? {
    var rest = shifts[...]
    for section in sections.indices {
      guard let origin = sections[section], !reloadedSections.contains(origin) else { continue }
      var count = before[origin]
      if let changed = rest.first, changed.section == section {
        count = changed.shift.newCount(of: count)
        rest.removeFirst()
      }
      if after[section] != count { return section }
    }
    return nil
  }

  /// Whether all sections keep their numbers.
  package var keepsSections: Bool {
    movedSections.isEmpty && sections.count == before.count && !places.contains(nil)
  }

  /// Returns whether a section after the update is new or reloaded.
  package func isNew(_ section: Int) -> Bool { sections[section].map { reloadedSections.contains($0) } ?? true }

  /// Returns the new number of a kept section; nil if it is deleted or reloaded.
  package func destination(ofSection section: Int) -> Int? {
    guard places.indices.contains(section), !reloadedSections.contains(section) else { return nil }
    return places[section]
  }
}

// MARK: - Rows

extension BatchOrigins {
  /// Returns the new path of a row; nil if it is deleted.
  ///
  /// - Complexity: O(log changes).
  @_specialize(where Space == ListSpace)
  package func destination(of path: RowPath<Space>) -> RowPath<Space>? {
    if !movedRows.isEmpty, let target = movedRows[path] { return target }
    guard let section = destination(ofSection: path.section), 0..<before[path.section] ~= path.row else { return nil }
    guard let shift = shift(ofSection: section) else { return RowPath(section: section, row: path.row) }
    return shift.newPosition(of: path.row).map { RowPath(section: section, row: $0) }
  }

  /// Returns the new path of a row; nil if it is deleted or reloaded.
  @_specialize(where Space == ListSpace)
  package func keptDestination(of path: RowPath<Space>) -> RowPath<Space>? {
    reloaded.contains(path) ? nil : destination(of: path)
  }

  /// Returns whether a row moves, individually or with its section, so that its new position says nothing about its
  /// neighbours.
  @_specialize(where Space == ListSpace)
  package func isMoved(_ path: RowPath<Space>) -> Bool {
    movedSections.contains(path.section) || movedRows[path] != nil
  }

  /// Returns the origins of the rows in a section after the update.
  ///
  /// - Complexity: O(changes of the section).
  @_specialize(where Space == ListSpace)
  package func rows(inSection section: Int) -> [RowRun<Space>] {
    guard after[section] > 0 else { return [] }
    guard let origin = sections[section], !reloadedSections.contains(origin) else {
      return [RowRun(origin: nil, count: after[section])]
    }
    guard let shift = shift(ofSection: section) else {
      return [RowRun(origin: RowPath(section: origin, row: 0), count: after[section])]
    }
    var runs: [RowRun<Space>] = []
    var next = 0
    func append(_ run: RowRun<Space>) {
      next += run.count
      guard runs.last?.isContinued(by: run) == true else { return runs.append(run) }
      runs[runs.count - 1].count += run.count
    }
    func appendComing(before end: Int) {
      while next < end { append(RowRun(origin: movedOrigins[RowPath(section: section, row: next)], count: 1)) }
    }
    shift.forEachRun(of: before[origin]) { old, new, count in
      appendComing(before: new)
      append(RowRun(origin: RowPath(section: origin, row: old), count: count))
    }
    appendComing(before: after[section])
    return runs
  }
}

/// Consecutive rows that were also consecutive before the update, or new rows.
package struct RowRun<Space: RowPathSpace>: Equatable {
  /// The position of the first row before the update; nil for new rows.
  package var origin: RowPath<Space>?
  package var count: Int

  /// Returns whether another run continues this one, both before and after the update.
  package func isContinued(by next: RowRun) -> Bool {
    guard let origin, let other = next.origin else { return origin == nil && next.origin == nil }
    return other.section == origin.section && other.row == origin.row + count
  }
}

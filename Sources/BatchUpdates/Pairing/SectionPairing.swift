/// A pairing of the sections and rows of two lists that have the same identifiers.
///
/// Rows are numbered continuously through all sections. Rows in a section that both lists have are paired first, then
/// rows across sections.
@usableFromInline
struct SectionPairing: Sendable {
  /// For each section the number of its first row, followed by the row count.
  @usableFromInline var oldStarts, newStarts: [Int]
  @usableFromInline var sections: RowPairing
  @usableFromInline var rows: RowPairing
  /// For each new section, whether it is paired with an old one and its model differs.
  @usableFromInline var hasNewModel: [Bool]
  /// For each new row, whether it is paired with an old one and its content differs.
  @usableFromInline var hasNewContent: [Bool]

  @inlinable
  init<Model, Row, SectionID, RowID>(
    _ old: [ListSection<Model, Row>], _ new: [ListSection<Model, Row>], sectionsBy: ListIdentity<Model, SectionID>,
    rowsBy: ListIdentity<Row, RowID>
  ) {
    oldStarts = SectionPairing.starts(old)
    newStarts = SectionPairing.starts(new)
    let oldModels = old.map(\.model)
    let newModels = new.map(\.model)
    sections = RowPairing.ofRows(oldModels.map(sectionsBy.id), newModels.map(sectionsBy.id))
    hasNewModel = sections.newContent(oldModels, newModels, sectionsBy)
    let oldRows = old.flatMap(\.rows)
    let newRows = new.flatMap(\.rows)
    rows = RowPairing(oldCount: oldRows.count, newCount: newRows.count)
    hasNewContent = []
    let oldIDs = oldRows.map(rowsBy.id)
    let newIDs = newRows.map(rowsBy.id)
    pairRows(oldIDs.span, newIDs.span)
    hasNewContent = rows.newContent(oldRows, newRows, rowsBy)
  }

  @inlinable
  static func starts<Model, Row>(_ sections: [ListSection<Model, Row>]) -> [Int] {
    sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.rows.count) }
  }

  /// Pairs rows within the sections that both lists have, then across sections.
  @inlinable
  mutating func pairRows<ID: Hashable>(_ old: Span<ID>, _ new: Span<ID>) {
    var left = RowCounts(old: old.count, new: new.count)
    for section in sections.oldRows.indices where sections.oldRows[section] >= 0 {
      let oldPart = oldRange(Int(sections.oldRows[section]))
      let newPart = newRange(section)
      let rest = rows.walk(old, oldPart, new, newPart)
      left.old -= oldPart.count - rest.old
      left.new -= newPart.count - rest.new
    }
    rows.pair(RestRows(of: rows, counts: left), of: old, new)
  }

  /// Returns the row numbers of an old section.
  @inlinable
  func oldRange(_ section: Int) -> Range<Int> { oldStarts[section]..<oldStarts[section + 1] }

  /// Returns the row numbers of a new section.
  @inlinable
  func newRange(_ section: Int) -> Range<Int> { newStarts[section]..<newStarts[section + 1] }

  /// The numbers of the old and the new sections.
  var oldSections: Range<Int> { 0..<oldStarts.count - 1 }
  var newSections: Range<Int> { 0..<newStarts.count - 1 }

  /// For each old row, its path.
  var oldPaths: [FeedPath] {
    oldSections.flatMap { section in
      oldRange(section).indices.map { FeedPath(section: section, row: $0 - oldStarts[section]) }
    }
  }

  /// Returns the rows that keep their order within their section.
  func stayingRows(_ search: MoveSearch) -> StayingRows {
    var staying = StayingRows(newCount: rows.oldRows.count)
    for section in newSections {
      guard let origin = sections.oldRow(ofNew: section) else { continue }
      staying.add(rows, search: search, old: oldRange(origin), new: newRange(section))
    }
    return staying
  }
}

// MARK: - Batch

/// Making all changes in one batch.
extension SectionPairing {
  /// Returns the changes as one batch that keeps all sections and rows that one batch can keep.
  @usableFromInline
  func batch(_ search: MoveSearch) -> SectionedListChanges {
    var kept = self
    let staying = StayingRows(sections, search: search)
    kept.partSectionsThatMoveAndChange(staying)
    let reloads = newSections.filter { staying.contains(new: $0) && hasNewModel[$0] }
      .compactMap(sections.oldRow(ofNew:))
    let reloaded = Set(reloads)
    kept.unpairRowsOfChangedSections(reloaded)
    return SectionedListChanges(
      fitting: kept.sections.changes(staying, reloads: reloads),
      rows: kept.rowChanges(kept.stayingRows(search), reloaded: reloaded))
  }

  /// Unpairs moved sections in which something changes, since a batch can only delete and insert them.
  private mutating func partSectionsThatMoveAndChange(_ staying: StayingRows) {
    for section in newSections where !staying.contains(new: section) {
      guard let origin = sections.oldRow(ofNew: section) else { continue }
      if !hasNewModel[section], isUntouched(origin, section) { continue }
      sections.part(origin, section)
    }
  }

  /// Returns whether both sections have the same rows in the same order, none with new content.
  private func isUntouched(_ old: Int, _ new: Int) -> Bool {
    oldRange(old).count == newRange(new).count
      && zip(oldRange(old), newRange(new)).allSatisfy { rows.oldRow(ofNew: $1) == $0 && !hasNewContent[$1] }
  }

  /// Unpairs rows unless both their old and their new section are in both lists and are not reloaded.
  private mutating func unpairRowsOfChangedSections(_ reloaded: Set<Int>) {
    let keeps = oldSections.map { sections.newRow(ofOld: $0) != nil && !reloaded.contains($0) }
    let paths = oldPaths
    for section in newSections {
      let isKept = sections.oldRow(ofNew: section).map { keeps[$0] } ?? false
      for row in newRange(section) {
        guard let origin = rows.oldRow(ofNew: row) else { continue }
        if !isKept || !keeps[paths[origin].section] { rows.part(origin, row) }
      }
    }
  }

  /// Returns the changes of rows in the sections that are kept and not reloaded.
  private func rowChanges(_ staying: StayingRows, reloaded: Set<Int>) -> ListChanges<FeedPath> {
    var kept = rows
    var inserts: [FeedPath] = []
    var moves: [ListChanges<FeedPath>.Move] = []
    var reloads: [FeedPath] = []
    let paths = oldPaths
    for section in newSections {
      guard let former = sections.oldRow(ofNew: section), !reloaded.contains(former) else { continue }
      for row in newRange(section) {
        let path = FeedPath(section: section, row: row - newStarts[section])
        guard let origin = rows.oldRow(ofNew: row) else {
          inserts.append(path)
          continue
        }
        switch (staying.contains(new: row), hasNewContent[row]) {
        case (true, false): break
        case (true, true): reloads.append(paths[origin])
        case (false, false): moves.append(ListChanges.Move(from: paths[origin], to: path))
        case (false, true):
          kept.part(origin, row)
          inserts.append(path)
        }
      }
    }
    return ListChanges(
      ascending: kept.deletes(paths) { sections.newRow(ofOld: $0) != nil && !reloaded.contains($0) }, inserts: inserts,
      moves: moves, reloads: reloads)
  }
}

extension RowPairing {
  /// Returns the paths of deleted rows in the old sections for which `isCounted` returns true.
  func deletes(_ paths: [FeedPath], in isCounted: (_ section: Int) -> Bool) -> [FeedPath] {
    zip(newRows, paths).filter { $0 < 0 && isCounted($1.section) }.map(\.1)
  }
}

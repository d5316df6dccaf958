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
    rows.pairRest(old, new, left: left)
  }

  /// Returns the row numbers of an old section.
  @inlinable
  func oldRange(_ section: Int) -> Range<Int> { oldStarts[section]..<oldStarts[section + 1] }

  /// Returns the row numbers of a new section.
  @inlinable
  func newRange(_ section: Int) -> Range<Int> { newStarts[section]..<newStarts[section + 1] }

  /// The numbers of the old and the new sections.
  private var oldSections: Range<Int> { 0..<oldStarts.count - 1 }
  private var newSections: Range<Int> { 0..<newStarts.count - 1 }

  /// For each old row, its path.
  private var oldPaths: [FeedPath] {
    oldSections.flatMap { section in
      oldRange(section).indices.map { FeedPath(section: section, row: $0 - oldStarts[section]) }
    }
  }

  /// Returns the rows that keep their order within their section.
  private func stayingRows(_ search: MoveSearch) -> StayingRows {
    var staying = StayingRows(newCount: rows.oldRows.count)
    for section in newSections {
      guard let origin = sections.oldRow(ofNew: section) else { continue }
      staying.add(rows, search: search, old: oldRange(origin), new: newRange(section))
    }
    return staying
  }
}

// MARK: - Stages

/// Five batches, each valid by itself, that together keep every row whose section is not deleted.
extension SectionPairing {
  /// Returns the batches that are not empty; the last one produces the new list.
  @usableFromInline
  func stages(_ search: MoveSearch) -> [StagePlan] {
    var kept = self
    kept.partRowsOfDeletedSections()
    let plans = [
      kept.contentStage, kept.deletionStage, kept.sectionStage(search), kept.rowStage(search), kept.modelStage,
    ]
    var stages = plans.filter { !$0.changes.isEmpty }
    // Rows that compare equal may differ in what the caller does not compare, so the last batch has the new ones.
    if !stages.isEmpty { stages[stages.count - 1].sections = newList }
    return stages
  }

  /// Unpairs the rows of deleted sections, since a row cannot move out of a section in the batch that deletes the
  /// section.
  private mutating func partRowsOfDeletedSections() {
    for section in oldSections where sections.newRow(ofOld: section) == nil {
      for row in oldRange(section) {
        if let target = rows.newRow(ofOld: row) { rows.part(row, target) }
      }
    }
  }

  /// The first stage: reloads rows with new content at their old positions.
  private var contentStage: StagePlan {
    let paths = oldPaths
    let reloads = rows.newRows.indices.filter { row in rows.newRow(ofOld: row).map { hasNewContent[$0] } ?? false }
    return StagePlan(
      changes: SectionedListChanges(
        fitting: ListChanges(), rows: ListChanges(ascending: [], reloads: reloads.map { paths[$0] })),
      sections: oldSections.map { section in
        (~section, oldRange(section).map { rows.newRow(ofOld: $0) ?? ~$0 })
      })
  }

  /// The second stage: deletes sections and rows that are not in the new list.
  private var deletionStage: StagePlan {
    let deleted = oldSections.filter { sections.newRow(ofOld: $0) == nil }
    let rowDeletes = rows.deletes(oldPaths) { sections.newRow(ofOld: $0) != nil }
    return StagePlan(
      changes: SectionedListChanges(
        fitting: ListChanges(ascending: deleted),
        rows: ListChanges(ascending: rowDeletes)),
      sections: oldSections.filter { sections.newRow(ofOld: $0) != nil }.map { (~$0, keptRows(ofOld: $0)) })
  }

  /// Returns the third stage, which inserts sections with their new rows, and moves sections.
  private func sectionStage(_ search: MoveSearch) -> StagePlan {
    var renumbered = sections
    renumbered.removeDeletedRows()
    return StagePlan(
      changes: SectionedListChanges(fitting: renumbered.changes(search)),
      sections: newSections.map { section in
        (sections.oldRow(ofNew: section).map(~) ?? section, rowsBeforeMoves(ofNew: section))
      })
  }

  /// Returns the fourth stage, which inserts rows in sections that both lists have, and moves rows.
  private func rowStage(_ search: MoveSearch) -> StagePlan {
    let staying = stayingRows(search)
    let sources = pathsBeforeMoves
    var inserts: [FeedPath] = []
    var moves: [ListChanges<FeedPath>.Move] = []
    for section in newSections {
      let isInserted = sections.oldRow(ofNew: section) == nil
      for row in newRange(section) where !staying.contains(new: row) {
        let path = FeedPath(section: section, row: row - newStarts[section])
        if rows.oldRow(ofNew: row) != nil {
          moves.append(ListChanges.Move(from: sources[row], to: path))
        } else if !isInserted {
          inserts.append(path)
        }
      }
    }
    return StagePlan(
      changes: SectionedListChanges(
        fitting: ListChanges(), rows: ListChanges(ascending: [], inserts: inserts, moves: moves)),
      sections: newSections.map { section in
        (sections.oldRow(ofNew: section).map(~) ?? section, Array(newRange(section)))
      })
  }

  /// The fifth stage: reloads sections with new models.
  private var modelStage: StagePlan {
    let reloads = newSections.filter { hasNewModel[$0] }
    return StagePlan(
      changes: SectionedListChanges(fitting: ListChanges(ascending: [], reloads: reloads)),
      sections: newList)
  }

  private var newList: [(model: Int, rows: [Int])] { newSections.map { ($0, Array(newRange($0))) } }

  /// Returns the new numbers of those rows of an old section that are in the new list.
  private func keptRows(ofOld section: Int) -> [Int] { oldRange(section).compactMap(rows.newRow(ofOld:)) }

  /// Returns the rows of a new section after the third stage, when no row has moved yet.
  private func rowsBeforeMoves(ofNew section: Int) -> [Int] {
    sections.oldRow(ofNew: section).map(keptRows(ofOld:)) ?? newRange(section).filter { rows.oldRow(ofNew: $0) == nil }
  }

  /// For each new row its path after the third stage.
  private var pathsBeforeMoves: [FeedPath] {
    var paths = [FeedPath](repeating: FeedPath(section: 0, row: 0), count: rows.oldRows.count)
    for section in newSections {
      for (place, row) in rowsBeforeMoves(ofNew: section).enumerated() {
        paths[row] = FeedPath(section: section, row: place)
      }
    }
    return paths
  }
}

extension RowPairing {
  /// Removes deleted rows and renumbers the other old rows.
  fileprivate mutating func removeDeletedRows() {
    newRows.removeAll { $0 < 0 }
    for (old, new) in newRows.enumerated() { oldRows[Int(new)] = Int32(truncatingIfNeeded: old) }
  }
}

/// The changes of a stage, and the list after it as numbers of new sections and rows, or complements of old ones.
@usableFromInline
struct StagePlan {
  @usableFromInline let changes: SectionedListChanges
  @usableFromInline var sections: [(model: Int, rows: [Int])]

  /// Returns the list after the stage with the models and rows of the two lists.
  @inlinable
  func list<Model, Row>(
    _ models: (old: [Model], new: [Model]), _ rows: (old: [Row], new: [Row])
  ) -> [ListSection<Model, Row>] {
    sections.map { section in
      ListSection(
        section.model < 0 ? models.old[~section.model] : models.new[section.model],
        rows: section.rows.map { $0 < 0 ? rows.old[~$0] : rows.new[$0] })
    }
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

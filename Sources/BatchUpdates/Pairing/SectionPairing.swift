/// Which sections and which rows of two lists are the same.
///
/// Rows are numbered through all sections. They pair across sections, those in a section that both lists have first.
@usableFromInline
struct SectionPairing: Sendable {
  /// For each section its first row's number; and the row count.
  @usableFromInline var oldStarts, newStarts: [Int]
  @usableFromInline var sections: RowPairing
  @usableFromInline var rows: RowPairing
  /// For each new section, whether it is an old one with a new model.
  @usableFromInline var hasNewModel: [Bool]
  /// For each new row, whether it is an old one with new content.
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

  /// The rows of an old section.
  @inlinable
  func oldRange(_ section: Int) -> Range<Int> { oldStarts[section]..<oldStarts[section + 1] }

  /// The rows of a new section.
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

  /// The rows that keep their order within their section.
  func stayingRows(_ search: MoveSearch) -> StayingRows {
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
  /// The batches that change something; the last one leads to the new list.
  @usableFromInline
  func stages(_ search: MoveSearch) -> [StagePlan] {
    var kept = self
    kept.partRowsOfDeletedSections()
    let plans = [
      kept.contentStage, kept.deletionStage, kept.sectionStage(search), kept.rowStage(search), kept.modelStage,
    ]
    var stages = plans.filter { !$0.changes.isEmpty }
    // What is the same may still differ in what the caller does not compare.
    if !stages.isEmpty { stages[stages.count - 1].sections = newList }
    return stages
  }

  /// A row cannot leave a section in the batch that deletes it, and it is gone in the next one.
  private mutating func partRowsOfDeletedSections() {
    for section in oldSections where sections.newRow(ofOld: section) == nil {
      for row in oldRange(section) {
        if let target = rows.newRow(ofOld: row) { rows.part(row, target) }
      }
    }
  }

  /// First: rows with new content, where they still are.
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

  /// Second: what is not in the new list.
  private var deletionStage: StagePlan {
    let deleted = oldSections.filter { sections.newRow(ofOld: $0) == nil }
    let rowDeletes = rows.deletes(oldPaths) { sections.newRow(ofOld: $0) != nil }
    return StagePlan(
      changes: SectionedListChanges(
        fitting: ListChanges(ascending: deleted),
        rows: ListChanges(ascending: rowDeletes)),
      sections: oldSections.filter { sections.newRow(ofOld: $0) != nil }.map { (~$0, keptRows(ofOld: $0)) })
  }

  /// Third: sections that come, with the rows that come with them, and sections that move.
  private func sectionStage(_ search: MoveSearch) -> StagePlan {
    var renumbered = sections
    renumbered.dropGoneRows()
    return StagePlan(
      changes: SectionedListChanges(fitting: renumbered.changes(search)),
      sections: newSections.map { section in
        (sections.oldRow(ofNew: section).map(~) ?? section, rowsBeforeMoves(ofNew: section))
      })
  }

  /// Fourth: rows that come in sections that were there, and rows that move.
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

  /// Fifth: sections with new models.
  private var modelStage: StagePlan {
    let reloads = newSections.filter { hasNewModel[$0] }
    return StagePlan(
      changes: SectionedListChanges(fitting: ListChanges(ascending: [], reloads: reloads)),
      sections: newList)
  }

  private var newList: [(model: Int, rows: [Int])] { newSections.map { ($0, Array(newRange($0))) } }

  /// The rows of an old section that are in the new list, by their new numbers.
  private func keptRows(ofOld section: Int) -> [Int] { oldRange(section).compactMap(rows.newRow(ofOld:)) }

  /// The rows that a new section has when all sections are there and no row has moved.
  private func rowsBeforeMoves(ofNew section: Int) -> [Int] {
    sections.oldRow(ofNew: section).map(keptRows(ofOld:)) ?? newRange(section).filter { rows.oldRow(ofNew: $0) == nil }
  }

  /// For each new row its path at that time.
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
  /// Numbers the old rows without those that are gone.
  mutating func dropGoneRows() {
    newRows.removeAll { $0 < 0 }
    for (old, new) in newRows.enumerated() { oldRows[Int(new)] = Int32(truncatingIfNeeded: old) }
  }
}

/// What a batch of several leads to, in numbers: of sections and rows of the new list, or, complemented, of the old one.
@usableFromInline
struct StagePlan {
  @usableFromInline let changes: SectionedListChanges
  @usableFromInline var sections: [(model: Int, rows: [Int])]

  /// The list in numbers, with the values of the two lists.
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

/// One batch that makes all changes.
extension SectionPairing {
  /// The changes as one batch, which keeps what one batch can keep.
  @usableFromInline
  func batch(_ search: MoveSearch) -> SectionedListChanges {
    var kept = self
    let staying = StayingRows(sections, search: search)
    kept.partSectionsThatMoveAndChange(staying)
    let reloads = newSections.filter { staying.contains(new: $0) && hasNewModel[$0] }
      .compactMap(sections.oldRow(ofNew:))
    let reloaded = Set(reloads)
    kept.partRowsOfSectionsThatChange(reloaded)
    return SectionedListChanges(
      fitting: kept.sections.changes(staying, reloads: reloads),
      rows: kept.rowChanges(kept.stayingRows(search), reloaded: reloaded))
  }

  /// A batch cannot move a section in which something changes: it goes, and comes anew.
  private mutating func partSectionsThatMoveAndChange(_ staying: StayingRows) {
    for section in newSections where !staying.contains(new: section) {
      guard let origin = sections.oldRow(ofNew: section) else { continue }
      if !hasNewModel[section], isUntouched(origin, section) { continue }
      sections.part(origin, section)
    }
  }

  /// Whether both have the same rows in the same order, none with new content.
  private func isUntouched(_ old: Int, _ new: Int) -> Bool {
    oldRange(old).count == newRange(new).count
      && zip(oldRange(old), newRange(new)).allSatisfy { rows.oldRow(ofNew: $1) == $0 && !hasNewContent[$1] }
  }

  /// A row keeps its cell only between sections that both lists have, and that are not reloaded.
  private mutating func partRowsOfSectionsThatChange(_ reloaded: Set<Int>) {
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

  /// The changes of rows in the sections that are kept.
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
  /// The paths of the old rows that go, in the sections that are asked about.
  func deletes(_ paths: [FeedPath], in isCounted: (_ section: Int) -> Bool) -> [FeedPath] {
    zip(newRows, paths).filter { $0 < 0 && isCounted($1.section) }.map(\.1)
  }
}

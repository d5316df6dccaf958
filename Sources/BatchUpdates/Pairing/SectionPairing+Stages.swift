/// One of several batches that together turn one list into another, and the list after it.
public struct ListChangesStage<Model, Row> {
  /// The changes of the batch.
  public let changes: SectionedListChanges
  /// The list after the batch, which the data source must return when the batch ends.
  public let sections: [ListSection<Model, Row>]

  @inlinable
  init(changes: SectionedListChanges, sections: [ListSection<Model, Row>]) {
    self.changes = changes
    self.sections = sections
  }
}

extension ListChangesStage: Equatable where Model: Equatable, Row: Equatable {}
extension ListChangesStage: Hashable where Model: Hashable, Row: Hashable {}
extension ListChangesStage: Sendable where Model: Sendable, Row: Sendable {}

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
    rest = nil
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

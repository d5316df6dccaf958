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

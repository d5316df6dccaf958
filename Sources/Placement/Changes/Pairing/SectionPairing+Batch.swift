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

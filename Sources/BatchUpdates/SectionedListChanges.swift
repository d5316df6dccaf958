/// The changes between two lists of sections: those of sections, and those of rows in the sections that stay.
///
/// ```swift
/// let old = [ListSection("Mon", rows: [1, 2]), ListSection("Tue", rows: [3])]
/// let new = [ListSection("Tue", rows: [3, 1])]
/// let changes = SectionedListChanges.changes(from: old, to: new, sectionsBy: .itself, rowsBy: .itself)
/// changes.sections.deletes   // [0]
/// changes.rows.inserts       // [feed 0:1]
/// ```
///
/// The changes are one batch that follows UIKit's rules: no row moves out of or into a section that is deleted,
/// inserted, reloaded or moved, and nothing changes in a section that moves. A section that would have to move and
/// change is deleted and inserted instead, and so is a row that cannot keep its cell. This package's `ListView` accepts
/// the changes as they are.
///
/// Lists like UIKit's fail on a reload in a batch with moves, and on a reload of a row whose index changes, although
/// the rules allow both. Pass them ``batchUpdates``, one batch that any of these lists accepts.
/// ``stages(from:to:sectionsBy:rowsBy:moves:)`` divides the changes into several batches, which any list accepts as
/// well and which keep more cells.
///
/// There is no property for the inverse: compute the changes from the new list to the old one instead.
public struct SectionedListChanges: Hashable, Sendable {
  /// The changes of the sections, by their indices in the old and the new list.
  public let sections: ListChanges<Int>
  /// The changes of rows in sections that stay.
  ///
  /// Rows that are deleted, inserted or reloaded together with their section are not listed.
  public let rows: ListChanges<FeedPath>

  /// Makes the changes of a list from those of its sections and those of its rows.
  ///
  /// Deletions of rows in deleted sections, and insertions of rows in inserted sections, are accepted and have no
  /// effect.
  /// - Complexity: O(n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` for a row that moves out of or into a section that is deleted, inserted, reloaded or
  ///   moved, and for a change in a section that moves.
  public init(
    sections: ListChanges<Int> = ListChanges(), rows: ListChanges<FeedPath> = ListChanges()
  ) throws(BatchUpdateError) {
    self.sections = sections
    self.rows = rows
    try validate()
  }

  /// Makes the changes of a list from changes that are known not to contradict each other.
  init(fitting sections: ListChanges<Int>, rows: ListChanges<FeedPath> = ListChanges()) {
    self.sections = sections
    self.rows = rows
    assert(checkInvariants())
  }
}

extension SectionedListChanges {
  /// The number of changes.
  public var count: Int { sections.count + rows.count }

  /// Whether there are no changes.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

// MARK: - Validity

extension SectionedListChanges {
  /// Whether the changes of sections and rows are free of contradictions.
  func checkInvariants() -> Bool {
    do throws(BatchUpdateError) { try validate() } catch { return false }
    return sections.checkInvariants() && rows.checkInvariants()
  }

  private func validate() throws(BatchUpdateError) {
    if sections.isEmpty || rows.isEmpty { return }
    if let fault = BatchUpdate(self).faultOfMoves(PositionShift(sections), allowsMovedSections: false) {
      throw BatchUpdateError(fault)
    }
    let movedFrom = Set(sections.moves.map(\.from))
    let movedTo = Set(sections.moves.map(\.to))
    for (paths, sections, operation) in [
      (rows.deletes, movedFrom, .delete), (rows.reloads, movedFrom, .reload), (rows.inserts, movedTo, .insert),
    ] as [([FeedPath], Set<Int>, BatchUpdateError.Operation)] {
      for path in paths where sections.contains(path.section) {
        throw .changeInMovedSection(path, operation: operation)
      }
    }
  }
}

extension BatchUpdate<FeedSpace> {
  /// Makes the update of a change set.
  fileprivate init(_ changes: SectionedListChanges) {
    self.init()
    deletedSections = changes.sections.deletes
    insertedSections = changes.sections.inserts
    reloadedSections = changes.sections.reloads
    movedSections = changes.sections.moves.map { ($0.from, $0.to) }
    deletedRows = changes.rows.deletes
    insertedRows = changes.rows.inserts
    reloadedRows = changes.rows.reloads
    movedRows = changes.rows.moves.map { ($0.from, $0.to) }
  }
}

extension SectionedListChanges: Codable {
  private enum CodingKeys: String, CodingKey {
    case sections, rows
  }

  /// Decodes changes, and throws if they contradict each other.
  ///
  /// - Throws: ``BatchUpdateError`` for changes that contradict each other, and the decoder's own errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      sections: container.decodeIfPresent(ListChanges<Int>.self, forKey: .sections) ?? ListChanges(),
      rows: container.decodeIfPresent(ListChanges<FeedPath>.self, forKey: .rows) ?? ListChanges())
  }

  /// Encodes the changes of sections and rows; leaves out what is empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !sections.isEmpty { try container.encode(sections, forKey: .sections) }
    if !rows.isEmpty { try container.encode(rows, forKey: .rows) }
  }
}

// MARK: - Applying

extension SectionedListChanges {
  /// Returns the old list with the changes applied; takes inserted elements and new content from `new`.
  ///
  /// - Complexity: O(old + new + n log n) for n changes.
  /// - Throws: ``BatchUpdateError`` if the changes are not between lists of these lengths.
  public func applying<Model, Row>(
    to old: [ListSection<Model, Row>], elementsFrom new: [ListSection<Model, Row>]
  ) throws(BatchUpdateError) -> [ListSection<Model, Row>] {
    let origins = try BatchUpdate(self).origins(from: old.map(\.rows.count), to: new.map(\.rows.count))
      .mapError(BatchUpdateError.init).get()
    return new.enumerated().map { number, section in
      guard let origin = origins.sections[number], !origins.isNew(number) else { return section }
      return ListSection(
        old[origin].model, rows: rows(of: section, from: old, origins.rows(inSection: number), origins.reloaded))
    }
  }

  /// Returns the rows of a kept section: old ones by their runs, inserted and reloaded ones from the section itself.
  private func rows<Model, Row>(
    of section: ListSection<Model, Row>, from old: [ListSection<Model, Row>], _ runs: [RowRun<FeedSpace>],
    _ reloaded: Set<FeedPath>
  ) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(section.rows.count)
    for run in runs {
      for offset in 0..<run.count {
        let path = run.origin.map { FeedPath(section: $0.section, row: $0.row + offset) }
        if let path, !reloaded.contains(path) {
          rows.append(old[path.section].rows[path.row])
        } else {
          rows.append(section.rows[rows.count])
        }
      }
    }
    return rows
  }
}

// MARK: - Search

extension SectionedListChanges {
  /// Returns the changes between two lists of sections.
  ///
  /// Section identifiers should be unique among sections, and row identifiers in the whole list, so that a row can move
  /// to another section. With repeated identifiers, the changes still produce the new list.
  ///
  /// With ``MoveSearch/fewest``, there are as few moves as possible of sections, and of rows within a section.
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, assuming that hashing
  ///   is O(1).
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func changes<Model, Row, SectionID, RowID>(
    from old: [ListSection<Model, Row>], to new: [ListSection<Model, Row>],
    sectionsBy: ListIdentity<Model, SectionID>, rowsBy: ListIdentity<Row, RowID>, moves: MoveSearch = .fewest
  ) -> Self {
    SectionPairing(old, new, sectionsBy: sectionsBy, rowsBy: rowsBy).batch(moves)
  }

  /// Returns the changes between two lists of sections, divided into batches that any list like UIKit's accepts in
  /// turn.
  ///
  /// 1. Rows with new content are reloaded.
  /// 2. Sections and rows are deleted.
  /// 3. Sections are inserted and moved.
  /// 4. Rows are inserted and moved, also into sections that were inserted.
  /// 5. Sections with new models are reloaded.
  ///
  /// Each batch is valid by itself, and carries the list after it. Empty batches are left out; the last one produces
  /// the new list. A row that both lists have is deleted and inserted only if its section is deleted.
  ///
  /// ```swift
  /// for stage in SectionedListChanges.stages(from: days, to: newDays, sectionsBy: .id, rowsBy: .id) {
  ///   try list.performBatchUpdates {
  ///     days = stage.sections
  ///     try list.perform(stage.changes)
  ///   }
  /// }
  /// ```
  ///
  /// The five stages are those of DifferenceKit.
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, assuming that hashing
  ///   is O(1).
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func stages<Model, Row, SectionID, RowID>(
    from old: [ListSection<Model, Row>], to new: [ListSection<Model, Row>],
    sectionsBy: ListIdentity<Model, SectionID>, rowsBy: ListIdentity<Row, RowID>, moves: MoveSearch = .fewest
  ) -> [ListChangesStage<Model, Row>] {
    let models = (old: old.map(\.model), new: new.map(\.model))
    let rows = (old: old.flatMap(\.rows), new: new.flatMap(\.rows))
    return SectionPairing(old, new, sectionsBy: sectionsBy, rowsBy: rowsBy).stages(moves).map { plan in
      ListChangesStage(changes: plan.changes, sections: plan.list(models, rows))
    }
  }
}

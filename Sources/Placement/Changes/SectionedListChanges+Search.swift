extension SectionedListChanges {
  /// The changes between two lists of sections.
  ///
  /// Sections are told apart among themselves, rows in the whole list, so that a row may move to another section.
  /// Identifiers should be unique; if one stands more than once, the changes still lead to the new list.
  ///
  /// Rows that stay in their section are moved as seldom as can be, and so are sections.
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
  /// - Precondition: A list has fewer than 2,147,483,647 rows.
  @inlinable
  public static func changes<Model, Row, SectionID, RowID>(
    from old: [ListSection<Model, Row>], to new: [ListSection<Model, Row>],
    sectionsBy: ListIdentity<Model, SectionID>, rowsBy: ListIdentity<Row, RowID>, moves: MoveSearch = .fewest
  ) -> Self {
    SectionPairing(old, new, sectionsBy: sectionsBy, rowsBy: rowsBy).batch(moves)
  }

  /// The changes between two lists of sections, divided into batches that any list like UIKit's can take in turn.
  ///
  /// 1. Rows with new content are reloaded.
  /// 2. Sections and rows are deleted.
  /// 3. Sections are inserted and moved.
  /// 4. Rows are inserted and moved, also into sections that were inserted.
  /// 5. Sections with new models are reloaded.
  ///
  /// Each is valid by itself, and has the list as it is then. Batches in which nothing happens are left out; the last one
  /// leads to the new list. A row is deleted and inserted only if its section is deleted.
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
  /// - Complexity: O(old + new) for ``MoveSearch/linear``, O(n log n) for ``MoveSearch/fewest``, as far as hashing is.
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

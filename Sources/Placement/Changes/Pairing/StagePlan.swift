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

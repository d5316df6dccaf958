/// One of the batches that together lead from one list to another, and what the list shows after it.
public struct ListChangesStage<Model, Row> {
  /// What the batch changes.
  public let changes: SectionedListChanges
  /// The list after it, which a data source must give when the batch ends.
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

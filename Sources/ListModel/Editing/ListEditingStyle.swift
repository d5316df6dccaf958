/// What the control of a row does while a list is edited.
public enum ListEditingStyle: Sendable, Hashable {
  /// The row has no control.
  case none
  /// It deletes the row, when that has been confirmed.
  case delete
  /// It inserts a row.
  case insert
}

/// A side of a row, as its text runs.
public enum ListEdge: Sendable, Hashable, CaseIterable {
  /// Where the text begins.
  case leading
  /// Where it ends.
  case trailing
}

/// How hard to search for the rows that need not be moved.
public enum MoveSearch: Sendable, Hashable, CaseIterable {
  /// Linear: where the order differs, the row that jumps further is moved. Often as few moves, at worst many more.
  case linear
  /// The fewest moves that there are, in n log n steps.
  case fewest
}

/// Where the focus of a list goes.
public enum ListFocusHeading: Sendable, Hashable, CaseIterable {
  /// Nowhere in particular: to a row that was pointed at, or into the list or out of it.
  case none
  /// To a row above.
  case up
  /// To a row below.
  case down
  /// To a row on the left, of which a list with one column has none.
  case left
  /// To a row on the right, of which a list with one column has none.
  case right
}

/// A change of the focused row.
public struct ListFocusUpdateContext: Sendable, Hashable {
  /// The row that has the focus before the change; nil where none does that whoever is told of it knows.
  public let previouslyFocusedIndexPath: ListPath?
  /// The row that has it after the change; nil where none does that whoever is told of it knows.
  public let nextFocusedIndexPath: ListPath?
  /// Where the focus goes.
  public let focusHeading: ListFocusHeading

  /// Makes a change of the focused row.
  public init(
    previouslyFocusedIndexPath: ListPath?, nextFocusedIndexPath: ListPath?, focusHeading: ListFocusHeading
  ) {
    self.previouslyFocusedIndexPath = previouslyFocusedIndexPath
    self.nextFocusedIndexPath = nextFocusedIndexPath
    self.focusHeading = focusHeading
  }
}

/// The direction in which a list scrolls.
///
/// A list computes positions as if it scrolled vertically. What enters or leaves a list that scrolls horizontally is
/// transposed: the rectangles and points of the content, and sizes and insets.
public enum ListAxis: Sendable, Hashable {
  /// Sections and rows from top to bottom.
  case vertical
  /// Sections and rows from left to right; heights in the questions of a table are widths.
  case horizontal

  func turned(_ rect: ListRect) -> ListRect { self == .vertical ? rect : rect.transposed }
  func turned(_ point: ListPoint) -> ListPoint { self == .vertical ? point : point.transposed }
  func turned(_ size: ListSize) -> ListSize { self == .vertical ? size : size.transposed }
  func turned(_ insets: ListInsets) -> ListInsets { self == .vertical ? insets : insets.transposed }

  /// Returns the vertical direction that stands for one along the axis, and the horizontal one for one across.
  func turned(_ heading: ListFocusHeading) -> ListFocusHeading {
    switch (self, heading) {
    case (.vertical, _), (.horizontal, .none): heading
    case (.horizontal, .up): .left
    case (.horizontal, .left): .up
    case (.horizontal, .down): .right
    case (.horizontal, .right): .down
    }
  }

  /// Returns how far a cell wants to extend along the axis, for its extent across; nil to leave it to the list.
  func fitting(_ cell: ListCell, across breadth: Double) -> Double? {
    self == .vertical ? cell.fittingHeight(forWidth: breadth) : cell.fittingWidth(forHeight: breadth)
  }
}

/// The cells that are out of sight and can be handed out again; the oldest are let go when there are too many.
struct ReusePool {
  /// The most cells that are kept, of all identifiers together.
  static let limit = 256

  private(set) var cells: [ListCell] = []

  /// Takes a cell back, if it can be reused.
  mutating func insert(_ cell: ListCell) {
    cell.isSelected = false
    cell.isHighlighted = false
    cell.endEditing()
    cell.isFocused = false
    guard cell.reuseIdentifier != nil else { return }
    remove(cell)
    cells.append(cell)
    if cells.count > Self.limit { cells.removeFirst() }
  }

  /// The cell that was taken back last, of an identifier and, for an element of a layout, of a kind.
  ///
  /// Headers and footers have identifiers of their own.
  mutating func take(_ identifier: String, asHeaderFooter: Bool = false, ofKind kind: String? = nil) -> ListCell? {
    cells.lastIndex { Self.isReused($0, identifier, asHeaderFooter) && $0.elementKind == kind }
      .map { cells.remove(at: $0) }
  }

  /// Lets the cells of an identifier go, but for those of a class.
  mutating func removeAll(_ identifier: String, asHeaderFooter: Bool, but kept: ListCell.Type?) {
    cells.removeAll { Self.isReused($0, identifier, asHeaderFooter) && type(of: $0) != kept }
  }

  private static func isReused(_ cell: ListCell, _ identifier: String, _ asHeaderFooter: Bool) -> Bool {
    cell.reuseIdentifier == identifier && (cell.isHeaderFooter ?? false) == asHeaderFooter
  }

  /// Sees to it that a cell that is shown is not handed out; its owner may have kept it.
  mutating func remove(_ cell: ListCell) {
    cells.removeAll { $0 === cell }
  }
}

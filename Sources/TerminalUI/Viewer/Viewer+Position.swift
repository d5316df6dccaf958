import ListModel

// The position of the selected row on the screen.

extension Viewer {
  /// Changes the list, and then keeps the selected row where it was on the screen, as far as the content reaches.
  ///
  /// If it is deleted or hidden, the row that takes its place is selected, or one near it. A reloaded row, which a list
  /// deselects, is selected again, as far as it can be told by the rows beside it.
  ///
  /// - Throws: The error of `change`.
  public func keepingPosition<Failure>(_ change: () throws(Failure) -> Void) throws(Failure) {
    let former = selectionTop
    let neighbours = neighboursOfSelection
    defer {
      // A row is measured when it comes into view, and may turn out to be hidden.
      if !isSelectionInView { list.display.scrollToSelection() }
      selectNear(former ?? 0, neighbours)
      if let former { scrollSelection(toRow: former) }
      if !isSelectionInView { list.display.scrollToSelection() }
      refreshPage()
    }
    try change()
  }

  /// Lays out all rows in view again, after their cards have changed.
  public func redrawCards() {
    keepingPosition {
      for element in list.display.elements { (element.view as? CardCell)?.setNeedsDisplay() }
      list.display.remeasure()
    }
  }

  /// The distance of the selected row from the top of the viewport; nil if none is selected.
  private var selectionTop: Double? {
    let display = list.display
    return display.selectedFrame.map { $0.minY - display.viewport.minY }
  }

  /// A row in view, which can be found again after a change of the list as long as its cell shows it.
  private struct Neighbour {
    let cell: CardCell
    let reuseCount: Int

    init?(_ row: ListDisplay.Element) {
      guard let cell = row.view as? CardCell else { return nil }
      (self.cell, reuseCount) = (cell, cell.reuseCount)
    }

    func index(in rows: [ListDisplay.Element]) -> Int? {
      cell.reuseCount == reuseCount ? rows.firstIndex { $0.view === cell } : nil
    }
  }

  /// The rows in view above and below the selected one, the nearest first.
  private var neighboursOfSelection: (above: [Neighbour], below: [Neighbour]) {
    let rows = rowsInView
    guard let selected = rows.firstIndex(where: \.view.isSelected) else { return ([], []) }
    return (rows[..<selected].reversed().compactMap(Neighbour.init), rows[(selected + 1)...].compactMap(Neighbour.init))
  }

  /// Selects a row in place of one that was hidden, deleted or reloaded: between its former neighbours, or else near a
  /// position of the viewport.
  private func selectNear(_ position: Double, _ neighbours: (above: [Neighbour], below: [Neighbour])) {
    let display = list.display
    if let frame = display.selectedFrame {
      if frame.size.height == 0, !display.selectNext() { display.selectPrevious() }
      return
    }
    let rows = rowsInView
    let y = display.viewport.minY + position
    let index =
      neighbours.above.lazy.compactMap { $0.index(in: rows) }.first.map { min($0 + 1, rows.count - 1) }
      ?? neighbours.below.lazy.compactMap { $0.index(in: rows) }.first.map { max($0 - 1, 0) }
      ?? rows.indices.min { abs(rows[$0].frame.minY - y) < abs(rows[$1].frame.minY - y) }
    if let index { select(rows[index]) }
    guard display.selectedFrame == nil, !display.selectNext() else { return }
    // Nothing but a header is in view: the row above it is selected, or the first one.
    display.scroll(by: -3)
    if !display.selectNext() { display.selectFirst() }
  }
}

// MARK: - Bringing it into view

extension Viewer {
  /// Whether a part of the selected row is in view; true if none is selected.
  private var isSelectionInView: Bool {
    let viewport = list.display.uncoveredViewport
    return list.display.selectedFrame.map { $0.minY < viewport.maxY && $0.maxY > viewport.minY } ?? true
  }

  /// Scrolls until the selected row is at a distance from the top of the viewport.
  private func scrollSelection(toRow row: Double) {
    let display = list.display
    // Rows that come into view are measured, which can move the selected one.
    for _ in 0..<Self.maximumScrolls {
      let former = display.viewport.minY
      guard let frame = display.selectedFrame else { return }
      let distance = (frame.minY - row - former).rounded()
      if distance == 0 { return }
      display.scroll(by: distance)
      if display.viewport.minY == former, display.selectedFrame == frame { return }
    }
  }

  private static let maximumScrolls = 8

  /// The rows of which no header covers all that is in view.
  var rowsInView: [ListDisplay.Element] {
    let top = list.display.uncoveredViewport.minY
    return list.display.elements.filter { $0.kind == .row && $0.frame.size.height > 0 && $0.frame.maxY > top }
  }

  /// Selects a row in view, at its first line that no header covers.
  func select(_ row: ListDisplay.Element) {
    let top = list.display.uncoveredViewport.minY
    list.display.select(at: ListPoint(x: 0, y: max(row.frame.minY, top)), isPrimaryAction: false)
  }
}

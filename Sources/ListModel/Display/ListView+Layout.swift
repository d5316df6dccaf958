import Interception

/// Laying out the list.
///
/// Any callback may change the list; the pass is then abandoned and a new one is started.
extension ListView {
  /// Lays the list out if needed: measures elements that became visible, requests their cells, and ends the display of
  /// others.
  final func layoutRaw() {
    loadIfNeeded()
    guard needsLayout, !cycle.isHeld, !batch.isOpen else { return }
    layOutRaw()
    notifyObserversOfChanges()
  }

  private func layOutRaw() {
    cycle.hold()
    defer { cycle.release() }
    asList {
      for _ in 0..<Self.mostAttempts where needsLayout {
        loadIfNeeded()
        cycle.begin()
        var fresh = FreshCells()
        let isDone = layOut(&fresh)
        for cell in fresh.all { recycle(cell) }
        if isDone {
          prefetchRows()
          reportScrolling()
          reportCarousels()
        } else {
          setNeedsLayout()
        }
      }
      callerCoordinates?.listDidLayOut()
    }
  }

  /// The visible part of the content.
  final var window: ListExtent {
    ListExtent(top: offset, height: ListLimits.height(axis.turned(viewportSize).height))
  }

  /// The extent of the content across the scroll direction.
  final var breadth: Double { ListLimits.height(axis.turned(viewportSize).width) }

  /// Runs one layout pass; returns whether it was completed.
  private func layOut(_ fresh: inout FreshCells) -> Bool {
    guard reconfigureShownRows(), measureInView(&fresh) else { return false }
    let parts = VisibleParts(self)
    return endInvisible(parts) && show(.header, parts) && showRows(parts, &fresh) && show(.footer, parts)
      && showSupplements(parts)
  }

  /// Returns the data source's cell for a row; nil if the list has changed meanwhile.
  ///
  /// A row gets an empty cell if there is no data source, or if the data source returns a cell that is already in use.
  final func freshCell(for path: ListPath, _ fresh: inout FreshCells) -> ListCell? {
    if let cell = fresh[path] { return cell }
    let revision = revision
    let answer = rawDataSource?.list(self, cellForRowAt: path)
    guard isCurrent(revision) else {
      if let answer { recycle(answer) }
      return nil
    }
    let isFree = answer.map { !shown.contains($0) && !fresh.contains($0) } ?? false
    let cell = answer.flatMap { isFree ? $0 : nil } ?? ListCell(reuseIdentifier: nil)
    cellSupply.withdraw(cell)
    fresh[path] = cell
    return cell
  }

  private func showRows(_ parts: VisibleParts, _ fresh: inout FreshCells) -> Bool {
    let revision = revision
    for path in parts.rows where shown.rows[path] == nil && parts.isInView(extents.row(path), of: self) {
      guard let cell = freshCell(for: path, &fresh), setUp(cell, at: path) else { return false }
      guard parts.isInView(extents.row(path), of: self) else { continue }
      fresh[path] = nil
      cell.isSelected = selection.contains(path)
      cell.isHighlighted = false
      cell.isFocused = path == focus.row
      shown.show(cell, forRowAt: path)
      updateSwipedCell()
      rawDelegate?.list(self, willDisplay: cell, forRowAt: path)
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  private func show(_ edge: SectionEdge, _ parts: VisibleParts) -> Bool {
    let revision = revision
    for section in parts.sections(showing: edge) {
      let place = EdgePlace(edge: edge, section: section)
      guard shown.edges[place] == nil, parts.isInView(displayedExtent(of: edge, section), of: self) else { continue }
      let view = view(of: edge, section)
      guard isCurrent(revision) else { return false }
      guard let view, !shown.contains(view) else { continue }
      cellSupply.withdraw(view)
      shown.show(view, as: place)
      rawDelegate?.list(self, willDisplay: view, as: place)
      guard isCurrent(revision) else { return false }
      notifyWillDisplay(view, ofKind: edge.elementKind, at: place.path)
      guard isCurrent(revision) else { return false }
    }
    return true
  }

  private func endInvisible(_ parts: VisibleParts) -> Bool {
    let revision = revision
    let supplements = Set(parts.supplements)
    let gone = shown.remove(
      rowsBut: { parts.rows.sortedContains($0) },
      edgesBut: { parts.sections(showing: $0.edge).sortedContains($0.section) },
      supplementsBut: { supplements.contains($0) })
    if !gone.isEmpty { endDisplaying(gone) }
    return isCurrent(revision)
  }
}

/// The visible elements of a window, from top to bottom.
struct VisibleParts {
  /// The rows, in order.
  fileprivate let rows: [ListPath]
  private let headers: [Int]
  private let footers: [Int]
  let supplements: [SupplementPlace]
  /// The list's scroll count when these elements were collected.
  private let scrolls: Int

  init(_ list: ListView) {
    let extents = list.extents
    let window = list.window
    let sections = extents.sections(in: window)
    rows = extents.rows(in: window)
    headers = sections.filter { list.displayedExtent(of: .header, $0).overlaps(window) }
    footers = sections.filter { list.displayedExtent(of: .footer, $0).overlaps(window) }
    supplements = list.supplements(in: window, rows: rows)
    scrolls = list.scrolls
  }

  /// The sections whose header, or whose footer, is visible, in order.
  fileprivate func sections(showing edge: SectionEdge) -> [Int] { edge == .header ? headers : footers }

  /// Whether an element is still visible, even if a callback scrolled the list.
  func isInView(_ extent: @autoclosure () -> ListExtent, of list: ListView) -> Bool {
    scrolls == list.scrolls || extent().overlaps(list.window)
  }
}

/// Cells that were requested for measuring and are not displayed yet.
struct FreshCells {
  private var cells: [ListPath: ListCell] = [:]
  private var identities: Set<ObjectIdentifier> = []

  var all: some Collection<ListCell> { cells.values }

  func contains(_ cell: ListCell) -> Bool { identities.contains(ObjectIdentifier(cell)) }

  subscript(path: ListPath) -> ListCell? {
    get { cells[path] }
    set {
      if let former = cells[path] { identities.remove(ObjectIdentifier(former)) }
      cells[path] = newValue
      if let newValue { identities.insert(ObjectIdentifier(newValue)) }
    }
  }
}

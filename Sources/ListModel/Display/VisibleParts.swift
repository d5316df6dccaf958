/// What a window shows, from the top down.
struct VisibleParts {
  let rows: [ListPath]
  let headers: [Int]
  let footers: [Int]
  let supplements: [SupplementPlace]
  /// How often the list had been scrolled.
  private let scrolls: Int

  init(_ list: ListView) {
    let extents = list.extents
    let window = list.window
    let sections = extents.sections(in: window)
    rows = extents.rows(in: window)
    headers = sections.filter { extents.header($0).overlaps(window) }
    footers = sections.filter { extents.footer($0).overlaps(window) }
    supplements = list.supplements(in: window, rows: rows)
    scrolls = list.scrolls
  }

  /// Whether one of them is still in view, though a callback may have scrolled the list.
  func isInView(_ extent: @autoclosure () -> ListExtent, of list: ListView) -> Bool {
    scrolls == list.scrolls || extent().overlaps(list.window)
  }
}

/// Cells that have been asked for in order to be measured, and are not shown yet.
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

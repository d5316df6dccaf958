/// What a window shows, from the top down.
struct VisibleParts {
  let rows: [ListPath]
  let headers: [Int]
  let footers: [Int]
  let supplements: [SupplementPlace]

  init(_ list: ListView) {
    let extents = list.extents
    let window = list.window
    let sections = extents.sections(in: window)
    rows = extents.rows(in: window)
    headers = sections.filter { extents.header($0).overlaps(window) }
    footers = sections.filter { extents.footer($0).overlaps(window) }
    supplements = list.supplements(in: window, rows: rows)
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

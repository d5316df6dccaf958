public import Interception

extension ListView {
  /// The message of ``reloadData()``.
  public static let reloadData = Message<ListView, Void, Void>("reloadData()") { list, _ in
    list.discardData()
    list.loadIfNeeded()
  }

  /// The message of ``layoutIfNeeded()``.
  public static let layoutIfNeeded = Message<ListView, Void, Void>("layoutIfNeeded()") { list, _ in
    list.layoutRaw()
  }

  /// Brings what is shown up to date: cells for the rows that have come into view, an end for those that have left it.
  public final func layoutIfNeeded() { send(ListView.layoutIfNeeded) }

  /// Has the list laid out before it is next looked at.
  public final func setNeedsLayout() { needsLayout = true }

  /// Forgets what the data source said, and ends what is shown.
  final func discardData() {
    endDisplayingAll()
    clearSelection()
    selection.removeAll()
    isLoaded = false
    setNeedsLayout()
  }

  /// Forgets heights, but not counts; cells stay.
  final func discardHeights() {
    guard isLoaded else { return }
    for section in extents.sections.indices {
      let count = extents.sections[section].rows.count
      extents.sections[section].rows = RowExtents(count: count, estimate: estimatedRowHeight)
    }
    measureHeadersAndFooters()
    setNeedsLayout()
  }

  /// Asks the data source for the counts, if it has not been asked since the last reload.
  package final func loadIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    extents.sections = currentCounts().map {
      SectionExtents(header: 0, rows: RowExtents(count: $0, estimate: estimatedRowHeight), footer: 0)
    }
    measureHeadersAndFooters()
  }

  /// The counts that the data source gives now.
  final func currentCounts() -> [Int] {
    guard let source = rawDataSource else { return [] }
    let sections = source.numberOfSections(in: self)
    precondition(sections >= 0, "the data source has \(sections) sections")
    return (0..<sections).map { section in
      let rows = source.list(self, numberOfRowsInSection: section)
      precondition(rows >= 0, "the data source has \(rows) rows in section \(section)")
      return rows
    }
  }
}

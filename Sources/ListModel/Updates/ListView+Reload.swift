public import Interception

extension ListView {
  /// The message of ``reloadData()``.
  public static let reloadData = Message<ListView, Void, Void>("reloadData()") { list, _ in
    list.discardData()
    list.loadIfNeeded()
    list.tellChanges()
  }

  /// The message of ``layoutIfNeeded()``.
  public static let layoutIfNeeded = Message<ListView, Void, Void>("layoutIfNeeded()") { list, _ in
    list.layoutRaw()
  }

  /// Brings what is shown up to date: cells for the rows that have come into view, an end for those that have left it.
  public final func layoutIfNeeded() { send(ListView.layoutIfNeeded) }

  /// Has the list laid out before it is next looked at.
  public final func setNeedsLayout() { needsLayout = true }

  /// Forgets what the data source said, and ends what is shown while the list still has the rows that it is shown for.
  final func discardData() {
    layoutHolds += 1
    defer { layoutHolds -= 1 }
    revision += 1
    loads += 1
    endSwipe(isGone: true)
    endDisplayingAll()
    // Whoever has heard of an end may have swiped another row.
    endSwipe(isGone: true)
    forgetRows()
    batch = nil
    isLoaded = false
    setNeedsLayout()
  }

  /// Asks the data source for the counts, if it has not been asked since the last reload.
  package final func loadIfNeeded() {
    guard !isLoaded, !isLoading else { return }
    isLoading = true
    layoutHolds += 1
    defer {
      isLoading = false
      layoutHolds -= 1
    }
    for attempt in 1...Self.mostAttempts where !isLoaded {
      isLoaded = true
      // Whoever is asked for the counts cannot select, swipe or move rows of former data.
      extents = ListExtents()
      let counts = currentCounts()
      // Who always reloads while it is asked gets what it said last, so that no row of former data is asked for.
      guard isLoaded || attempt == Self.mostAttempts else { continue }
      revision += 1
      loads += 1
      let estimate = estimate
      extents = ListExtents(counts.map { SectionExtents(rowCount: $0, estimate: estimate) })
      measureHeadersAndFooters()
    }
    isLoaded = true
  }

  /// The counts that the data source gives now, brought into range.
  final func currentCounts() -> [Int] {
    guard let source = rawDataSource else { return [] }
    var room = ListLimits.rows
    return (0..<max(0, min(source.numberOfSections(in: self), ListLimits.sections))).map { section in
      let rows = max(0, min(source.list(self, numberOfRowsInSection: section), room))
      room -= rows
      return rows
    }
  }
}

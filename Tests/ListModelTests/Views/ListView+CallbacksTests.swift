import ListModel
import TestSupport
import Testing

/// What callbacks do to the list that calls them.
@Suite struct ListViewCallbacksTests {
  static let callbacks = [
    "sections", "rows", "cell", "height", "headerHeight", "will", "end", "willHeader", "endHeader", "willFooter",
    "endFooter",
  ]

  /// What a callback might do; each for ever, or once.
  static let deeds: [(String, @Sendable (TestFeed) -> Void)] = [
    ("reload", { $0.list.reloadData() }),
    ("look", { _ = $0.list.display.elements }),
    (
      "layout",
      {
        $0.list.setNeedsLayout(); $0.list.layoutIfNeeded()
      }
    ),
    ("scroll", { $0.list.contentOffset += 3 }),
    ("scroll to the end", { $0.list.scrollToRow(at: ListPath(row: 5, section: 1), at: .bottom) }),
    ("select", { $0.list.selectRow(at: ListPath(row: 1, section: 0), scrollPosition: .middle) }),
    ("touch", { $0.list.display.selectNext() }),
    ("another data source", { $0.list.dataSource = $0.list.dataSource }),
    ("no data source", { $0.list.dataSource = nil }),
    ("another delegate", { $0.list.delegate = $0.list.delegate }),
    ("row height", { $0.list.rowHeight = ($0.list.rowHeight ?? 1) + 1 }),
    ("estimate", { $0.list.estimatedRowHeight += 1 }),
    ("header height", { $0.list.sectionHeaderHeight = ($0.list.sectionHeaderHeight ?? 1) + 1 }),
    ("viewport", { $0.list.viewportSize.height += 1 }),
    ("width", { $0.list.viewportSize.width += 1 }),
    (
      "delete",
      { feed in
        guard feed.sections.indices.contains(0), feed.sections[0].rows.count > 1 else { return }
        feed.sections[0].rows.removeFirst()
        do { try feed.list.deleteRows(at: [ListPath(row: 0, section: 0)]) } catch { feed.list.reloadData() }
      }
    ),
    (
      "refused update", { feed in try? feed.list.insertRows(at: [ListPath(row: 0, section: 0)]) }
    ),
    (
      "reconfigure",
      { feed in
        feed.reconfiguredTags = Set(feed.sections.flatMap(\.rows).map(\.tag))
        try? feed.list.reconfigureRows(at: [ListPath(row: 0, section: 0), ListPath(row: 1, section: 0)])
      }
    ),
    (
      "completion",
      { feed in try? feed.list.performBatchUpdates(nil) { [unowned feed] _ in feed.list.layoutIfNeeded() } }
    ),
    (
      "batch",
      { feed in
        feed.list.beginUpdates()
        try? feed.list.reloadRows(at: [ListPath(row: 1, section: 0)])
        try? feed.list.endUpdates()
      }
    ),
  ]

  func makeFeed() -> TestFeed {
    var tag = 0
    return TestFeed(
      [4.0, 3].map { height in
        TestFeed.Section(
          header: 1, footer: 1,
          rows: (0..<8).map { _ in
            tag += 1
            return TestFeed.Row(tag: tag, height: height)
          })
      })
  }

  /// Looks at everything, scrolls, changes, reloads; nothing of it may trap or go on for ever.
  func use(_ feed: TestFeed) {
    let list = feed.list
    _ = list.display.elements
    list.display.scroll(by: 9)
    list.display.selectNext()
    if feed.sections.indices.contains(1) {
      feed.sections[1].rows.insert(.init(tag: 77, height: 2), at: 0)
      try? list.insertRows(at: [ListPath(row: 0, section: 1)])
    }
    list.viewportSize.width = 11
    _ = list.display.elements
    list.reloadData()
    _ = list.visibleCells
    try? list.reloadSections([0])
    _ = list.contentSize
  }

  @Test func `a callback that acts once leaves a list that is right`() {
    var sample = Sample(oneIn: 6)
    for callback in Self.callbacks {
      for (name, deed) in Self.deeds {
        for turn in [1, 2, 5, 12] where sample.takesNext() {
          let feed = makeFeed()
          var calls = 0
          feed.interfere = { [unowned feed] called in
            guard called == callback else { return }
            calls += 1
            if calls == turn { deed(feed) }
          }
          use(feed)
          feed.interfere = nil
          finish(feed, "\(name) in \(callback), turn \(turn)")
        }
      }
    }
  }

  @Test func `a callback that always acts comes to an end`() {
    var sample = Sample(oneIn: 3)
    for callback in Self.callbacks {
      for (name, deed) in Self.deeds where sample.takesNext() {
        let feed = makeFeed()
        var depth = 0
        var deepest = 0
        feed.interfere = { [unowned feed] called in
          guard called == callback else { return }
          depth += 1
          defer { depth -= 1 }
          deepest = max(deepest, depth)
          if depth < 100 { deed(feed) }
        }
        use(feed)
        feed.interfere = nil
        if deepest > 20 { Issue.record("\(name) always in \(callback) goes \(deepest) deep") }
        finish(feed, "\(name) always in \(callback)")
      }
    }
  }

  /// The list must be whole afterwards, whatever has been done to it.
  private func finish(_ feed: TestFeed, _ label: String) {
    let list = feed.list
    list.rowHeight = nil
    // The books of tags and paths know nothing of changes inside callbacks: only the displays must balance.
    let wrong = feed.faults.first {
      $0.contains("begins twice") || $0.contains("has not begun") || $0.contains("shown cell")
    }
    if let wrong { Issue.record("\(label): \(wrong)") }
    list.delegate = feed
    list.dataSource = feed
    if !feed.shown.isEmpty { Issue.record("\(label): \(feed.shown.count) displays have not ended") }
    feed.faults = []
    feed.shownTags = []
    feed.listed = feed.sections
    if let fault = feed.fault { Issue.record("\(label), after a reload: \(fault)") }
  }

  @Test func `an update by the question for counts is refused`() {
    let feed = makeFeed()
    feed.list.layoutIfNeeded()
    var refused: ListUpdateError?
    feed.interfere = { [unowned feed] called in
      guard called == "sections" else { return }
      do { try feed.list.reloadRows(at: [ListPath(row: 0, section: 0)]) } catch { refused = error as? ListUpdateError }
    }
    try? feed.list.reloadRows(at: [ListPath(row: 0, section: 0)])
    #expect(refused == .refused(method: "reloadRows(at:with:)", reason: "the list is being loaded or updated"))
    refused = nil
    feed.list.reloadData()
    #expect(refused == .refused(method: "reloadRows(at:with:)", reason: "the list is being loaded or updated"))
  }

  @Test func `rows without a data source have empty cells`() {
    let list = ListView(size: ListSize(width: 9, height: 9))
    do {
      let feed = SharedCellSource()
      list.dataSource = feed
      #expect(list.numberOfRows(inSection: 0) == 3)
    }
    #expect(list.visibleCells.count == 1)
    list.reloadData()
    #expect(list.visibleCells.isEmpty)
  }

  @Test func `a cell that is given twice is shown once`() {
    for height in [3.0, nil] {
      let list = ListView(size: ListSize(width: 9, height: 9))
      let source = SharedCellSource()
      list.dataSource = source
      list.rowHeight = height
      list.estimatedRowHeight = 3
      let cells = list.visibleCells
      #expect(cells.count == 3)
      #expect(cells.count { $0 === source.cell } == 1)
      #expect(Set(cells.map { ObjectIdentifier($0) }).count == 3)
      #expect(list.indexPath(for: source.cell) == ListPath(row: 0, section: 0))
    }
  }
}

/// A data source that has one cell for all its rows.
private final class SharedCellSource: ListDataSource {
  let cell = ListCell(reuseIdentifier: "one")

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 3 }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { cell }
}

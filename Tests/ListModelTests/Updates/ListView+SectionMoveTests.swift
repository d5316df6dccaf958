import ListModel
import Testing

/// Sections that move with all that is known of them.
@Suite struct ListViewSectionMoveTests {
  let feed = TestFeed(
    (0..<3).map { section in
      TestFeed.Section(
        header: 1, footer: 1, rows: (0..<2).map { TestFeed.Row(tag: section * 10 + $0, height: 2) })
    }, height: 18)
  var list: ListView { feed.list }

  init() {
    list.allowsMultipleSelection = true
    list.layoutIfNeeded()
    _ = feed.takeEvents()
  }

  func shownViews() -> [ObjectIdentifier] { list.display.elements.map { ObjectIdentifier($0.view) } }

  func displays() -> [String] { feed.takeEvents().filter { !$0.hasPrefix("rows") && $0 != "sections" } }

  @Test func `a moved section keeps its views and its selection`() throws {
    let views = shownViews()
    list.selectRow(at: path(1, 2))
    list.selectRow(at: path(0, 0))
    feed.sections.insert(feed.sections.remove(at: 2), at: 0)
    try feed.change { () throws(ListUpdateError) in try list.moveSection(2, toSection: 0) }
    #expect(shownViews() == Array(views[8...] + views[..<8]))
    #expect(displays() == [])
    #expect(list.indexPathsForSelectedRows == [path(1, 0), path(0, 1)])
    #expect(list.visibleCells.map(\.isSelected) == [false, true, true, false, false, false])
    #expect(feed.fault == nil)
  }

  @Test func `rows of a moved section are deleted by its old number and inserted by its new`() throws {
    list.selectRow(at: path(1, 0))
    let kept = list.cellForRow(at: path(1, 0))
    let comer = list.cellForRow(at: path(0, 1))
    try feed.change { () throws(ListUpdateError) in
      try list.performBatchUpdates { () throws(ListUpdateError) in
        var moved = feed.sections.remove(at: 0)
        moved.rows[0] = TestFeed.Row(tag: 99, height: 2)
        moved.rows.append(feed.sections[0].rows.remove(at: 0))
        feed.sections.append(moved)
        try list.moveSection(0, toSection: 2)
        try list.deleteRows(at: [path(0, 0)])
        try list.insertRows(at: [path(0, 2)])
        try list.moveRow(at: path(0, 1), to: path(2, 2))
      }
    }
    #expect(list.cellForRow(at: path(1, 2)) === kept)
    #expect(list.cellForRow(at: path(2, 2)) === comer)
    #expect(list.indexPathsForSelectedRows == [path(1, 2)])
    #expect(displays() == ["end 0:0", "cell 2:0", "will 2:0"])
    #expect(feed.fault == nil)
  }

  @Test func `what leaves the view ends at its new place`() throws {
    list.viewportSize.height = 6
    list.layoutIfNeeded()
    _ = displays()
    feed.sections.append(feed.sections.remove(at: 0))
    try feed.change { () throws(ListUpdateError) in try list.moveSection(0, toSection: 2) }
    #expect(displays() == [])
    list.layoutIfNeeded()
    #expect(
      displays() == [
        "end 2:0", "end 2:1", "endHeader 2", "endFooter 2", "willHeader 0", "cell 0:0", "will 0:0", "cell 0:1",
        "will 0:1", "willFooter 0",
      ])
    #expect(feed.fault == nil)
  }

  @Test func `moving a section to itself changes nothing`() throws {
    let views = shownViews()
    try list.moveSection(1, toSection: 1)
    #expect(shownViews() == views)
    try list.moveRow(at: path(1, 1), to: path(1, 1))
    #expect(shownViews() == views)
    #expect(displays() == [])
  }

  @Test func `a move that breaks a rule is refused`() {
    let refused: [(ListUpdateError, (ListView) throws(ListUpdateError) -> Void)] = [
      (
        .noSuchSection(3, sectionsBefore: 3, for: .moveSection(3, to: 0)),
        { list throws(ListUpdateError) in try list.moveSection(3, toSection: 0) }
      ),
      (
        .noSuchSection(-1, sectionsBefore: 3, for: .moveSection(-1, to: 0)),
        { list throws(ListUpdateError) in try list.moveSection(-1, toSection: 0) }
      ),
      (
        .noPlaceForSection(3, sectionsAfter: 3, for: .moveSection(0, to: 3)),
        { list throws(ListUpdateError) in try list.moveSection(0, toSection: 3) }
      ),
      (
        .sectionChangedTwice(0, by: .reload, and: .move),
        { list throws(ListUpdateError) in
          list.beginUpdates()
          try list.moveSection(0, toSection: 1)
          try list.reloadSections([0])
          try list.endUpdates()
        }
      ),
      (
        .sectionTakenTwice(1, by: .insertSection(1), and: .moveSection(0, to: 1)),
        { list throws(ListUpdateError) in
          list.beginUpdates()
          try list.moveSection(0, toSection: 1)
          try list.insertSections([1])
          try list.endUpdates()
        }
      ),
    ]
    let views = shownViews()
    for (error, move) in refused { #expect(throws: error) { try move(list) } }
    #expect(shownViews() == views)
    #expect(displays() == [])
  }
}

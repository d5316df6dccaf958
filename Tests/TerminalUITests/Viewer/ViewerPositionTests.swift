import ListModel
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct ViewerPositionTests {
  private let world = ViewerWorld(ViewerWorld.plainCards(20), size: ScreenSize(columns: 80, rows: 17))

  private func path(_ row: Int) -> ListPath { ListPath(row: row, section: 0) }

  /// Performs a change of the list, and returns the selected item and its row on the screen.
  private func changing(
    _ change: (ListView) throws(ListUpdateError) -> Void
  ) throws -> (item: Int?, row: Int?) {
    try world.viewer.keepingPosition { () throws(ListUpdateError) in try change(world.list) }
    return (world.selected?.number, world.rowOfSelection)
  }

  private func insert(_ count: Int, at row: Int, _ list: ListView) throws(ListUpdateError) {
    let items = (0..<count).map { WorldItem(100 + $0, Card(title: "new")) }
    world.sections[0].items.insert(contentsOf: items, at: row)
    try list.insertRows(at: (row..<row + count).map(path))
  }

  private func delete(_ rows: Range<Int>, _ list: ListView) throws(ListUpdateError) {
    world.sections[0].items.removeSubrange(rows)
    try list.deleteRows(at: rows.map(path))
  }

  @Test func `rows that come above or go there do not move the selected card`() throws {
    try world.press("jjj<c-e><c-e>")
    let row = try #require(world.rowOfSelection)
    #expect(try changing { list throws(ListUpdateError) in try insert(4, at: 0, list) } == (3, row))
    #expect(try changing { list throws(ListUpdateError) in try insert(2, at: 6, list) } == (3, row))
    #expect(try changing { list throws(ListUpdateError) in try delete(0..<3, list) } == (3, row))
    #expect(world.text[row] == "▌ item 3")
  }

  @Test func `at the very top a new row moves the first card only if there is no other way`() throws {
    #expect(try changing { list throws(ListUpdateError) in try insert(3, at: 0, list) } == (0, 0))
    #expect(world.list.contentOffset == 6)
    try world.press("g")
    #expect(world.selected?.number == 100)
    #expect(try changing { list throws(ListUpdateError) in try delete(1..<2, list) } == (100, 0))
  }

  @Test func `a reloaded row is selected again`() throws {
    for (keys, item) in [("", 0), ("jj", 2), ("G", 19), ("Gk", 18)] {
      try world.press("g" + keys)
      let row = world.rowOfSelection
      #expect(try changing { list throws(ListUpdateError) in try list.reloadRows(at: [path(item)]) } == (item, row))
    }
  }

  @Test func `the row that follows a deleted or hidden one is selected, or the last one`() throws {
    try world.press("jj")
    #expect(try changing { list throws(ListUpdateError) in try delete(2..<3, list) } == (3, 8))
    #expect(try changing { list throws(ListUpdateError) in try delete(1..<4, list) } == (5, 4))
    world.sections[0].items[1].isHidden = true
    world.viewer.redrawCards()
    #expect(world.selected?.number == 6)
    try world.press("G")
    #expect(try changing { list throws(ListUpdateError) in try delete(15..<16, list) }.item == 18)
    world.sections[0].items[14].isHidden = true
    world.viewer.redrawCards()
    #expect(world.selected?.number == 17)
  }

  @Test func `where every row is hidden there is nothing to open`() throws {
    for item in world.sections[0].items { item.isHidden = true }
    world.viewer.redrawCards()
    try world.press("<enter>jG b")
    #expect(world.viewer.opened == nil && world.viewer.selectedCell == nil)
    for item in world.sections[0].items { item.isHidden = false }
    world.viewer.redrawCards()
    try world.press("g")
    #expect(world.selected?.number == 0)
    #expect(world.text[0] == "▌ item 0")
  }

  @Test func `all rows may go and come`() throws {
    _ = try changing { list throws(ListUpdateError) in try delete(0..<20, list) }
    #expect(world.selected == nil && world.text[0].isEmpty)
    #expect(try changing { list throws(ListUpdateError) in try insert(5, at: 0, list) } == (100, 0))
  }

  @Test func `of a card that is too high the beginning is shown`() throws {
    let text = SafeText("one two three four five six seven eight nine ten", limits: .body)
    let card = Card(title: text, author: "Ada", summary: text, link: try SafeLink("https://a.example"))
    let world = ViewerWorld([card, card, card], size: ScreenSize(columns: 14, rows: 30))
    try world.press("j")
    _ = world.viewer.handle(.resize(ScreenSize(columns: 12, rows: 5)))
    #expect(world.rowOfSelection == 0)
    #expect(world.text[0] == "▌one two")
  }

  @Test func `an error of the change is passed on, and the position kept`() throws {
    try world.press("jj")
    #expect(throws: ListUpdateError.self) {
      try world.viewer.keepingPosition { () throws(ListUpdateError) in try world.list.deleteRows(at: [path(99)]) }
    }
    #expect(world.selected?.number == 2 && world.rowOfSelection == 8)
  }
}

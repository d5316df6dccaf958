import FeedFormats
import ListModel
import Placement
import Testing

@testable import FeedWeaveCommand

@Suite struct LiveContentTests {
  private func items(_ names: String...) -> [FeedItem] {
    names.map { name in
      var item = FeedItem()
      item.id = name
      return item
    }
  }

  @Test func theListIsToldOfOneBatch() throws {
    let content = LiveContent()
    let list = ListView.ofFeedCells(height: 9)
    content.load(items("a", "b", "c"), in: list)
    let changes = try content.update(to: items("c", "a", "d"), in: list)
    #expect(changes.rows.deletes.map(\.row) == [1] && changes.rows.inserts.map(\.row) == [2])
    #expect(changes.rows.moves.map { [$0.from.row, $0.to.row] } == [[2, 0]] && changes.sections.isEmpty)
    let shown = list.display.elements.compactMap { ($0.view as? FeedCell)?.item.id }
    #expect(shown == ["c", "a", "d"] && content.items == items("c", "a", "d"))
  }

  @Test func anUpdateThatTheListRefusesLeavesTheItemsAsTheyWere() {
    let content = LiveContent()
    let list = ListView.ofFeedCells(height: 9)
    content.load(items("a", "b", "c"), in: list)
    // A list of nobody has no rows that could go.
    let stranger = ListView.ofFeedCells(height: 9)
    #expect(throws: ListUpdateError.self) { try content.update(to: items("a"), in: stranger) }
    #expect(content.items == items("a", "b", "c"))
    #expect(list.display.elements.count == 3)
  }
}

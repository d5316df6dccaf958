import FeedFormats
import ListModel
import Placement
import Testing

@testable import FeedWeaveCommand

@Suite struct FeedContentTests {
  private func items(_ names: String...) -> [FeedItem] {
    names.map { name in
      var item = FeedItem()
      item.id = name
      return item
    }
  }

  private func list(of content: FeedContent) -> ListView {
    let list = ListView.ofLines(height: 9)
    list.register(FeedCell.self, forCellReuseIdentifier: FeedCell.identifier)
    list.dataSource = content
    list.reloadData()
    return list
  }

  private func content(_ items: [FeedItem]) -> FeedContent {
    var document = FeedDocument(format: .jsonFeed)
    document.items = items
    return FeedContent([FeedSection(file: .path("x"), name: nil, document: document)])
  }

  @Test func `the list is told of one batch`() throws {
    let content = content(items("a", "b", "c"))
    let list = list(of: content)
    let changes = try content.update(to: [items("c", "a", "d")], in: list)
    #expect(changes.rows.deletes.map(\.row) == [1] && changes.rows.inserts.map(\.row) == [2])
    #expect(changes.rows.moves.map { [$0.from.row, $0.to.row] } == [[2, 0]] && changes.sections.isEmpty)
    let shown = list.display.elements.compactMap { ($0.view as? FeedCell)?.item.id }
    #expect(shown == ["c", "a", "d"] && content.items == [items("c", "a", "d")])
  }

  @Test func `an update that the list refuses leaves the items as they were`() {
    let content = content(items("a", "b", "c"))
    let list = list(of: content)
    // A list of nobody has no rows that could be deleted.
    let stranger = ListView.ofLines(height: 9)
    #expect(throws: ListUpdateError.self) { try content.update(to: [items("a")], in: stranger) }
    #expect(content.items == [items("a", "b", "c")])
    #expect(list.display.elements.count == 3)
  }
}

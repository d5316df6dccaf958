@testable import ListModel
import Testing

/// A data source with an index, which answers as it is told.
private final class Phonebook: ListDataSource {
  var counts = [3, 0, 2, 4]
  var titles: [String]? = ["A", "B", "C", "D"]
  var section: (Int) -> Int = { $0 }
  var row: ListPath?
  private(set) var events: [String] = []
  var onEvent: ((ListView) -> Void)?

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  func numberOfSections(in list: ListView) -> Int { counts.count }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { counts[section] }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { "Section \(section)" }

  func sectionIndexTitles(for list: ListView) -> [String]? {
    events.append("titles")
    onEvent?(list)
    return titles
  }

  func list(_ list: ListView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    events.append("section \(title) \(index)")
    onEvent?(list)
    return section(index)
  }

  func list(_ list: ListView, indexPathForIndexTitle title: String, at index: Int) -> ListPath? {
    events.append("row \(title) \(index)")
    return row
  }
}

/// A data source that leaves the sections of its index to the list.
private final class PlainBook: ListDataSource {
  func numberOfSections(in list: ListView) -> Int { 3 }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 4 }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  func sectionIndexTitles(for list: ListView) -> [String]? { ["x", "y", "z", "beyond"] }
}

@Suite struct ListViewIndexTests {
  private let book = Phonebook()
  let list = ListView(size: ListSize(width: 10, height: 5))

  init() {
    list.rowHeight = 2
    list.sectionHeaderHeight = 1
    list.dataSource = book
  }

  @Test func `the titles are asked for once until they are reloaded`() {
    #expect(list.display.sectionIndexTitles == ["A", "B", "C", "D"])
    #expect(list.display.sectionIndexTitles.count == 4)
    #expect(book.takeEvents() == ["titles"])
    book.titles = ["Z"]
    list.reloadSectionIndexTitles()
    #expect(book.takeEvents() == [])
    #expect(list.display.sectionIndexTitles == ["Z"])
    book.titles = nil
    list.reloadData()
    #expect(list.display.sectionIndexTitles == [])
    #expect(!list.display.selectIndexTitle(at: 0))
    #expect(book.takeEvents() == ["titles", "titles"])
  }

  @Test func `atouched title brings its section to the top`() {
    #expect(list.display.selectIndexTitle(at: 2))
    #expect(list.contentOffset == list.rect(forSection: 2).minY)
    #expect(list.headerView(forSection: 2) != nil)
    #expect(book.takeEvents() == ["titles", "row C 2", "section C 2"])
    book.section = { _ in 1 }
    #expect(list.display.selectIndexTitle(at: 3))
    #expect(list.contentOffset == 7)
    #expect(!list.display.selectIndexTitle(at: 4))
    #expect(!list.display.selectIndexTitle(at: -1))
  }

  @Test func `a section after the last is the last and a negative one none`() {
    book.section = { _ in 40 }
    #expect(list.display.selectIndexTitle(at: 0))
    #expect(list.contentOffset == list.rect(forSection: 3).minY)
    book.section = { _ in -1 }
    #expect(!list.display.selectIndexTitle(at: 0))
    #expect(list.contentOffset == list.rect(forSection: 3).minY)
    book.counts = []
    list.reloadData()
    #expect(!list.display.selectIndexTitle(at: 0))
  }

  @Test func `a title may stand for a row`() {
    book.row = path(1, 2)
    #expect(list.display.selectIndexTitle(at: 0))
    #expect(list.contentOffset == list.rectForRow(at: path(1, 2)).minY)
    #expect(book.takeEvents() == ["titles", "row A 0"])
    book.row = path(9, 9)
    #expect(!list.display.selectIndexTitle(at: 0))
  }

  @Test func `without an answer a title stands for the section of its number`() {
    let plain = PlainBook()
    list.dataSource = plain
    #expect(list.display.selectIndexTitle(at: 1))
    #expect(list.contentOffset == list.rect(forSection: 1).minY)
    #expect(list.display.selectIndexTitle(at: 3))
    #expect(list.contentOffset == list.rect(forSection: 2).minY)
    list.dataSource = nil
    #expect(list.display.sectionIndexTitles == [])
  }

  @Test func `sections far away are found though no row is measured`() {
    list.rowHeight = nil
    list.estimatedRowHeight = 50
    book.counts = [30, 30, 30]
    list.reloadData()
    #expect(list.display.selectIndexTitle(at: 2))
    #expect(list.contentOffset == list.rect(forSection: 2).minY)
  }

  @Test func `a callback may reload`() {
    book.onEvent = { [book] list in
      book.onEvent = nil
      book.titles = ["N"]
      list.reloadData()
    }
    #expect(list.display.sectionIndexTitles == ["N"])
    book.onEvent = { $0.reloadData() }
    #expect(!list.display.selectIndexTitle(at: 0))
    #expect(list.contentOffset == 0)
  }

  @Test func `every method is a message`() throws {
    try MessageWatch().expect(
      [("reloadSectionIndexTitles()", { list in list.reloadSectionIndexTitles() })], toSend: ListView.indexMessages)
  }
}

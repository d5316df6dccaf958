import FeedWeave
import Interception
import ListModel
import Placement
import Testing

final class Cell: ListCell {
  var text = ""
}

final class Content: ListDataSource, ListDelegate {
  var rows: [[String]]
  var log: [String] = []
  init(_ rows: [[String]]) { self.rows = rows }
  func numberOfSections(in list: ListView) -> Int { rows.count }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { rows[section].count }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
    let cell = Cell(reuseIdentifier: nil)
    cell.text = rows[path.section][path.row]
    return cell
  }
  func list(_ list: ListView, didSelectRowAt path: ListPath) { log.append("select \(path)") }
  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? { 1 }
}

final class Ads: WeaverDataSource, WeaverDelegate {
  var log: [String] = []
  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
    let cell = Cell(reuseIdentifier: nil)
    cell.text = "AD \(path.row)"
    return cell
  }
  func weaver(_ weaver: ListWeaver, heightForRowAt path: FeedPath) -> Double? { 1 }
  func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) { log.append("select \(path)") }
}

func texts(_ list: ListView) -> [String] {
  list.display.elements.compactMap { ($0.view as? Cell)?.text }
}

struct WeavingTests {
  @Test func insertedRowsStandWhereTheyWereAskedForAndTheContentSideSeesNone() throws {
    let content = Content([["a", "b", "c", "d"]])
    let ads = Ads()
    let list = ListView(size: ListSize(width: 10, height: 10))
    list.dataSource = content
    list.delegate = content
    #expect(texts(list) == ["a", "b", "c", "d"])
    let weaver = list.weaver
    weaver.dataSource = ads
    weaver.delegate = ads
    try weaver.insertRows(at: [FeedPath(section: 0, row: 1), FeedPath(section: 0, row: 3)])
    list.reloadData()
    #expect(texts(list) == ["a", "AD 1", "b", "AD 3", "c", "d"])
    #expect(list.numberOfRows(inSection: 0) == 4)
    #expect(list.rectForRow(at: ListPath(row: 1, section: 0)).minY == 2)
    #expect(list.indexPathsForVisibleRows.count == 4)
    #expect(list.visibleCells.count == 4)
    #expect(weaver.visibleCells(.inserted).count == 2)
    list.display.select(at: ListPoint(x: 0, y: 2))
    list.display.select(at: ListPoint(x: 0, y: 3))
    #expect(content.log == ["select 0:1"])
    #expect(ads.log == ["select feed 0:3"])
    content.rows[0].insert("z", at: 1)
    try list.insertRows(at: [ListPath(row: 1, section: 0)])
    #expect(texts(list) == ["a", "AD 1", "z", "AD 3", "b", "c", "d"])
    #expect(list.dataSource === content)
    #expect(list.actualClass !== list.statedClass)
    weaver.remove()
    #expect(list.actualClass === list.statedClass)
    #expect(texts(list) == ["a", "z", "b", "c", "d"])
    #expect(list.dataSource === content)
  }
}

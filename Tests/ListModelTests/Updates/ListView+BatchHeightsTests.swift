import ListModel
import Testing

/// Heights in updates: each asks for the heights of the rows in view again (UIKit's way to open a row).
struct ListViewBatchHeightsTests {
  private let feed = TestFeed(heights: [[2, 2, 2, 2, 2, 2, 2, 2]], height: 10)
  private var list: ListView { feed.list }

  private func heights() -> [Double] {
    (0..<8).map { list.rectForRow(at: ListPath(row: $0, section: 0)).size.height }
  }

  private func setHeight(_ height: Double, ofRow row: Int) {
    feed.sections[0].rows[row].height = height
  }

  @Test func `An empty batch asks for the heights of the rows in view again`() throws {
    list.layoutIfNeeded()
    setHeight(5, ofRow: 1)
    list.layoutIfNeeded()
    #expect(list.rectForRow(at: ListPath(row: 2, section: 0)).minY == 4, "nothing has said that a height changed")
    feed.heightsAsked = []
    list.beginUpdates()
    try list.endUpdates()
    list.layoutIfNeeded()
    #expect(list.rectForRow(at: ListPath(row: 1, section: 0)).size.height == 5)
    #expect(list.rectForRow(at: ListPath(row: 2, section: 0)).minY == 7)
    #expect(feed.heightsAsked.map(\.row) == [0, 1, 2, 3], "each row that is in view now, once")
    try list.performBatchUpdates(nil)
    list.layoutIfNeeded()
    #expect(feed.heightsAsked.count == 8)
  }

  @Test func `A single update asks as a batch does`() throws {
    list.layoutIfNeeded()
    setHeight(1, ofRow: 0)
    feed.sections[0].rows.remove(at: 7)
    try list.deleteRows(at: [ListPath(row: 7, section: 0)])
    list.layoutIfNeeded()
    #expect(list.rectForRow(at: ListPath(row: 0, section: 0)).size.height == 1)
  }

  @Test func `Rows above the view keep their heights, and the first row in view its position`() throws {
    list.layoutIfNeeded()
    list.contentOffset = 5
    list.layoutIfNeeded()
    for row in 0..<8 { setHeight(4, ofRow: row) }
    feed.heightsAsked = []
    list.beginUpdates()
    try list.endUpdates()
    list.layoutIfNeeded()
    #expect(feed.heightsAsked.map(\.row) == [2, 3, 4], "rows 0 and 1 are above the view")
    #expect(Array(heights()[..<5]) == [2, 2, 4, 4, 4])
    #expect(list.rectForRow(at: ListPath(row: 2, section: 0)).minY - list.contentOffset == -1)
  }

  @Test func `An open row closes again, and a header keeps its height`() throws {
    feed.sections[0].header = 1
    list.reloadData()
    list.layoutIfNeeded()
    feed.sections[0].header = 3
    for height in [6.0, 2, 7] {
      setHeight(height, ofRow: 0)
      list.beginUpdates()
      try list.endUpdates()
      list.layoutIfNeeded()
      let row = list.rectForRow(at: ListPath(row: 0, section: 0))
      #expect((row.minY, row.size.height) == (1, height))
    }
  }
}

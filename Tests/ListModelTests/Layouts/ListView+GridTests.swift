import Testing

@testable import ListModel

@Suite struct ListViewGridTests {
  @Test func `rows out of view keep to their lines after an update`() throws {
    let feed = TestFeed(heights: [[Double](repeating: 9, count: 12)], height: 200)
    let list = feed.list
    list.viewportSize.width = 12
    list.layout = .grid(columns: 3)
    list.layoutIfNeeded()
    // All lines have been seen; below the change they are made up again as they come into view.
    list.viewportSize.height = 4
    list.layoutIfNeeded()
    feed.sections[0].rows.insert(.init(tag: 99, height: 9), at: 0)
    try feed.change { () throws(ListUpdateError) in try list.insertRows(at: [path(0)]) }
    let rects = (0..<13).map { list.rectForRow(at: path($0)) }
    for (row, rect) in rects.enumerated() where row + 3 < rects.count {
      #expect(rect.maxY <= rects[row + 3].minY, "row \(row)")
    }
    list.viewportSize.height = 200
    list.layoutIfNeeded()
    #expect((0..<13).allSatisfy { list.rectForRow(at: path($0)).size.height == 9 })
  }
}

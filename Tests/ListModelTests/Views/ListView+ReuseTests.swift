import Testing

@testable import ListModel

@Suite struct ListViewReuseTests {
  @Test func `cells out of sight are used again`() {
    let feed = TestFeed(heights: [Array(repeating: 4, count: 1000)])
    var seen: Set<ObjectIdentifier> = []
    var kept: [ListCell] = []
    for step in 0..<900 {
      feed.list.contentOffset = Double(step * 4)
      for cell in feed.list.visibleCells where seen.insert(ObjectIdentifier(cell)).inserted { kept.append(cell) }
    }
    #expect(kept.count == 3)
    #expect(kept.compactMap { ($0 as? TagCell)?.preparations }.reduce(0, +) == 902 - 3)
    #expect(feed.fault == nil)
  }

  @Test func `a registered class makes the cells of its identifier`() {
    let list = ListView(size: ListSize(width: 1, height: 1))
    #expect(list.dequeueReusableCell(withIdentifier: "x") == nil)
    list.register(TagCell.self, forCellReuseIdentifier: "x")
    let cell = list.dequeueReusableCell(withIdentifier: "x")
    #expect(cell is TagCell)
    #expect(cell?.reuseIdentifier == "x")
    #expect((cell as? TagCell)?.preparations == 0)
    #expect(list.dequeueReusableCell(withIdentifier: "x", for: path(0)) !== cell)
    #expect(list.dequeueReusableCell(withIdentifier: "y") == nil)
  }

  @Test func `an identifier without a class is a mistake`() async {
    await #expect(processExitsWith: .failure) {
      _ = ListView(size: ListSize(width: 1, height: 1))
        .dequeueReusableCell(withIdentifier: "x", for: ListPath(row: 0, section: 0))
    }
  }

  @Test func `cells without identifier are not kept`() {
    var pool = ReusePool()
    pool.insert(ListCell(reuseIdentifier: nil))
    #expect(pool.cells.isEmpty)
  }

  @Test func `the pool is bounded`() {
    var pool = ReusePool()
    for number in 0..<1000 { pool.insert(ListCell(reuseIdentifier: "\(number)")) }
    #expect(pool.cells.count == ReusePool.limit)
    #expect(pool.take("999") != nil)
    #expect(pool.take("999") == nil)
    #expect(pool.take("0") == nil)
  }

  @Test func `a cell is in the pool once and reset`() {
    var pool = ReusePool()
    let cell = ListCell(reuseIdentifier: "x")
    cell.isSelected = true
    cell.isHighlighted = true
    pool.insert(cell)
    pool.insert(cell)
    #expect(!cell.isSelected && !cell.isHighlighted)
    #expect(pool.take("x") === cell)
    #expect(pool.take("x") == nil)
  }

  @Test func `a cell that its owner kept is not handed out while it is shown`() {
    let owner = KeepingSource()
    let list = ListView(size: ListSize(width: 1, height: 2))
    list.rowHeight = 1
    list.dataSource = owner
    list.layoutIfNeeded()
    for offset in [4.0, 0, 7, 1, 0] {
      list.contentOffset = offset
      list.layoutIfNeeded()
    }
    var pooled: [ListCell] = []
    while let cell = list.dequeueReusableCell(withIdentifier: "kept") { pooled.append(cell) }
    #expect(list.visibleCells.count == 2)
    #expect(pooled.count == 5)
    for cell in list.visibleCells { #expect(!pooled.contains { $0 === cell }) }
  }
}

/// A data source that keeps the cell of each row.
private final class KeepingSource: ListDataSource {
  let cells = (0..<10).map { _ in ListCell(reuseIdentifier: "kept") }

  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { cells.count }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { cells[path.row] }
}

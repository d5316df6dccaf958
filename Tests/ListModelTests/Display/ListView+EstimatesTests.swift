import ListModel
import TestSupport
import Testing

/// Rows and edges that are estimated, and say how often.
private final class Estimates: ListDataSource, ListDelegate {
  var counts = [1_000_000]
  var estimate: Double? = 20
  var edge: Double?
  private(set) var estimated: [ListPath] = []
  private(set) var measured: [ListPath] = []
  private(set) var edges: [String] = []
  var interfere: (() -> Void)?

  var asked: Int { estimated.count + measured.count }

  func numberOfSections(in list: ListView) -> Int { counts.count }
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { counts[section] }
  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func list(_ list: ListView, heightForRowAt path: ListPath) -> Double? {
    measured.append(path)
    return 30
  }

  func list(_ list: ListView, estimatedHeightForRowAt path: ListPath) -> Double? {
    estimated.append(path)
    interfere?()
    return estimate
  }

  func list(_ list: ListView, estimatedHeightForHeaderInSection section: Int) -> Double? {
    edges.append("estimate \(section)")
    return edge
  }

  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? {
    edges.append("measure \(section)")
    return 6
  }

  func list(_ list: ListView, estimatedHeightForFooterInSection section: Int) -> Double? { edge }
  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 4 }
}

@Suite struct ListViewEstimatesTests {
  private func makeList(_ feed: Estimates) -> ListView {
    let list = ListView(size: ListSize(width: 40, height: 300))
    list.estimatedRowHeight = 10
    list.dataSource = feed
    list.delegate = feed
    return list
  }

  private func row(_ row: Int) -> ListPath { ListPath(row: row, section: 0) }

  @Test func `opening a million rows asks about those near the viewport only`() {
    let feed = Estimates()
    let list = makeList(feed)
    list.layoutIfNeeded()
    #expect(feed.measured.map(\.row) == Array(0..<10))
    #expect(feed.estimated.map(\.row) == Array(10..<25))
    #expect(list.contentSize.height == 6 + 10 * 30 + 15 * 20 + Double(1_000_000 - 25) * 10 + 4)
  }

  @Test func `the middle of a million rows is reached by asking about a viewport`() {
    let feed = Estimates()
    let list = makeList(feed)
    list.scrollToRow(at: row(500_000), at: .middle)
    #expect(list.rectForRow(at: row(500_000)).minY - list.contentOffset == 135)
    #expect(feed.asked < 150)
    let asked = feed.asked
    #expect(list.rectForRow(at: row(900_000)).size.height == 20)
    #expect(feed.asked == asked + 1 && feed.estimated.last == row(900_000))
    let found = list.indexPathForRow(at: ListPoint(x: 1, y: 8_000_000))
    #expect(found != nil && feed.asked <= asked + 4)
    #expect(list.rectForRow(at: found ?? row(0)).minY <= 8_000_000)
    #expect(Set(feed.estimated).count == feed.estimated.count && Set(feed.measured).count == feed.measured.count)
  }

  @Test func `rows in view stay where they are when rows above them are estimated`() {
    let feed = Estimates()
    let list = makeList(feed)
    list.scrollToRow(at: row(500), at: .top)
    let distance = list.rectForRow(at: row(500)).minY - list.contentOffset
    #expect(list.rectForRow(at: row(100)).size.height == 20)
    #expect(list.rectForRow(at: row(500)).minY - list.contentOffset == distance)
  }

  @Test func `rows without an estimate have the lists`() {
    let feed = Estimates()
    feed.estimate = nil
    let list = makeList(feed)
    #expect(list.rectForRow(at: row(700)).size.height == 10)
    for nonsense in [Double.nan, -5, 0] {
      feed.estimate = nonsense
      #expect(list.rectForRow(at: row(800 + Int(feed.estimated.count))).size.height == 1)
    }
    list.rowHeight = 12
    let asked = feed.estimated.count
    #expect(list.rectForRow(at: row(900)).size.height == 12)
    #expect(feed.estimated.count == asked)
  }

  @Test func `headers that are estimated are measured when they come into view`() {
    let feed = Estimates()
    feed.counts = [40, 40, 40]
    feed.edge = 2
    let list = makeList(feed)
    list.layoutIfNeeded()
    #expect(feed.edges == ["estimate 0", "estimate 1", "estimate 2", "measure 0"])
    #expect(list.rectForHeader(inSection: 0).size.height == 6)
    #expect(list.rectForHeader(inSection: 2).size.height == 2)
    list.scrollToRow(at: ListPath(row: 39, section: 2), at: .bottom)
    list.scrollToRow(at: ListPath(row: 0, section: 2), at: .middle)
    #expect(list.rectForHeader(inSection: 2).size.height == 6)
    #expect(feed.edges.filter { $0 == "measure 2" }.count == 1)
    #expect(list.rectForRow(at: ListPath(row: 0, section: 2)).minY - list.contentOffset == 135)
  }

  @Test func `headers that are not estimated are measured at once`() {
    let feed = Estimates()
    feed.counts = [20, 20]
    let list = makeList(feed)
    #expect(list.numberOfSections == 2)
    #expect(feed.edges == ["estimate 0", "measure 0", "estimate 1", "measure 1"])
  }

  @Test func `whatever is estimated what is in view is right`() throws {
    for seed in 1...Sample.of(30, few: 10) as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let feed = TestFeed(
        heights: (0..<3).map { _ in (0..<40).map { _ in Double(Int.random(in: 0...9, using: &random)) } })
      feed.estimates = { Double(($0.row &* 7 &+ $0.section &* 3) % 12) }
      for step in 0..<40 {
        let row = ListPath(
          row: Int.random(in: 0..<40, using: &random), section: Int.random(in: 0..<3, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: feed.list.scrollToRow(at: row, at: .top)
        case 1: _ = feed.list.rectForRow(at: row)
        case 2: feed.list.contentOffset = Double(Int.random(in: 0...500, using: &random))
        case 3: feed.list.display.scroll(by: Double(Int.random(in: -9...9, using: &random)))
        default:
          let point = ListPoint(x: 1, y: Double(Int.random(in: 0...500, using: &random)))
          if let found = feed.list.indexPathForRow(at: point) {
            let rect = feed.list.rectForRow(at: found)
            if rect.minY > point.y || rect.maxY <= point.y { Issue.record("seed \(seed): \(found) is not at \(point)") }
          }
        }
        if let fault = feed.fault {
          Issue.record("seed \(seed), step \(step): \(fault)")
          return
        }
      }
      #expect(Set(feed.estimatesAsked).count == feed.estimatesAsked.count, "seed \(seed)")
      #expect(Set(feed.heightsAsked).count == feed.heightsAsked.count, "seed \(seed)")
    }
  }

  @Test func `a million sections are opened and reached`() {
    let middle = Sample.of(1 << 19, few: 1 << 14)
    let feed = Estimates()
    feed.counts = Array(repeating: 1, count: 2 * middle)
    let list = makeList(feed)
    list.scrollToRow(at: ListPath(row: 0, section: middle), at: .top)
    #expect(list.indexPathsForVisibleRows.first == ListPath(row: 0, section: middle))
    #expect(feed.asked < 150)
  }

  @Test func `an estimate may reload the list`() {
    let feed = Estimates()
    let list = makeList(feed)
    var left = 3
    feed.interfere = { [weak list, unowned feed] in
      guard left > 0 else { return }
      left -= 1
      feed.counts = [left * 10]
      list?.reloadData()
    }
    list.layoutIfNeeded()
    _ = list.rectForRow(at: row(5))
    _ = list.indexPathForRow(at: ListPoint(x: 0, y: 90))
    list.scrollToRow(at: row(9), at: .top)
    #expect(list.numberOfRows(inSection: 0) == feed.counts[0])
  }
}

import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What the original library gets wrong about who is told of what, and what a list does where nobody says.
struct OriginalDefectsOwnersTests {
  @Test func `the end of an insertion that is gone is no row of the content`() {
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 0), feed(0, 1), feed(0, 3)])
    list.layoutIfNeeded()
    ads.rows = []
    _ = desk.takeLog()
    list.reloadData()
    list.layoutIfNeeded()
    #expect(desk.takeLog().filter { $0.hasPrefix("did end 0") } == ["did end 0:0 a", "did end 0:1 b"])
    #expect(
      ads.displays.filter { $0.hasPrefix("end") && $0.contains("insertion") } == [
        "end feed 0:0 insertion(0)", "end feed 0:1 insertion(1)", "end feed 0:3 insertion(2)",
      ])
    #expect(texts(list) == ["a", "b"])
  }

  @Test func `the end of an insertion behind which there is no content any more is no row of the content`() {
    let (list, desk, ads) = wovenList([["a", "b"], ["c"]], at: [feed(0, 1), feed(1, 0), feed(2, 1)], sections: [1])
    list.layoutIfNeeded()
    desk.articles = []
    _ = desk.takeLog()
    list.reloadData()
    list.layoutIfNeeded()
    #expect(desk.takeLog().filter { $0.hasPrefix("did end") && !$0.contains("header") }.count == 3)
    #expect(ads.displays.filter { $0.hasPrefix("end") && $0.contains("insertion") }.count == 3)
  }

  @Test func `an insertion in row zero leaves the header to the content`() {
    let (list, desk, ads) = wovenList([["a"], ["b"], ["c"]], at: [feed(0, 0), feed(1, 0), feed(2, 0)])
    list.layoutIfNeeded()
    let titles = list.display.elements.filter { $0.kind == .header }.map { ($0.view as? ListTitleView)?.title }
    #expect(titles == ["Section 0", "Section 1", "Section 2"])
    #expect((0..<3).map { list.rectForHeader(inSection: $0).size.height } == [28, 28, 2])
    #expect(
      desk.takeLog().filter { $0.contains("header") } == (0..<3).map { "will display header \($0) Section \($0)" })
    #expect(ads.takeLog().isEmpty)
  }

  @Test func `the header of an inserted section is told to its owner only`() {
    let (list, desk, _) = wovenList([["a"], ["b"]], at: [feed(1, 0)], sections: [1])
    let listener = SectionListener()
    list.kept.append(listener)
    list.weaver.delegate = listener
    list.layoutIfNeeded()
    list.reloadData()
    #expect(
      listener.heard == ["will display header 1", "will display footer 1", "did end header 1", "did end footer 1"])
    #expect(
      desk.takeLog().filter { $0.contains("header") } == [
        "will display header 0 Section 0", "will display header 1 Section 1", "did end header 0", "did end header 1",
      ])
  }

  @Test func `rows have the list's height where no delegate says`() {
    let (list, _, _) = wovenList([["a", "b"]], at: [feed(0, 1)])
    list.delegate = nil
    list.weaver.delegate = nil
    list.reloadData()
    list.layoutIfNeeded()
    #expect(
      list.weaver.rawList.indexPathsForVisibleRows.map { list.weaver.rawList.rectForRow(at: $0).size.height } == [
        44, 44, 44,
      ])
    list.rowHeight = 7
    list.layoutIfNeeded()
    #expect(
      list.weaver.rawList.indexPathsForVisibleRows.map { list.weaver.rawList.rectForRow(at: $0).size.height } == [
        7, 7, 7,
      ])
    // By a touch, too, it does as a list without a delegate does.
    #expect(touch(list, feed: path(0, 1)))
    #expect(touch(list, feed: path(0, 2)))
    #expect(list.indexPathForSelectedRow == path(0, 1))
  }

  @Test func `footers have their own height`() {
    let desk = NewsDesk([["a"], ["b"]])
    let heights = SectionHeights()
    let list = makeList(desk)
    list.kept.append(heights)
    list.delegate = heights
    list.weaver.dataSource = heights
    list.weaver.delegate = heights
    #expect((0..<2).map { list.rectForHeader(inSection: $0).size.height } == [10, 11])
    #expect((0..<2).map { list.rectForFooter(inSection: $0).size.height } == [20, 21])
    let raw = (0..<3).compactMap { section in
      list.weaver.rawList.perform { ($0.rectForHeader(inSection: section), $0.rectForFooter(inSection: section)) }
    }
    #expect(raw.map { $0.0.size.height } == [10, 28, 11])
    #expect(raw.map { $0.1.size.height } == [20, 5, 21])
  }

  @Test func `what nobody says is what a list without weaving does`() {
    for answers in [false, true] {
      let desk = NewsDesk([["a", "b"], ["c"]])
      let plain = makeList(desk)
      let (woven, _, _) = wovenList(desk.articles, at: [])
      if !answers {
        plain.delegate = nil
        woven.delegate = nil
        woven.weaver.delegate = nil
        woven.weaver.dataSource = nil
      }
      let frames = [plain, woven].map { list in list.display.elements.map(\.frame) }
      #expect(frames[0] == frames[1])
      #expect(plain.contentSize == woven.contentSize)
    }
  }

  @Test func `owners that have no method but the required ones get what a list does by itself`() {
    let sides = BareSides()
    let plain = DeskList(size: ListSize(width: 10, height: 500))
    let woven = DeskList(size: ListSize(width: 10, height: 500))
    for list in [plain, woven] {
      list.kept.append(sides)
      list.dataSource = sides
      list.delegate = sides
      list.allowsMultipleSelection = true
    }
    woven.weaver.dataSource = sides
    woven.weaver.delegate = sides
    #expect(plain.display.elements.map(\.frame.size.height) == [44, 44, 44])
    #expect(woven.display.elements.map(\.frame.size.height) == [44, 44, 44, 44])
    #expect(woven.weaver.map.insertedRows(inFeedSection: 0) == [1])
    for row in 0..<4 { #expect(touch(woven, feed: path(0, row)), "row \(row)") }
    #expect(woven.weaver.rawList.indexPathsForSelectedRows.count == 4)
    #expect(woven.indexPathsForSelectedRows == (0..<3).map { path(0, $0) })
    for row in 0..<4 { #expect(!touch(woven, feed: path(0, row)), "row \(row)") }
    #expect(woven.weaver.rawList.indexPathsForSelectedRows.isEmpty)
    #expect(woven.weaver.models.allSatisfy { $0.model == nil })
    #expect(woven.headerView(forSection: 0) == nil && woven.footerView(forSection: 0) == nil)
  }
}

/// Both sides with no more than what is required.
private final class BareSides: ListDataSource, ListDelegate, WeaverDataSource, WeaverDelegate {
  func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 3 }

  func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    weaver.removeAllInsertions()
    do throws(PlacementError) {
      try weaver.insertRows(at: [feed(0, 1)])
    } catch {
      Issue.record("\(error)")
    }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }
}

/// An insertions' side that hears of headers and footers, and gives them.
private final class SectionListener: WeaverDelegate {
  private(set) var heard: [String] = []

  func weaver(_ weaver: ListWeaver, viewForFooterInSection section: Int) -> ListCell? {
    ListCell(reuseIdentifier: nil)
  }

  func weaver(_ weaver: ListWeaver, willDisplayHeaderView view: ListCell, forSection section: Int) {
    heard.append("will display header \(section)")
  }

  func weaver(_ weaver: ListWeaver, willDisplayFooterView view: ListCell, forSection section: Int) {
    heard.append("will display footer \(section)")
  }

  func weaver(_ weaver: ListWeaver, didEndDisplayingHeaderView view: ListCell, forSection section: Int) {
    heard.append("did end header \(section)")
  }

  func weaver(_ weaver: ListWeaver, didEndDisplayingFooterView view: ListCell, forSection section: Int) {
    heard.append("did end footer \(section)")
  }
}

/// Both sides of a list with an inserted section 1, of which each gives its own heights.
private final class SectionHeights: ListDelegate, WeaverDataSource, WeaverDelegate {
  func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { 10 + Double(section) }

  func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 20 + Double(section) }

  func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
    weaver.removeAllInsertions()
    do throws(PlacementError) {
      try weaver.insertSections(at: [1])
    } catch {
      Issue.record("\(error)")
    }
  }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { ListCell(reuseIdentifier: nil) }

  func weaver(_ weaver: ListWeaver, titleForHeaderInSection section: Int) -> String? { "Inserted" }

  func weaver(_ weaver: ListWeaver, heightForFooterInSection section: Int) -> Double? { 5 }
}

import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What the original library gets wrong about selecting, scrolling, and telling cells and lists apart.
struct OriginalDefectsSelectionTests {
  @Test func `selecting a row asks for nothing anew`() {
    let (list, desk, ads) = wovenList([["a", "b", "c"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    let cells = list.weaver.visibleCells(.all).map { ObjectIdentifier($0) }
    let asked = ads.askedFor
    _ = desk.takeLog()
    list.selectRow(at: path(0, 1))
    list.deselectRow(at: path(0, 1))
    list.selectRow(at: path(0, 2), scrollPosition: .middle)
    touch(list, feed: path(0, 0))
    list.layoutIfNeeded()
    #expect(
      desk.takeLog() == [
        "should highlight 0:0", "highlight 0:0", "unhighlight 0:0", "will select 0:0", "will deselect 0:2",
        "deselect 0:2", "select 0:0",
      ])
    #expect(ads.askedFor == asked && ads.loads.count == 1)
    #expect(list.weaver.visibleCells(.all).map { ObjectIdentifier($0) } == cells)
  }

  @Test func `deselecting one row deselects that one only`() {
    let (list, _, ads) = wovenList([["a", "b", "c", "d"]], at: [feed(0, 0), feed(0, 2)])
    list.allowsMultipleSelection = true
    list.layoutIfNeeded()
    for row in 0..<4 { list.selectRow(at: path(0, row)) }
    list.weaver.rawList.selectRow(at: feed(0, 0))
    for row in 0..<4 {
      list.deselectRow(at: path(0, row))
      #expect(list.indexPathsForSelectedRows == (row + 1..<4).map { path(0, $0) })
      #expect(list.visibleCells.map(\.isSelected) == (0..<4).map { $0 > row })
    }
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 0)])
    #expect(list.indexPathForSelectedRow == nil)
    // A person deselects an inserted row, and no row of the content with it.
    list.selectRow(at: path(0, 0))
    touch(list, feed: path(0, 0))
    #expect(ads.takeLog() == ["deselect feed 0:0"])
    #expect(list.indexPathsForSelectedRows == [path(0, 0)])
  }

  @Test func `the first selected row is the first of the content`() {
    let (list, _, _) = wovenList([["a", "b"]], at: [feed(0, 0)])
    list.allowsMultipleSelection = true
    list.layoutIfNeeded()
    list.weaver.rawList.selectRow(at: feed(0, 0))
    #expect(list.indexPathForSelectedRow == nil)
    list.selectRow(at: path(0, 1))
    list.selectRow(at: path(0, 0))
    #expect(list.indexPathForSelectedRow == path(0, 1))
  }

  @Test func `no cell of an insertion answers with a place in the content`() {
    let (list, _, _) = wovenList([["a", "b"], ["c"]], at: [feed(0, 0), feed(0, 2), feed(1, 0)], sections: [1])
    for cell in list.weaver.visibleCells(.inserted) {
      #expect(list.indexPath(for: cell) == nil)
      #expect(
        list.weaver.rawList.indexPath(for: cell).flatMap { list.weaver.owner(of: $0) }?.isInsertion == true)
    }
    for path in list.indexPathsForVisibleRows {
      #expect(list.cellForRow(at: path).flatMap { list.indexPath(for: $0) } == path)
    }
    #expect(list.indexPath(for: ListCell(reuseIdentifier: nil)) == nil)
  }

  @Test func `each kind of visible cells is what it says`() {
    let (list, _, _) = wovenList([["a", "b"]], at: [feed(0, 1), feed(0, 3)])
    func words(_ which: VisibleCells) -> [String] {
      list.weaver.visibleCells(which).map { ($0 as? TextCell)?.text ?? "?" }
    }
    #expect(VisibleCells.allCases.map(words) == [["a", "b"], ["AD0", "AD1"], ["a", "AD0", "b", "AD1"]])
    #expect(list.visibleCells.map { ($0 as? TextCell)?.text } == ["a", "b"])
  }

  @Test func `scrolling to what is not there stays where it is`() {
    let desk = NewsDesk([(0..<30).map { "a\($0)" }])
    let list = wovenList(desk, AdDesk([feed(0, 3)]), height: 5)
    list.contentOffset = 7
    for missing in [path(0, 30), path(0, .max), path(0, -1), path(.max, 0), path(.max, .max), path(.min, .min)] {
      for position in [ListScrollPosition.none, .top, .middle, .bottom] {
        list.scrollToRow(at: missing, at: position)
        #expect(list.contentOffset == 7, "\(missing)")
      }
    }
    list.scrollToRow(at: path(0, 10), at: .top)
    #expect((list.visibleCells.first as? TextCell)?.text == "a10")
  }

  @Test func `who speaks one list's feed speaks the other's content`() {
    let (one, _, ads) = wovenList([["a", "b"]], at: [feed(0, 0), feed(0, 1)])
    let (other, desk, otherAds) = wovenList([["x", "y", "z"]], at: [feed(0, 0)])
    one.kept += [other, otherAds]
    other.layoutIfNeeded()
    var seen: [String] = []
    ads.whenAsked = { weaver, _ in
      seen.append("\(weaver.list?.numberOfRows(inSection: 0) ?? -1) and \(other.numberOfRows(inSection: 0))")
      other.selectRow(at: path(0, 2))
      other.reloadData()
      other.layoutIfNeeded()
      seen.append("\(weaver.list?.numberOfRows(inSection: 0) ?? -1) and \(other.numberOfRows(inSection: 0))")
    }
    desk.whenAsked = { list, path in
      guard path.row == 0 else { return }
      seen.append("inside \(list.numberOfRows(inSection: 0)) and \(one.weaver.rawList.numberOfRows(inSection: 0))")
    }
    one.layoutIfNeeded()
    let round = ["4 and 3", "inside 3 and 4", "4 and 3"]
    #expect(seen == round + round)
    (ads.whenAsked, desk.whenAsked) = (nil, nil)
    #expect(one.numberOfRows(inSection: 0) == 2 && other.numberOfRows(inSection: 0) == 3)
  }

  @Test func `stepping through a list passes over insertions that nobody sees`() {
    let (list, desk, ads) = wovenList([["a", "b"], ["c"]], at: [feed(0, 0), feed(0, 2), feed(1, 0), feed(1, 2)])
    ads.height = 0
    list.layoutIfNeeded()
    var selected: [ListPath?] = []
    while list.display.selectNext() { selected.append(list.indexPathForSelectedRow) }
    while list.display.selectPrevious() { selected.append(list.indexPathForSelectedRow) }
    #expect(selected == [path(0, 0), path(0, 1), path(1, 0), path(0, 1), path(0, 0)])
    #expect(ads.takeLog().isEmpty)
    #expect(desk.takeLog().filter { $0.hasPrefix("select") }.count == 5)
  }
}

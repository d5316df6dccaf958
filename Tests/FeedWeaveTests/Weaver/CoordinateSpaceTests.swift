import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// Whoever calls the list from inside a callback speaks its own coordinates, however callbacks nest.
struct CoordinateSpaceTests {
  @Test func `each side's callbacks run in its own coordinates`() {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 0), feed(0, 2)])
    let list = makeList(desk)
    var seen: [String] = []
    desk.whenAsked = { list, path in seen.append("content \(path) of \(list.numberOfRows(inSection: 0))") }
    ads.whenAsked = { weaver, path in
      seen.append("insertion \(path) of \(weaver.list?.numberOfRows(inSection: 0) ?? -1)")
    }
    list.weave(ads)
    list.layoutIfNeeded()
    #expect(
      seen == [
        "insertion feed 0:0 of 4", "content 0:0 of 2", "insertion feed 0:2 of 4", "content 0:1 of 2",
      ])
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func `callbacks that call back into the list nest`() {
    let desk = NewsDesk([["a", "b", "c"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    var seen: [String] = []
    desk.whenAsked = { list, path in
      seen.append("selected \(path)")
      list.weaver.rawList.selectRow(at: WeavingSupport.feed(0, 1))
      seen.append("mine \(list.indexPathsForSelectedRows), all \(list.weaver.rawList.indexPathsForSelectedRows)")
      _ = list.weaver.rawList.perform { raw in
        seen.append("raw \(raw.numberOfRows(inSection: 0))")
      }
      seen.append("user \(list.numberOfRows(inSection: 0))")
    }
    list.display.select(at: ListPoint(x: 0, y: list.rectForRow(at: path(0, 2)).minY))
    #expect(seen == ["selected 0:2", "mine [], all [feed 0:1]", "raw 4", "user 3"])
  }

  /// What a method of the raw list names rows by.
  private func argument<Path, Result>(_ method: (RawListView) -> (Path) -> Result) -> Path.Type { Path.self }

  @Test func `the raw list names rows by feed paths and by nothing else`() throws {
    #expect(argument(RawListView.rectForRow) == FeedPath.self && argument(RawListView.cellForRow) == FeedPath.self)
    #expect(argument(RawListView.deselectRow) == FeedPath.self && argument(RawListView.model) == FeedPath.self)
    let list = wovenList(NewsDesk([["a", "b"]]), AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    let raw = list.weaver.rawList
    #expect(raw.indexPathsForVisibleRows == [feed(0, 0), feed(0, 1), feed(0, 2)])
    for (row, cell) in zip(raw.indexPathsForVisibleRows, raw.visibleCells) {
      #expect(raw.indexPath(for: cell) == row && raw.cellForRow(at: row) === cell)
      #expect(raw.indexPathForRow(at: ListPoint(x: 0, y: raw.rectForRow(at: row).minY)) == row)
      raw.selectRow(at: row)
      #expect(raw.indexPathsForSelectedRows == [row])
    }
    #expect(list.indexPathsForSelectedRows == [path(0, 1)])
    try raw.reloadRows(at: [feed(0, 2)])
    #expect(raw.indexPathsForSelectedRows.isEmpty)
  }

  @Test func `a throwing call leaves the coordinates as they were`() {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 0)])
    let list = makeList(desk)
    list.kept.append(ads)
    list.weaver.dataSource = ads
    list.layoutIfNeeded()
    #expect(throws: ListUpdateError.self) { try list.insertRows(at: [path(0, 0)]) }
    #expect(throws: ListUpdateError.self) { try list.weaver.rawList.reloadRows(at: [feed(0, 9)]) }
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 3)
  }

  @Test func `both sides together nest to any depth`() {
    let (list, desk, ads) = wovenList([["a", "b", "c"]], at: [feed(0, 0), feed(0, 2)])
    list.layoutIfNeeded()
    var seen: [String] = []
    /// Each side touches a row of the other, three levels deep.
    func descend(_ side: String, _ level: Int) {
      seen.append("\(side) \(list.numberOfRows(inSection: 0))")
      if level < 3 { touch(list, feed: side == "content" ? path(0, 2 * (level % 2)) : path(0, 1 + 2 * (level % 2))) }
      seen.append("\(side) \(list.numberOfRows(inSection: 0))")
    }
    var level = 0
    func enter(_ side: String) {
      level += 1
      descend(side, level)
      level -= 1
    }
    let listener = TouchListener { enter("insertion") }
    list.kept.append(listener)
    list.weaver.delegate = listener
    desk.whenAsked = { _, _ in enter("content") }
    touch(list, feed: path(0, 1))
    // What the two sides run names the list, which keeps both sides here.
    desk.whenAsked = nil
    list.kept.removeAll { $0 === listener }
    #expect(seen == ["content 3", "insertion 5", "content 3", "content 3", "insertion 5", "content 3"])
    #expect(level == 0 && list.numberOfRows(inSection: 0) == 3)
    #expect(ads.takeLog().isEmpty)
  }

  @Test func `advice that throws inside a callback leaves the coordinates as they were`() throws {
    struct Stop: Error {}
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 1)])
    var seen: [String] = []
    desk.whenAsked = { list, _ in
      do {
        _ = try list.weaver.rawList.perform { raw in
          seen.append("raw \(raw.numberOfRows(inSection: 0))")
          throw Stop()
        }
      } catch {
        seen.append("content \(list.numberOfRows(inSection: 0))")
      }
    }
    ads.whenAsked = { weaver, _ in
      guard let list = weaver.list else { return }
      #expect(throws: ListUpdateError.self) { try list.insertRows(at: [path(0, 0)]) }
      seen.append("insertion \(list.numberOfRows(inSection: 0))")
    }
    list.layoutIfNeeded()
    #expect(seen == ["raw 3", "content 2", "insertion 3", "raw 3", "content 2"])
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 3)
  }

  @Test func `a callback that reloads comes back to its own coordinates`() {
    let (list, desk, ads) = wovenList([["a", "b"]], at: [feed(0, 1)])
    list.layoutIfNeeded()
    var seen: [Int] = []
    desk.whenEnded = { list, _ in
      desk.whenEnded = nil
      list.reloadData()
      list.layoutIfNeeded()
      seen.append(list.numberOfRows(inSection: 0))
    }
    ads.whenAsked = { weaver, _ in seen.append(weaver.list?.numberOfRows(inSection: 0) ?? -1) }
    list.reloadData()
    list.layoutIfNeeded()
    #expect(seen.first == 2 && Set(seen.dropFirst()) == [3])
    #expect(texts(list) == ["a", "AD0", "b"])
    #expect(list.numberOfRows(inSection: 0) == 2)
  }
}

/// An insertions' side that does something when a row of its own is selected.
private final class TouchListener: WeaverDelegate {
  private let whenSelected: () -> Void

  init(_ whenSelected: @escaping () -> Void) {
    self.whenSelected = whenSelected
  }

  func weaver(_ weaver: ListWeaver, didSelectRowAt path: FeedPath) { whenSelected() }
}

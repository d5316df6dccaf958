import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// What is inserted can be said exactly, by a map.
struct ShowingInsertionsTests {
  private func weave(_ rows: [FeedPath], _ articles: [[String]] = [["a", "b", "c", "d"]]) -> (
    DeskList, NewsDesk, AdDesk
  ) {
    let (list, desk, ads) = wovenList(articles, at: rows)
    desk.titles = false
    list.weaver.policy = .anchored
    list.layoutIfNeeded()
    return (list, desk, ads)
  }

  @Test func `an insertion below a filled place keeps its number its cell and its selection`() throws {
    let (list, desk, _) = weave([feed(0, 3)])
    list.weaver.rawList.selectRow(at: feed(0, 3))
    let cell = try #require(list.weaver.rawList.cellForRow(at: feed(0, 3)))
    let copy = try FeedCopy(of: list, desk)
    var map = list.weaver.map
    try map.addInsertion(at: feed(0, 1), index: 7)
    #expect(try list.weaver.show(map))
    #expect(texts(list) == ["a", "AD7", "b", "c", "AD0", "d"])
    #expect(list.weaver.map == map)
    #expect(list.weaver.rawList.cellForRow(at: feed(0, 4)) === cell)
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 4)])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: ListChanges(inserts: [feed(0, 1)])))])
  }

  @Test func `some come some go and the others are not touched`() throws {
    let (list, desk, ads) = weave([feed(0, 0), feed(0, 2), feed(0, 4)])
    let copy = try FeedCopy(of: list, desk)
    let asked = ads.askedFor
    var map = list.weaver.map
    map.removeInsertion(at: feed(0, 2))
    try map.addInsertion(at: feed(0, 5), index: 12)
    try map.addInsertion(at: feed(0, 1), index: 9)
    try list.weaver.show(map)
    #expect(texts(list) == ["AD0", "AD9", "a", "b", "AD2", "c", "AD12", "d"])
    let rows = try ListChanges(deletes: [feed(0, 2)], inserts: [feed(0, 1), feed(0, 6)])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: rows))])
    #expect(ads.askedFor == asked + 2)
    #expect(try list.weaver.insertRows(at: [feed(0, 2)]).first?.resolved == feed(0, 2))
    try list.weaver.updateInsertions()
    #expect(list.weaver.map.insertionIndex(at: feed(0, 2)) == 13)
  }

  @Test func `a map that is shown already changes nothing`() throws {
    let (list, desk, _) = weave([feed(0, 1)])
    let copy = try FeedCopy(of: list, desk)
    #expect(try list.weaver.show(list.weaver.map))
    #expect(copy.changes == [])
  }

  @Test func `what is asked for and not in the map is withdrawn`() throws {
    let (list, _, _) = weave([feed(0, 1)])
    let map = list.weaver.map
    try list.weaver.insertRows(at: [feed(0, 2)])
    try list.weaver.show(map)
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "AD0", "b", "c", "d"])
  }

  @Test func `numbers are those of what is shown though it has been withdrawn`() throws {
    let (list, desk, _) = weave([feed(0, 1), feed(0, 3)])
    let copy = try FeedCopy(of: list, desk)
    list.weaver.removeAllInsertions()
    try list.weaver.insertRows(at: [feed(0, 0)])
    var map = list.weaver.map
    map.removeInsertion(at: feed(0, 1))
    try list.weaver.show(map)
    #expect(texts(list) == ["a", "b", "AD1", "c", "d"])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: ListChanges(deletes: [feed(0, 1)])))])
  }

  @Test func `what is shown travels and waits as every insertion does`() throws {
    let (list, desk, _) = weave([])
    var map = list.weaver.map
    try map.addInsertion(at: feed(0, 3), index: 4)
    try list.weaver.show(map)
    desk.articles[0].insert("x", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(texts(list) == ["x", "a", "b", "c", "AD4", "d"])
    desk.articles[0].removeLast()
    try list.deleteRows(at: [path(0, 4)])
    #expect(texts(list) == ["x", "a", "b", "c"])
    try list.weaver.show(list.weaver.map)
    desk.articles[0].append("e")
    try list.insertRows(at: [path(0, 4)])
    #expect(texts(list) == ["x", "a", "b", "c", "AD4", "e"])
  }

  @Test func `inserted sections are shown as the map has them`() throws {
    let (list, desk, _) = weave([], [["a"], ["b"]])
    let copy = try FeedCopy(of: list, desk)
    let map = try InsertionMap(userCounts: [1, 1], rows: [feed(1, 0), feed(2, 1)], sections: [1])
    try list.weaver.show(map)
    #expect(texts(list) == ["a", "AD0", "b", "AD1"])
    #expect(copy.faults == [] && copy.changes.count == 1)
    try list.weaver.show(try InsertionMap(userCounts: [1, 1]))
    #expect(texts(list) == ["a", "b"])
    #expect(copy.faults == [] && list.weaver.rawList.numberOfSections == 2)
  }

  @Test func `a map may be said while the list is about to load`() throws {
    let (list, desk, _) = weave([])
    list.weaver.dataSource = nil
    let token = try list.weaver.hook(ListWeaver.willLoad, .before) { call in
      guard let map = try? InsertionMap(userCounts: call.arguments, rows: [feed(0, 2)]) else { return }
      #expect(throws: Never.self) { try call.receiver.show(map) }
    }
    list.reloadData()
    #expect(list.weaver.map.feedCounts == [5] && list.weaver.map.isInserted(feed(0, 2)))
    desk.articles[0].removeLast()
    list.reloadData()
    #expect(list.weaver.map.feedCounts == [4])
    token.remove()
  }

  @Test func `a map of other content is refused and so are numbers beyond all lists`() throws {
    let (list, _, _) = weave([feed(0, 1)])
    let before = list.weaver.map
    let other = try InsertionMap(userCounts: [5])
    #expect(
      throws: ListUpdateError.refused(method: "show(_:)", reason: "the map is of [5] rows, and the content has [4]")
    ) {
      try list.weaver.show(other)
    }
    var map = before
    try map.addInsertion(at: feed(0, 0), index: .max)
    #expect(
      throws: ListUpdateError.refused(
        method: "show(_:)", reason: "\(Int.max - 1) is too large a number for an insertion")
    ) {
      try list.weaver.show(map)
    }
    #expect(list.weaver.map == before)
    list.reloadData()
    #expect(texts(list) == ["a", "AD0", "b", "c", "d"])
  }

  @Test func `a map is refused while the list changes and nothing is withdrawn`() throws {
    let (list, desk, _) = weave([feed(0, 1)])
    let none = try InsertionMap(userCounts: [4])
    list.beginUpdates()
    #expect(throws: ListUpdateError.self) { try list.weaver.show(none) }
    try list.endUpdates()
    var refused = 0
    desk.whenEnded = { list, _ in
      do throws(ListUpdateError) { try list.weaver.show(none) } catch { refused += 1 }
    }
    try list.reloadRows(at: [path(0, 0)])
    desk.whenEnded = nil
    #expect(refused == 1)
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "AD0", "b", "c", "d"])
  }

  private final class KeptList: ListView {}

  @Test func `a list that an aspect keeps the call from is not taken to show the map`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = KeptList(size: ListSize(width: 10, height: 10))
    list.dataSource = desk
    list.delegate = desk
    let before = list.weaver.owner(of: feed(0, 0)).map { _ in list.weaver.map }
    var map = try #require(before)
    try map.addInsertion(at: feed(0, 1), index: 0)
    let token = try ClassObject.of(KeptList.self).hook(ListView.insertRows, .around) { _ throws(ListUpdateError) in }
    #expect(try !list.weaver.show(map))
    #expect(list.weaver.map == before)
    token.remove()
    try list.weaver.updateInsertions()
    #expect(list.weaver.map == map)
  }
}

import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// An update that fails leaves list, map and insertions as they were; one that succeeds changes what it says and no more.
struct WovenRefusalTests {
  private final class HookedList: ListView {
    var kept: [AnyObject] = []
  }

  private func weave<List: ListView>(_ list: List, _ desk: NewsDesk, _ ads: AdDesk) -> List {
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    return list
  }

  private func list(_ desk: NewsDesk, _ ads: AdDesk) -> DeskList {
    let list = weave(DeskList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    return list
  }

  @Test func `reloading a row neither places anew nor shows what waits for a reload`() throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let list = list(desk, ads)
    list.layoutIfNeeded()
    ads.rows = [feed(0, 0)]
    try list.weaver.insertRows(at: [feed(0, 2)])
    desk.articles[0][0] = "new"
    try list.reloadRows(at: [path(0, 0)])
    #expect(ads.loads.count == 1)
    #expect(texts(list) == ["new", "AD0", "b"])
    try list.weaver.rawList.reloadRows(at: [feed(0, 1)])
    #expect(ads.loads.count == 1)
    #expect(texts(list) == ["new", "AD0", "b"])
  }

  @Test func `a reload of rows that does not fit is refused in the content's numbers and changes nothing`() throws {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let ads = AdDesk([feed(0, 0), feed(2, 0)])
    ads.sections = [0]
    let list = list(desk, ads)
    let before = texts(list)
    desk.articles[0].append("untold")
    let wrong = ListUpdateError.invalidRowCount(
      section: 0, before: 2, after: 3, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0)
    #expect(throws: wrong) { try list.reloadRows(at: [path(0, 0)]) }
    #expect(throws: (any Error).self) { try list.weaver.rawList.reloadRows(at: [feed(1, 0)]) }
    #expect(list.numberOfRows(inSection: 0) == 2)
    desk.articles[0].removeLast()
    #expect(throws: ListUpdateError.rowChangedTwice(path(0, 1), by: .reload, and: .reload)) {
      try list.reloadRows(at: [path(0, 1), path(0, 1)])
    }
    #expect(throws: ListUpdateError.sectionChangedTwice(1, by: .reload, and: .reload)) {
      try list.reloadSections([1, 1])
    }
    #expect(throws: ListUpdateError.noSuchSection(2, sectionsBefore: 2, for: .reloadSection(2))) {
      try list.reloadSections([2])
    }
    #expect(texts(list) == before)
    #expect(list.weaver.owner(of: feed(0, 0)) == .insertion(0))
  }

  @Test func `an aspect on the class that throws or keeps the call leaves the map with the list`() throws {
    let denied = ListUpdateError.refused(method: "test", reason: "test")
    for (policy, shown) in [(UpdatePolicy.pinned, ["a", "AD0", "b"]), (.anchored, ["new", "a", "AD0", "b"])] {
      let desk = NewsDesk([["a", "b"]])
      let ads = AdDesk([feed(0, 1)])
      let list = weave(HookedList(size: ListSize(width: 10, height: 100)), desk, ads)
      list.kept = [desk, ads]
      list.weaver.policy = policy
      list.layoutIfNeeded()
      let late = try ListView.insertRows.hook(on: HookedList.self, .after) { _ throws(ListUpdateError) in throw denied }
      desk.articles[0].insert("new", at: 0)
      #expect(throws: denied) { try list.insertRows(at: [path(0, 0)]) }
      #expect(late.remove())
      // Pinned insertions make it a batch, which is given up; else the list has changed when the aspect throws.
      #expect(texts(list) == shown)
      #expect(list.numberOfRows(inSection: 0) == shown.count - 1)
      list.reloadData()
      let early = try ListView.insertRows.hook(on: HookedList.self, .instead) { _ in }
      desk.articles[0].append("last")
      try? list.insertRows(at: [path(0, 3)])
      #expect(early.remove())
      #expect(list.numberOfRows(inSection: 0) == 3)
      #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 4)
      try list.insertRows(at: [path(0, 3)])
      #expect(texts(list).count == 5)
    }
  }

  @Test func `a refused change in feed space leaves the map with the list`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = list(desk, ads)
    let before = texts(list)
    try list.weaver.insertRows(at: [feed(0, 3)])
    #expect(throws: ListUpdateError.self) {
      try list.weaver.rawList.perform { (raw) throws(ListUpdateError) in try raw.deleteRows(at: [path(0, 1)]) }
    }
    #expect(texts(list) == before)
    #expect(list.numberOfRows(inSection: 0) == 3)
    #expect(list.weaver.owner(of: feed(0, 1)) == .insertion(0))
    // What has been asked for can be inserted without a reload.
    try list.weaver.rawList.perform { (raw) throws(ListUpdateError) in try raw.insertRows(at: [path(0, 3)]) }
    #expect(texts(list) == ["a", "AD0", "b", "AD1", "c"])
    #expect(list.numberOfRows(inSection: 0) == 3)
    #expect(ads.loads.count == 1)
  }

  @Test func `insertions that were cleared are not asked for again by an update`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([])
    let list = list(desk, ads)
    list.weaver.dataSource = nil
    list.weaver.policy = .anchored
    try list.weaver.insertRows(at: [feed(0, 1), feed(0, 2)])
    list.reloadData()
    list.weaver.removeAllInsertions()
    try list.weaver.insertRows(at: [feed(0, 0)])
    desk.articles[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
    #expect(list.weaver.map.insertedRows(inFeedSection: 0) == [2, 3])
    list.reloadData()
    #expect(list.weaver.map.insertedRows(inFeedSection: 0) == [0])
    list.weaver.removeAllInsertions()
    desk.articles[0].insert("newer", at: 0)
    try list.insertRows(at: [path(0, 0)])
    list.reloadData()
    #expect(list.weaver.map.insertedRows(inFeedSection: 0) == [])
  }

  @Test func `a list is not woven while a batch is open`() async {
    await #expect(processExitsWith: .failure) {
      let desk = NewsDesk([["a"]])
      let list = makeList(desk)
      list.layoutIfNeeded()
      list.beginUpdates()
      _ = list.weaver
    }
  }

  @Test func `deselecting does not load the list`() {
    let desk = NewsDesk([["a"]])
    let ads = AdDesk([])
    let list = list(desk, ads)
    list.deselectRow(at: path(0, 0))
    #expect(ads.loads.isEmpty)
  }
}

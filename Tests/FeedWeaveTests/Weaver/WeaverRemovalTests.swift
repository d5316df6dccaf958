import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// An inserted provider that keeps one row in the list: told of a change after which there is none, it requests another.
private final class PersistentAds: WeaverDataSource, WeaverDelegate {
  let updates: Bool
  private(set) var changes = 0

  init(updates: Bool) { self.updates = updates }

  func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: nil) }

  func weaver(_ weaver: ListWeaver, didChange change: FeedChange) {
    changes += 1
    guard changes < 100, weaver.map.insertedRows(inFeedSection: 0).isEmpty else { return }
    do {
      try weaver.insertRows(at: [feed(0, 2)])
      if updates { try weaver.updateInsertions() }
    } catch {
      Issue.record("\(error)")
    }
  }
}

/// Removing a weaver, whatever the inserted provider does meanwhile.
struct WeaverRemovalTests {
  @Test(arguments: [false, true])
  func `The content is not told of a removal during which ads are requested`(updates: Bool) throws {
    let desk = NewsDesk([["a", "b", "c", "d"]])
    let list = makeList(desk)
    let ads = PersistentAds(updates: updates)
    list.weave(ads)
    try list.weaver.insertRows(at: [feed(0, 1)])
    list.reloadData()
    list.layoutIfNeeded()
    list.selectRow(at: path(0, 2))
    _ = desk.takeLog()
    let changes = ads.changes
    list.weaver.remove()
    list.layoutIfNeeded()
    #expect(desk.takeLog() == [])
    #expect(list.indexPathsForSelectedRows == [path(0, 2)])
    #expect(texts(list) == ["a", "b", "c", "d"])
    #expect(ads.changes <= changes + 1)
  }
}

/// Heights of a woven list in updates: the content's ask again for what is in view, changes of insertions do not.
struct WovenBatchHeightsTests {
  private let desk = NewsDesk([["a", "b", "c"]])
  private let ads = AdDesk([feed(0, 1)])

  init() { desk.titles = false }

  @Test func `An empty batch of the content opens a row, and an ad`() throws {
    let list = wovenList(desk, ads, height: 10)
    list.layoutIfNeeded()
    ads.height = 3
    desk.height = { $0 == "b" ? 4 : 1 }
    list.beginUpdates()
    try list.endUpdates()
    list.layoutIfNeeded()
    let tops = (0..<4).map { list.weaver.rawList.rectForRow(at: feed(0, $0)) }
    #expect(tops.map(\.size.height) == [1, 3, 4, 1])
    #expect(list.rectForRow(at: path(0, 2)).minY - list.rectForRow(at: path(0, 1)).minY == 4)
  }

  @Test func `Content is not asked for heights when insertions are updated`() throws {
    var asked = 0
    let list = wovenList(desk, ads, height: 10)
    list.layoutIfNeeded()
    desk.height = { _ in
      asked += 1
      return 1
    }
    list.weaver.removeInsertions([0])
    try list.weaver.updateInsertions()
    try list.weaver.insertRows(at: [feed(0, 2)])
    try list.weaver.updateInsertions()
    list.layoutIfNeeded()
    #expect(asked == 0)
    #expect(texts(list) == ["a", "b", "AD1", "c"])
  }
}

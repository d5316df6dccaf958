import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What list weaving is known to get wrong elsewhere, update by update.
struct KnownDefectTests {
  private func weave(
    _ articles: [[String]], at rows: [FeedPath], sections: [Int] = [], policy: UpdatePolicy
  ) -> (DeskList, NewsDesk, AdDesk) {
    let desk = NewsDesk(articles)
    desk.titles = false
    let list = makeList(desk)
    let ads = AdDesk(rows)
    ads.sections = sections
    list.weave(ads, policy: policy)
    list.layoutIfNeeded()
    return (list, desk, ads)
  }

  @Test func `deleting the first row leaves the ad an ad`() throws {
    for (policy, shown) in [(UpdatePolicy.pinned, ["u1", "u2", "AD0"]), (.anchored, ["u1", "AD0", "u2"])] {
      let (list, desk, _) = weave([["u0", "u1", "u2"]], at: [feed(0, 2)], policy: policy)
      #expect(texts(list) == ["u0", "u1", "AD0", "u2"])
      desk.articles[0].removeFirst()
      try list.deleteRows(at: [path(0, 0)])
      #expect(texts(list) == shown)
      #expect((list.cellForRow(at: path(0, 1)) as? TextCell)?.text == "u2")
      let ad = try #require(list.weaver.visibleCells(.inserted).first)
      #expect(list.indexPath(for: ad) == nil)
      #expect(list.numberOfRows(inSection: 0) == 2)
    }
  }

  @Test(arguments: UpdatePolicy.allCases)
  func `a trailing ad stands the deletion of every row`(policy: UpdatePolicy) throws {
    for row in 0..<2 {
      let (list, desk, _) = weave([["a", "b"]], at: [feed(0, 2)], policy: policy)
      desk.articles[0].remove(at: row)
      try list.deleteRows(at: [path(0, row)])
      #expect(list.numberOfRows(inSection: 0) == 1)
      #expect(texts(list) == desk.articles[0] + (policy == .anchored ? ["AD0"] : []))
      desk.articles[0] = []
      try list.deleteRows(at: [path(0, 0)])
      #expect(list.numberOfRows(inSection: 0) == 0)
    }
  }

  @Test func `sections with ads are deleted inserted and moved`() throws {
    for policy in UpdatePolicy.allCases {
      let (list, desk, _) = weave(
        [["a", "b"], ["c", "d"], ["e"]], at: [feed(0, 1), feed(1, 0), feed(1, 2)], policy: policy)
      desk.articles.swapAt(0, 1)
      try list.moveSection(0, toSection: 1)
      let moved =
        policy == .pinned
        ? ["c", "AD0", "d", "AD1", "a", "AD2", "b", "e"] : ["AD1", "c", "AD2", "d", "a", "AD0", "b", "e"]
      #expect(texts(list) == moved)
      desk.articles.insert(["new"], at: 0)
      try list.insertSections([0])
      let inserted =
        policy == .pinned
        ? ["new", "AD0", "AD1", "c", "AD2", "d", "a", "b", "e"]
        : ["new", "AD1", "c", "AD2", "d", "a", "AD0", "b", "e"]
      #expect(texts(list) == inserted)
      desk.articles.remove(at: 1)
      try list.deleteSections([1])
      let deleted =
        policy == .pinned ? ["new", "AD0", "AD1", "a", "AD2", "b", "e"] : ["new", "a", "AD0", "b", "e"]
      #expect(texts(list) == deleted)
      #expect(list.numberOfSections == desk.articles.count)
    }
  }

  @Test func `one batch of deletions and insertions uses the map before for the ones and the map after for the others`()
    throws
  {
    for (policy, shown) in [
      (UpdatePolicy.pinned, ["b", "AD0", "c", "AD1", "e", "x", "y"]),
      (.anchored, ["AD0", "b", "AD1", "c", "e", "x", "y"]),
    ] {
      let (list, desk, _) = weave([["a", "b", "c", "d", "e"]], at: [feed(0, 1), feed(0, 3)], policy: policy)
      #expect(texts(list) == ["a", "AD0", "b", "AD1", "c", "d", "e"])
      try list.performBatchUpdates { () throws(ListUpdateError) in
        desk.articles[0] = ["b", "c", "e", "x", "y"]
        try list.insertRows(at: [path(0, 4), path(0, 3)])
        try list.deleteRows(at: [path(0, 3), path(0, 0)])
      }
      #expect(texts(list) == shown)
    }
  }

  @Test(arguments: [true, false])
  func `the end of an ad that is gone is told to its owner only`(isBatch: Bool) throws {
    let (list, desk, ads) = weave([["a", "b"], ["c"]], at: [feed(0, 1), feed(1, 0)], policy: .anchored)
    _ = desk.takeLog()
    desk.articles.remove(at: 0)
    if isBatch { list.beginUpdates() }
    try list.deleteSections([0])
    if isBatch { try list.endUpdates() }
    list.layoutIfNeeded()
    #expect(desk.takeLog() == ["did end 0:0 a", "did end 0:1 b"])
    #expect(
      ads.displays.filter { $0.hasPrefix("end") } == [
        "end feed 0:0 content(user 0:0)", "end feed 0:1 insertion(0)", "end feed 0:2 content(user 0:1)",
      ])
    #expect(texts(list) == ["AD1", "c"])
  }

  @Test func `ads that go with their section are told to their owner and not asked for again`() throws {
    let desk = NewsDesk([["a"], ["b", "c"], ["d"]])
    let list = makeList(desk)
    let owner = Owner()
    list.kept.append(owner)
    list.weaver.policy = .anchored
    list.weaver.dataSource = owner
    try list.weaver.insertRows(at: [feed(0, 0), feed(1, 1), feed(1, 9), feed(2, 1)])
    list.reloadData()
    desk.articles.remove(at: 1)
    try list.deleteSections([1])
    #expect(owner.dropped == [[1, 2]])
    #expect(owner.counts == [2])
    #expect(list.weaver.map.feedCounts == [2, 2])
    list.reloadData()
    #expect(list.numberOfSections == 2)
    #expect(list.weaver.map.feedCounts == [2, 2])
    #expect(list.weaver.owner(of: feed(1, 1)) == .insertion(3))
    desk.articles[1] += (0..<9).map { "more\($0)" }
    list.reloadData()
    #expect(list.weaver.map.insertedRows(inFeedSection: 1) == [1])
  }

  /// Hears of what is dropped, and asks the list at once.
  private final class Owner: WeaverDataSource {
    private(set) var dropped: [[Int]] = []
    private(set) var counts: [Int] = []

    func weaver(_ weaver: ListWeaver, didDropRows numbers: [Int]) {
      dropped.append(numbers)
      counts.append(weaver.rawList.numberOfSections)
    }

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: nil) }
  }
}

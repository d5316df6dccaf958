import FeedWeave
import Interception
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Every change of a woven list is told, and can be replayed.
struct FeedChangeTests {
  private static let articles = [["a0", "a1", "dull2", "a3", "shy4"], [], ["c0", "c1"], ["d0"]]

  @Test(arguments: UpdatePolicy.allCases)
  func `what is told replayed on a copy gives the feed`(policy: UpdatePolicy) throws {
    var updates = 0
    for seed in UInt64(1)...Sample.of(12, few: 1) {
      let desk = NewsDesk(Self.articles)
      let list = makeList(desk)
      let ads = AdDesk([feed(0, 2), feed(2, 0), feed(3, 1)])
      list.weave(ads, policy: policy)
      list.layoutIfNeeded()
      let copy = try FeedCopy(of: list, desk)
      var random = SeededGenerator(seed: seed &* 31)
      for round in UInt64(0)..<20 {
        _ = ContentScript(comparesGeometry: false).run(on: list, desk, seed: seed * 100 + round, steps: 3)
        changeInsertions(list.weaver, &random)
        #expect(copy.faults == [], "seed \(seed), round \(round)")
        #expect(copy.rows == FeedCopy.rows(of: list.weaver, desk), "seed \(seed), round \(round)")
        if !copy.faults.isEmpty { return }
      }
      updates += copy.changes.count { $0 != .reload }
    }
    #expect(updates > Sample.of(200, few: 16))
  }

  /// Has insertions come and go, in each of the ways there are.
  private func changeInsertions(_ weaver: ListWeaver, _ random: inout SeededGenerator) {
    let path = feed(Int.random(in: 0...3, using: &random), Int.random(in: 0...5, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      _ = try? weaver.insertRows(at: [path])
      try? weaver.updateInsertions()
    case 1:
      weaver.removeInsertions([Int.random(in: 0...4, using: &random)])
      try? weaver.updateInsertions()
    case 2: try? weaver.rawList.reloadRows(at: [path])
    default:
      var map = weaver.map
      map.removeInsertion(at: path)
      try? map.addInsertion(at: feed(path.section, 0), index: Int.random(in: 50...90, using: &random))
      _ = try? weaver.show(map)
    }
  }

  @Test func `a load is told as a reload when the map is that of the loaded list`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    var heard: [String] = []
    try list.weaver.hook(ListWeaver.didChange, .before) { call in
      heard.append("\(call.arguments) \(call.receiver.map.feedCounts)")
    }
    list.layoutIfNeeded()
    list.reloadData()
    #expect(heard == ["reload [3]", "reload [3]"])
  }

  @Test func `a batch in feed space is told as the list makes it`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    list.weaver.removeInsertions([0])
    try list.weaver.insertRows(at: [feed(0, 0)])
    try list.weaver.rawList.perform { (list) throws(ListUpdateError) in
      try list.performBatchUpdates { () throws(ListUpdateError) in
        try list.deleteRows(at: [path(0, 1)])
        try list.insertRows(at: [path(0, 0)])
        try list.reloadRows(at: [path(0, 2)])
      }
    }
    #expect(copy.faults == [])
    let rows = try ListChanges(deletes: [feed(0, 1)], inserts: [feed(0, 0)], reloads: [feed(0, 2)])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: rows))])
  }

  @Test func `a section that moves and changes is told as deleted and inserted`() throws {
    let desk = NewsDesk([["a", "b"], ["c"], ["d"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.weaver.policy = .anchored
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    try list.performBatchUpdates { () throws(ListUpdateError) in
      desk.articles = [["c"], ["d", "a"], ["b"]]
      try list.moveSection(0, toSection: 2)
      try list.moveRow(at: path(0, 0), to: path(1, 1))
    }
    #expect(copy.faults == [])
    let expected = try SectionedListChanges(
      sections: ListChanges(deletes: [0], inserts: [2]), rows: ListChanges(inserts: [feed(1, 1)]))
    #expect(copy.changes == [.update(expected)])
  }

  @Test func `a row that moves and is made ready anew is told as deleted and inserted`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([]))
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    try list.performBatchUpdates { () throws(ListUpdateError) in
      desk.articles = [["b", "A"]]
      try list.moveRow(at: path(0, 0), to: path(0, 1))
      try list.reconfigureRows(at: [path(0, 0), path(0, 1)])
    }
    #expect(copy.faults == [])
    let rows = try ListChanges(deletes: [feed(0, 0)], inserts: [feed(0, 1)], reloads: [feed(0, 1)])
    #expect(copy.changes == [.update(try SectionedListChanges(rows: rows))])
  }

  @Test func `an update of the content is told in its own numbers ahead of what it makes of the feed`() throws {
    let desk = NewsDesk([["a", "b"], ["c"]])
    let ads = AdDesk([feed(0, 1), feed(1, 0)])
    let list = wovenList(desk, ads)
    list.weaver.policy = .anchored
    list.layoutIfNeeded()
    var heard: [String] = []
    let weaver = list.weaver
    try weaver.hook(ListWeaver.didChange, .before) { call in heard.append("change \(call.receiver.map.feedCounts)") }
    try weaver.hook(ListWeaver.didUpdateContent, .before) { call in
      heard.append("\(call.arguments.leavingRows) \(call.arguments.leavingSections) \(call.arguments.userCounts)")
    }
    try weaver.hook(ListWeaver.didDropRows, .before) { call in heard.append("dropped \(call.arguments)") }
    desk.articles = [["a"]]
    try list.performBatchUpdates(
      { () throws(ListUpdateError) in
        try list.deleteRows(at: [path(0, 1)])
        try list.deleteSections([1])
      }, completion: { _ in heard.append("completed") })
    #expect(heard == ["[user 0:1] [1] [1]", "change [1]", "dropped [1]", "completed"])
  }

  @Test func `an update that is refused is not told`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    #expect(throws: ListUpdateError.self) { try list.deleteRows(at: [path(0, 0)]) }
    #expect(throws: ListUpdateError.self) { try list.weaver.rawList.reloadRows(at: [feed(0, 9)]) }
    #expect(copy.changes == [])
  }

  @Test func `what is changed while a change is told is told afterwards`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let list = wovenList(desk, AdDesk([]))
    list.weaver.policy = .anchored
    list.layoutIfNeeded()
    var heard: [String] = []
    let weaver = list.weaver
    try weaver.hook(ListWeaver.didChange, .before) { call in
      heard.append("change")
      if heard.count == 2 {
        _ = try? call.receiver.insertRows(at: [feed(0, 1)])
        try? call.receiver.updateInsertions()
      }
      heard.append("heard")
    }
    try weaver.hook(ListWeaver.didUpdateContent, .before) { _ in heard.append("content") }
    desk.articles = [["a", "b"]]
    try list.deleteRows(at: [path(0, 2)])
    #expect(heard == ["content", "change", "heard", "change", "heard"])
    #expect(texts(list) == ["a", "AD0", "b"])
  }

  @Test func `a reload by a callback of an update is told after it`() throws {
    let desk = NewsDesk([["a"], ["b"]])
    let list = wovenList(desk, AdDesk([feed(0, 1)]))
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    desk.whenMeasured = { list, _ in
      desk.whenMeasured = nil
      list.reloadData()
    }
    desk.articles = [["a"], ["x"], ["b"]]
    try list.insertSections([1])
    #expect(copy.faults == [])
    #expect(copy.changes.last == .reload && copy.changes.count == 2)
    #expect(copy.rows == FeedCopy.rows(of: list.weaver, desk))
  }

  @Test func `a weaver that is removed tells nothing`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = wovenList(desk, AdDesk([]))
    list.layoutIfNeeded()
    let copy = try FeedCopy(of: list, desk)
    let weaver = list.weaver
    weaver.remove()
    list.layoutIfNeeded()
    desk.articles = [["a"]]
    try list.deleteRows(at: [path(0, 1)])
    #expect(copy.changes == [])
    withExtendedLifetime(weaver) {}
  }
}

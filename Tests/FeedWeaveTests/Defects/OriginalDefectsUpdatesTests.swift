import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// What the original library gets wrong about changes of a woven list.
struct OriginalDefectsUpdatesTests {
  private func wovenList(_ articles: [[String]], at rows: [FeedPath], _ policy: UpdatePolicy) -> (DeskList, NewsDesk) {
    let (list, desk, ads) = WeavingSupport.wovenList(articles, at: rows)
    ads.sections = []
    list.weaver.policy = policy
    list.layoutIfNeeded()
    return (list, desk)
  }

  /// Whether the content side sees its rows as they are, and nothing of the insertions.
  private func expectTrue(_ list: DeskList, _ desk: NewsDesk, _ label: Comment) {
    #expect(list.numberOfSections == desk.articles.count, label)
    for (section, words) in desk.articles.enumerated() {
      #expect(list.numberOfRows(inSection: section) == words.count, label)
      for (row, word) in words.enumerated() {
        let cell = list.cellForRow(at: path(section, row))
        #expect((cell as? TextCell)?.text == word, label)
        #expect(cell.flatMap { list.indexPath(for: $0) } == path(section, row), label)
      }
    }
    for cell in list.weaver.visibleCells(.inserted) {
      #expect(list.indexPath(for: cell) == nil, label)
      #expect((cell as? TextCell)?.text.hasPrefix("AD") == true, label)
    }
    #expect(texts(list).filter { !$0.hasPrefix("AD") } == desk.articles.flatMap { $0 }, label)
    let loads = texts(list)
    list.reloadData()
    #expect(texts(list).filter { !$0.hasPrefix("AD") } == loads.filter { !$0.hasPrefix("AD") }, label)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `deleting a row before an insertion leaves the insertion nobodys row`(policy: UpdatePolicy) throws {
    let (list, desk) = wovenList([["u0", "u1", "u2"]], at: [feed(0, 2)], policy)
    let ad = try #require(list.weaver.visibleCells(.inserted).first)
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(list.indexPath(for: ad) == nil)
    #expect(texts(list) == (policy == .anchored ? ["u1", "AD0", "u2"] : ["u1", "u2", "AD0"]))
    #expect(list.weaver.visibleCells(.inserted).first === ad)
    expectTrue(list, desk, "\(policy)")
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `a trailing insertion stands every deletion`(policy: UpdatePolicy) throws {
    for deleted in [[0], [1], [2], [0, 2], [1, 2], [0, 1, 2]] {
      let (list, desk) = wovenList([["u0", "u1", "u2"]], at: [feed(0, 3)], policy)
      for row in deleted.reversed() { desk.articles[0].remove(at: row) }
      try list.deleteRows(at: deleted.map { path(0, $0) })
      expectTrue(list, desk, "\(policy), \(deleted)")
    }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `sections with insertions come go and move`(policy: UpdatePolicy) throws {
    let rows = [feed(0, 1), feed(1, 0), feed(1, 2), feed(2, 1)]
    func fresh() -> (DeskList, NewsDesk) { wovenList([["a", "b"], ["c", "d"], ["e"]], at: rows, policy) }
    for section in 0..<3 {
      let (list, desk) = fresh()
      desk.articles.remove(at: section)
      try list.deleteSections([section])
      expectTrue(list, desk, "\(policy), delete \(section)")
    }
    for section in 0...3 {
      let (list, desk) = fresh()
      desk.articles.insert(["x", "y"], at: section)
      try list.insertSections([section])
      expectTrue(list, desk, "\(policy), insert \(section)")
    }
    for from in 0..<3 {
      for to in 0..<3 {
        let (list, desk) = fresh()
        desk.articles.insert(desk.articles.remove(at: from), at: to)
        try list.moveSection(from, toSection: to)
        expectTrue(list, desk, "\(policy), move \(from) to \(to)")
      }
    }
  }

  @Test func `insertions travel with the section that they belong to`() throws {
    let (list, desk) = wovenList([["a"], ["b"], ["c"]], at: [feed(0, 0), feed(2, 1)], .anchored)
    desk.articles.swapAt(0, 2)
    try list.performBatchUpdates { () throws(ListUpdateError) in
      try list.moveSection(0, toSection: 2)
      try list.moveSection(2, toSection: 0)
    }
    #expect(texts(list) == ["c", "AD1", "b", "AD0", "a"])
    expectTrue(list, desk, "swapped")
  }

  /// Positions before the update go through the map before, positions after it through the map after.
  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `deletions and insertions of one batch each have their own map`(policy: UpdatePolicy) throws {
    for deleted in 0..<4 {
      for inserted in 0..<4 {
        for isBlock in [false, true] {
          let (list, desk) = wovenList([["u0", "u1", "u2", "u3"]], at: [feed(0, 1), feed(0, 3), feed(0, 6)], policy)
          let change = { () throws(ListUpdateError) in
            desk.articles[0].remove(at: deleted)
            desk.articles[0].insert("new", at: inserted)
            // The order in which they are said does not matter.
            try list.insertRows(at: [path(0, inserted)])
            try list.deleteRows(at: [path(0, deleted)])
          }
          _ = desk.takeLog()
          if isBlock {
            try list.performBatchUpdates(change)
          } else {
            list.beginUpdates()
            try change()
            try list.endUpdates()
          }
          list.layoutIfNeeded()
          let label: Comment = "\(policy), delete \(deleted), insert \(inserted), block \(isBlock)"
          #expect(desk.takeLog().filter { $0.hasPrefix("cell") } == ["cell 0:\(inserted)"], label)
          expectTrue(list, desk, label)
        }
      }
    }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `a batch block runs in the coordinates of who gives it`(policy: UpdatePolicy) throws {
    let (list, desk) = wovenList([["a", "b"]], at: [feed(0, 0), feed(0, 2)], policy)
    var seen: [Int] = []
    try list.performBatchUpdates { () throws(ListUpdateError) in
      seen.append(list.numberOfRows(inSection: 0))
      desk.articles[0].append("c")
      try list.insertRows(at: [path(0, 2)])
      seen.append(list.numberOfRows(inSection: 0))
    }
    try list.weaver.rawList.perform { (raw) throws(ListUpdateError) in
      try raw.performBatchUpdates { () throws(ListUpdateError) in seen.append(raw.numberOfRows(inSection: 0)) }
    }
    #expect(seen == [2, 2, 5])
    #expect(list.numberOfRows(inSection: 0) == 3)
    expectTrue(list, desk, "\(policy)")
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `the end of an insertion that goes in an update is no row of the content`(policy: UpdatePolicy) throws {
    let (list, desk, ads) = WeavingSupport.wovenList([["a", "b"], ["c"]], at: [feed(0, 1), feed(1, 0), feed(1, 2)])
    list.weaver.policy = policy
    list.layoutIfNeeded()
    _ = desk.takeLog()
    desk.articles.removeLast()
    try list.deleteSections([1])
    list.layoutIfNeeded()
    #expect(desk.takeLog().filter { $0.hasPrefix("did end") && !$0.contains("header") } == ["did end 1:0 c"])
    #expect(ads.displays.filter { $0.hasPrefix("end") && $0.contains("insertion") }.count == 2)
  }
}

import FeedWeave
import ListModel
import Placement
import TestSupport
import Testing
import WeavingSupport

/// Insertions come and go while the list is shown.
struct InsertionUpdateTests {
  private func weave(_ articles: [[String]], policy: UpdatePolicy = .pinned) -> (DeskList, NewsDesk, Shelf) {
    let desk = NewsDesk(articles)
    desk.titles = false
    let list = makeList(desk)
    let shelf = Shelf()
    list.weave(shelf, policy: policy)
    list.layoutIfNeeded()
    return (list, desk, shelf)
  }

  /// Gives the cells of insertions, and never places by itself.
  private final class Shelf: WeaverDataSource, WeaverDelegate {
    private(set) var ended: [RowOwner] = []

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
      let cell = TextCell(reuseIdentifier: nil)
      if case .insertion(let number)? = weaver.owner(of: path) { cell.text = "AD\(number)" }
      return cell
    }

    func weaver(_ weaver: ListWeaver, didEndDisplaying cell: ListCell, forRowAt path: FeedPath, of owner: RowOwner) {
      ended.append(owner)
    }
  }

  @Test func `what is asked for comes without a reload and leaves the content alone`() throws {
    let (list, desk, _) = weave([["a", "b", "c"], ["d"]])
    list.selectRow(at: path(0, 1))
    _ = desk.takeLog()
    try list.weaver.insertRows(at: [feed(0, 1), feed(1, 0)])
    try list.weaver.insertSections(at: [2])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "AD0", "b", "c", "AD1", "d"])
    #expect(list.weaver.rawList.numberOfSections == 3)
    #expect(list.indexPathsForSelectedRows == [path(0, 1)])
    #expect(desk.takeLog().isEmpty)
    list.reloadData()
    #expect(texts(list) == ["a", "AD0", "b", "c", "AD1", "d"])
  }

  @Test func `rows asked for below all others come as with a reload`() throws {
    for seed in UInt64(1)...Sample.of(300, few: 30) {
      var random = SeededGenerator(seed: seed)
      let policy: UpdatePolicy = seed.isMultiple(of: 2) ? .anchored : .pinned
      let (list, desk, _) = weave([["a", "b", "c"], ["d"]], policy: policy)
      let copy = try FeedCopy(of: list, desk)
      for step in 0..<10 {
        let section = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let count = desk.articles[section].count
          desk.articles[section] += ["n\(step)", "m\(step)"]
          try list.insertRows(at: [path(section, count), path(section, count + 1)])
        case 1 where desk.articles[section].count > 1:
          desk.articles[section].removeFirst()
          try list.deleteRows(at: [path(section, 0)])
        default:
          let end = list.weaver.rawList.numberOfRows(inSection: section)
          let first = max(0, end - Int.random(in: 0...2, using: &random))
          try list.weaver.insertRows(
            at: (0..<Int.random(in: 1...2, using: &random)).map { feed(section, first + $0 * 2) })
        }
        try list.weaver.updateInsertions()
        let shown = list.weaver.map
        #expect(copy.faults == [], "seed \(seed), step \(step)")
        list.reloadData()
        list.layoutIfNeeded()
        #expect(list.weaver.map == shown, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `some are withdrawn and the others keep their numbers`() throws {
    let (list, desk, shelf) = weave([["a", "b", "c"]])
    try list.weaver.insertRows(at: [feed(0, 0), feed(0, 2), feed(0, 4)])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["AD0", "a", "AD1", "b", "AD2", "c"])
    _ = desk.takeLog()
    list.weaver.removeInsertions([0])
    #expect(texts(list) == ["AD0", "a", "AD1", "b", "AD2", "c"])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "b", "AD1", "c", "AD2"])
    #expect(shelf.ended == [.insertion(0)])
    #expect(desk.takeLog().isEmpty)
    #expect(try list.weaver.insertRows(at: [feed(0, 0)]).map(\.resolved) == [feed(0, 0)])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["AD3", "a", "AD1", "b", "AD2", "c"])
    list.weaver.removeAllInsertions()
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["a", "b", "c"])
  }

  @Test func `anchored insertions that have travelled stay where they are when others come`() throws {
    let (list, desk, _) = weave([["a", "b", "c"]], policy: .anchored)
    try list.weaver.insertRows(at: [feed(0, 1)])
    try list.weaver.updateInsertions()
    desk.articles[0].insert(contentsOf: ["x", "y"], at: 0)
    try list.insertRows(at: [path(0, 0), path(0, 1)])
    #expect(texts(list) == ["x", "y", "a", "AD0", "b", "c"])
    try list.weaver.insertRows(at: [feed(0, 5)])
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["x", "y", "a", "AD0", "b", "AD1", "c"])
    list.reloadData()
    #expect(texts(list) == ["x", "y", "a", "AD0", "b", "AD1", "c"])
  }

  @Test func `an insertion that has lost its content stays hidden through a reload`() throws {
    let (list, desk, _) = weave([["a", "b"]], policy: .anchored)
    try list.weaver.insertRows(at: [feed(0, 1)])
    try list.weaver.updateInsertions()
    desk.articles[0].removeLast()
    try list.deleteRows(at: [path(0, 1)])
    #expect(texts(list) == ["a"])
    list.reloadData()
    #expect(texts(list) == ["a"])
    desk.articles[0].append("c")
    try list.insertRows(at: [path(0, 1)])
    #expect(texts(list) == ["a", "AD0", "c"])
  }

  @Test(arguments: UpdatePolicy.allCases)
  func `an insertion that is selected stays so wherever it goes`(policy: UpdatePolicy) throws {
    let (list, desk, _) = weave([["a", "b"], ["c", "d"]], policy: policy)
    try list.weaver.insertRows(at: [feed(1, 1)])
    try list.weaver.updateInsertions()
    list.weaver.rawList.selectRow(at: feed(1, 1))
    let ad = try #require(list.weaver.visibleCells(.inserted).first)
    desk.articles.swapAt(0, 1)
    try list.moveSection(1, toSection: 0)
    let place = feed(policy == .pinned ? 1 : 0, 1)
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [place])
    #expect(list.weaver.rawList.cellForRow(at: place) === ad)
    #expect(list.indexPathsForSelectedRows.isEmpty)
  }

  @Test func `updating insertions is refused inside a batch and inside an update`() throws {
    let (list, desk, _) = weave([["a", "b"]])
    try list.weaver.insertRows(at: [feed(0, 1)])
    list.beginUpdates()
    #expect(throws: ListUpdateError.self) { try list.weaver.updateInsertions() }
    desk.articles[0].append("c")
    try list.insertRows(at: [path(0, 2)])
    try list.endUpdates()
    #expect(texts(list) == ["a", "b", "c"])
    var refused = 0
    desk.whenEnded = { list, _ in
      do throws(ListUpdateError) { try list.weaver.updateInsertions() } catch { refused += 1 }
    }
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(refused == 1)
    desk.whenEnded = nil
    try list.weaver.updateInsertions()
    #expect(texts(list) == ["b", "AD0", "c"])
  }
}

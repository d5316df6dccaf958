import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// What articles on an aspect-oriented table view say of setting it up and using it, row by row.
///
/// What the original gets wrong is in `OriginalDefectsTests`.
@Suite("What articles on an aspect-oriented table view say, row by row")
struct AspectTableRowsTests {
  /// What a hook on a class has heard.
  private final class Calls: Sendable {
    let words = Mutex<[String]>([])
  }

  static let letters = [["a", "b", "c", "d", "e", "f"]]

  // MARK: Setting it up

  @Test
  func `Each table has one weaver, and keeps it`() {
    let (one, other) = (makeList(NewsDesk(Self.letters)), makeList(NewsDesk(Self.letters)))
    #expect(one.weaver === one.weaver && one.weaver !== other.weaver)
  }

  @Test
  func `Setting it up stores the data source and the delegate of the content, and sets neither`() throws {
    let desk = NewsDesk(Self.letters), list: ListView = makeList(desk)
    var sets = 0
    let tokens = [
      try list.hook(ListView.delegate.setter, .before) { _ in sets += 1 },
      try list.hook(ListView.dataSource.setter, .before) { _ in sets += 1 },
    ]
    _ = list.weaver
    #expect(sets == 0 && list.dataSource === desk && list.delegate === desk)
    for token in tokens { token.remove() }
  }

  @Test
  func `A subclass of the table's class is made once, with a prefix to its name, and the table states its own class`() {
    let (one, other) = (makeList(NewsDesk(Self.letters)), makeList(NewsDesk(Self.letters)))
    let plain = one.actualClass
    _ = (one.weaver, other.weaver)
    let woven = one.actualClass
    #expect(woven.name == "Woven_DeskList" && ClassObject.named("Woven_DeskList") == woven)
    #expect(woven.superclass == plain && other.actualClass == woven)
    #expect(one.statedClass == plain && type(of: one) == DeskList.self)
    _ = one.weaver
    #expect(one.actualClass == woven)
  }

  @Test
  func `Observers that came before are there afterwards, once, in their order, with their options, and may go`() throws
  {
    let desk = NewsDesk([Array(repeating: "row", count: 3000)]), list: ListView = makeList(desk)
    var heard: [String] = []
    let one = try list.observe(ListView.contentOffset, [.initial, .prior]) { heard.append("one \($0.phase)") }
    let other = try list.observe(ListView.contentOffset) { heard.append("other \($0.old ?? -1) \($0.new ?? -1)") }
    _ = list.weaver
    list.layoutIfNeeded()
    list.contentOffset = 3
    list.layoutIfNeeded()
    #expect(heard == ["one initial", "one prior", "one change", "other 0.0 3.0"])
    #expect(one.remove() && other.remove())
    list.contentOffset = 5
    list.layoutIfNeeded()
    #expect(heard.count == 4)
  }

  @Test
  func `A delegate and a data source that the content side sets later are its own, and the insertions stay`() {
    let (list, _, ads) = wovenList(Self.letters, at: [feed(0, 1)])
    let other = NewsDesk([["x", "y"]])
    list.kept.append(other)
    list.delegate = other
    list.dataSource = other
    list.layoutIfNeeded()
    #expect(list.delegate === other && list.dataSource === other && list.weaver.delegate === ads)
    #expect(texts(list) == ["x", "AD0", "y"])
  }

  @Test
  func `What was woven is given back`() {
    let (list, desk, _) = wovenList(Self.letters, at: [feed(0, 1)])
    list.weaver.remove()
    #expect(texts(list) == Self.letters[0] && list.actualClass == list.statedClass)
    #expect(list.dataSource === desk && list.delegate === desk)
  }

  // MARK: What the content side calls

  @Test
  func `Counts are the content's, and the feed's to the list without translation`() {
    let (list, _, _) = wovenList([["a", "b"], ["c"]], at: [feed(0, 1), feed(1, 0)], sections: [1])
    #expect(list.numberOfSections == 2 && list.weaver.rawList.numberOfSections == 3)
    #expect(list.numberOfRows(inSection: 0) == 2 && list.weaver.rawList.numberOfRows(inSection: 0) == 3)
  }

  @Test
  func `The cell of the third row of the content is the fifth of the feed behind two insertions`() {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 0), feed(0, 2)])
    list.layoutIfNeeded()
    let cell = list.cellForRow(at: path(0, 2))
    #expect((cell as? TextCell)?.text == "c" && cell === list.weaver.rawList.cellForRow(at: feed(0, 4)))
  }

  @Test
  func `Sections and rows are inserted, deleted, moved and reloaded by the content's numbers`() throws {
    let (list, desk, _) = wovenList([["a"], ["b", "c", "d"]], at: [feed(0, 0), feed(2, 1)], sections: [0])
    list.layoutIfNeeded()
    desk.articles.insert(["n"], at: 1)
    try list.insertSections([1], with: .fade)
    desk.articles[2].append("e")
    try list.insertRows(at: [path(2, 3)])
    desk.articles[2].removeFirst()
    try list.deleteRows(at: [path(2, 0)])
    desk.articles[2].swapAt(0, 1)
    try list.moveRow(at: path(2, 1), to: path(2, 0))
    desk.articles[0][0] = "A"
    try list.reloadRows(at: [path(0, 0)])
    desk.articles.swapAt(0, 1)
    try list.moveSection(0, toSection: 1)
    list.layoutIfNeeded()
    #expect(texts(list).filter { !$0.hasPrefix("AD") } == ["n", "A", "d", "c", "e"])
    #expect(texts(list).filter { $0.hasPrefix("AD") } == ["AD0", "AD1"] && texts(list).first == "AD0")
    desk.articles.removeLast()
    try list.deleteSections([2])
    #expect(list.numberOfSections == 2)
  }

  @Test
  func `What is selected is told by the content's numbers, and a selected insertion is none of it`() {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 1)])
    list.layoutIfNeeded()
    touch(list, feed: path(0, 3))
    #expect(list.indexPathForSelectedRow == path(0, 2) && list.indexPathsForSelectedRows == [path(0, 2)])
    touch(list, feed: path(0, 1))
    #expect(list.indexPathForSelectedRow == nil && list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 1)])
    list.selectRow(at: path(0, 1))
    #expect(list.weaver.rawList.indexPathsForSelectedRows == [feed(0, 2)])
    list.deselectRow(at: path(0, 1))
    #expect(list.weaver.rawList.indexPathsForSelectedRows.isEmpty)
  }

  @Test
  func `In a callback of the content the table speaks the content's language, in one of an insertion the feed's`() {
    let (list, desk, ads) = wovenList(Self.letters, at: [feed(0, 1)])
    var content: Set<Int> = [], inserted: Set<Int> = []
    desk.whenAsked = { list, _ in content.insert(list.numberOfRows(inSection: 0)) }
    ads.whenAsked = { weaver, _ in inserted.insert(weaver.list?.numberOfRows(inSection: 0) ?? -1) }
    list.reloadData()
    list.layoutIfNeeded()
    #expect(content == [6] && inserted == [7] && list.numberOfRows(inSection: 0) == 6)
    desk.whenAsked = nil
    ads.whenAsked = nil
  }

  @Test
  func `An override calls up once, so that an aspect on the table's class sees a call once`() throws {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 1)])
    list.layoutIfNeeded()
    let calls = Calls(), identity = ObjectIdentifier(list)
    let token = try ListView.numberOfRows.hook(on: DeskList.self, .afterReturning) { call in
      guard ObjectIdentifier(call.receiver) == identity else { return }
      let words = "\(call.arguments) \(call.result)"
      calls.words.withLock { $0.append(words) }
    }
    #expect(list.numberOfRows(inSection: 0) == 6)
    token.remove()
    #expect(calls.words.withLock { $0 } == ["0 7"])
  }

  // MARK: Inserting

  @Test
  func `What is asked for is sorted by place and section, and appears with the reload`() throws {
    let list = makeList(NewsDesk([["a", "b"], ["c"]]))
    list.layoutIfNeeded()
    try list.weaver.insertRows(at: [feed(1, 0), feed(0, 2), feed(0, 0)])
    #expect(texts(list) == ["a", "b", "c"])
    list.reloadData()
    let rows = list.weaver.models.map { ($0.owner.isInsertion ? "\($0.owner)" : $0.model as? String) ?? "?" }
    #expect(rows == ["insertion(2)", "a", "insertion(1)", "b", "insertion(0)", "c"])
  }

  @Test
  func `Five rows at random places below ten are all inserted, each at the next free place, which the result names`()
    throws
  {
    var state: UInt64 = 20
    for _ in 0..<50 {
      let list = makeList(NewsDesk([Array(repeating: "x", count: 20)]))
      let asked = (0..<5).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return feed(0, Int(state >> 33) % 10)
      }
      let landed = try list.weaver.insertRows(at: asked)
      #expect(landed.map(\.requested) == asked && Set(landed.map(\.resolved)).count == 5, "\(asked)")
      list.reloadData()
      let owned = landed.enumerated().allSatisfy { list.weaver.owner(of: $1.resolved) == .insertion($0) }
      #expect(owned, "\(asked)")
    }
  }

  @Test
  func `Asking again takes the place of what was asked for once that has been withdrawn`() throws {
    let list = makeList(NewsDesk(Self.letters))
    try list.weaver.insertRows(at: [feed(0, 1)])
    try list.weaver.insertSections(at: [1])
    list.weaver.removeAllInsertions()
    try list.weaver.insertRows(at: [feed(0, 3)])
    list.reloadData()
    #expect(list.weaver.models.filter(\.owner.isInsertion).map(\.path) == [feed(0, 3)])
    #expect(list.weaver.rawList.numberOfSections == 1)
    list.weaver.removeAllInsertions()
    list.reloadData()
    #expect(texts(list) == Self.letters[0])
  }

  @Test
  func `All rows are listed with what they show`() {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 1)])
    #expect(list.weaver.models.map { "\($0.model ?? "")" } == ["a", "ad model", "b", "c", "d", "e", "f"])
  }

  // MARK: Translating

  @Test
  func `A row of the feed is the content's row less the insertions before it; an insertion is none`() {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 1), feed(0, 3)])
    list.layoutIfNeeded()
    let map = list.weaver.map
    #expect(map.userPath(for: feed(0, 5)) == UserPath(section: 0, row: 3))
    #expect(map.userPath(for: feed(0, 0)) == UserPath(section: 0, row: 0))
    #expect(map.userPath(for: feed(0, 1)) == nil && map.userPath(for: feed(0, 3)) == nil)
    for row in 0..<6 {
      let user = UserPath(section: 0, row: row)
      #expect(map.feedPath(for: user).flatMap { map.userPath(for: $0) } == user)
    }
  }

  @Test
  func `Sections are translated with their rows, one and many, both ways`() {
    let (list, _, _) = wovenList([["a"], ["b"]], at: [feed(1, 0)], sections: [1])
    list.layoutIfNeeded()
    let map = list.weaver.map
    #expect(map.userSection(forFeed: 2) == 1 && map.userSection(forFeed: 1) == nil && map.feedSection(forUser: 1) == 2)
    #expect(map.userPaths(for: [feed(0, 0), feed(1, 0), feed(2, 0)]).map(\.section) == [0, 1])
    #expect(map.feedSections(forUser: [0, 1]) == [0, 2] && map.userSections(forFeed: [1, 2]) == [1])
  }

  // MARK: Asking the owner

  @Test
  func `The owner of a row is asked for its cell, by its own path, and nobody else`() {
    let (list, desk, ads) = wovenList(Self.letters, at: [feed(0, 1)])
    var asked: [FeedPath] = []
    ads.whenAsked = { asked.append($1) }
    list.layoutIfNeeded()
    #expect(desk.takeLog().filter { $0.hasPrefix("cell") } == (0..<6).map { "cell 0:\($0)" })
    #expect(asked == [feed(0, 1)])
    ads.whenAsked = nil
  }

  @Test
  func `A row whose owner is not there has an empty cell`() throws {
    let list = makeList(NewsDesk(Self.letters))
    try list.weaver.insertRows(at: [feed(0, 0)])
    list.reloadData()
    list.layoutIfNeeded()
    #expect(list.weaver.visibleCells(.all).count == 7 && list.visibleCells.count == 6)
    #expect(list.weaver.visibleCells(.inserted).first?.reuseIdentifier == nil)
  }

  @Test
  func `The same layer weaves a list of several columns`() {
    let (list, _, _) = wovenList(Self.letters, at: [feed(0, 1)])
    list.layout = .grid(columns: 2)
    list.layoutIfNeeded()
    #expect(texts(list).sorted() == (Self.letters[0] + ["AD0"]).sorted())
    #expect(list.layoutAttributesForItem(at: ListPath(item: 1, section: 0)) != nil)
  }
}

import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// A woven list does without any side, and sides come and go as they like.
struct WovenLifetimeTests {
  /// A list whose class overrides what lists leave open.
  private final class CountingList: ListView {
    private(set) var reloads: [Int] = []

    override func reloadData() {
      super.reloadData()
      reloads.append(numberOfRows(inSection: 0))
    }
  }

  private final class Placer: WeaverDataSource {
    let rows: [FeedPath]
    let sections: [Int]
    private(set) var faults: [PlacementError] = []

    init(_ rows: [FeedPath], sections: [Int] = []) {
      self.rows = rows
      self.sections = sections
    }

    func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
      do throws(PlacementError) {
        try weaver.replaceInsertions(rows: rows, sections: sections)
      } catch {
        faults.append(error)
      }
    }

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell {
      let cell = TextCell(reuseIdentifier: nil)
      cell.text = "AD"
      return cell
    }
  }

  @Test func `a list without content shows insertions only`() {
    let list = ListView(size: ListSize(width: 10, height: 100))
    let placer = Placer([feed(0, 0), feed(0, 1), feed(1, 0), feed(7, 0)], sections: [0, 0])
    list.weaver.dataSource = placer
    #expect(texts(list) == ["AD", "AD", "AD"])
    #expect(list.numberOfSections == 0)
    #expect(list.numberOfRows(inSection: 0) == 0)
    #expect(list.indexPathsForVisibleRows.isEmpty && list.visibleCells.isEmpty)
    #expect(list.weaver.models.map(\.path) == [feed(0, 0), feed(0, 1), feed(1, 0)])
  }

  @Test func `providers that are gone leave the list its fallbacks`() {
    let placer = Placer([feed(0, 1)])
    let list = ListView(size: ListSize(width: 10, height: 500))
    list.weaver.dataSource = placer
    do {
      let desk = NewsDesk([["a", "b"]])
      list.register(TextCell.self, forCellReuseIdentifier: "article")
      list.dataSource = desk
      list.delegate = desk
      #expect(texts(list) == ["a", "AD", "b"])
    }
    #expect(list.dataSource == nil && list.delegate == nil)
    #expect(list.display.select(at: ListPoint(x: 0, y: 29.5)))
    list.reloadData()
    #expect(list.numberOfSections == 0)
    #expect(texts(list).isEmpty)
  }

  @Test func `a weaver outlives its list and answers for none`() throws {
    let placer = Placer([feed(0, 0)])
    let weaver: ListWeaver
    do {
      let desk = NewsDesk([["a"]])
      let list = makeList(desk)
      weaver = list.weaver
      weaver.dataSource = placer
      #expect(texts(list) == ["AD", "a"])
    }
    #expect(weaver.list == nil)
    #expect(weaver.visibleCells(.all).isEmpty)
    #expect(weaver.models.map(\.path).isEmpty)
    #expect(weaver.rawList.numberOfSections == 0 && weaver.rawList.model(forRowAt: feed(0, 0)) == nil)
    try weaver.insertRows(at: [feed(0, 0)])
    weaver.remove()
  }

  @Test func `an override in the list's own class is called in the callers coordinates`() {
    let list = CountingList(size: ListSize(width: 10, height: 100))
    let desk = NewsDesk([["a", "b"]])
    let placer = Placer([feed(0, 1)])
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.weaver.dataSource = placer
    list.reloadData()
    list.weaver.rawList.reloadData()
    #expect(list.reloads == [2, 3])
  }

  @Test func `impossible insertions are refused and huge ones wait`() {
    let desk = NewsDesk([["a"], []])
    let list = makeList(desk)
    let placer = Placer(
      [feed(0, 2_000_000_000), feed(2_000_000_000, 5), feed(1, 1), feed(0, 0), feed(0, 1)],
      sections: [2_000_000_000, 9])
    list.kept.append(placer)
    list.weaver.dataSource = placer
    #expect(texts(list) == ["AD", "AD", "a"])
    #expect(list.weaver.map.waitingRowInsertions.count == 3)
    for impossible in [feed(0, .max), feed(.max, 0), feed(-1, 0), feed(0, .min)] {
      #expect(throws: PlacementError.self) { try list.weaver.insertRows(at: [feed(0, 0), impossible]) }
    }
    #expect(throws: PlacementError.self) { try list.weaver.insertSections(at: [-1]) }
    list.reloadData()
    #expect(texts(list) == ["AD", "AD", "a"])
    #expect(placer.faults.isEmpty)
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored])
  func `insertions that all wait appear as content is inserted`(policy: UpdatePolicy) throws {
    let desk = NewsDesk([[]])
    let list = makeList(desk)
    list.kept.append(Placer([]))
    list.weaver.policy = policy
    try list.weaver.insertRows(at: [feed(0, 2), feed(0, 3), feed(0, 6)])
    list.reloadData()
    #expect(texts(list).isEmpty)
    for (word, shown) in [("a", 1), ("b", 4), ("c", 5), ("d", 7)] {
      desk.articles[0].append(word)
      try list.insertRows(at: [path(0, desk.articles[0].count - 1)])
      #expect(list.weaver.rawList.numberOfRows(inSection: 0) == shown)
    }
    #expect(list.weaver.map.insertedRows(inFeedSection: 0) == [2, 3, 6])
  }

  @Test func `an unanswered number is brought into range`() {
    final class Liar: ListDataSource {
      func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { -3 }
      func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
    }
    let liar = Liar()
    let list = ListView(size: ListSize(width: 1, height: 1))
    list.dataSource = liar
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 0)
    #expect(list.numberOfRows(inSection: 0) == 0)
  }
}

import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import TestSupport
import Testing
import WeavingSupport

/// Several moves are one update, and one message of it.
@Suite struct WovenMovesTests {
  // One class for each test that hooks a class, since tests run at the same time.
  private final class HookedList: ListView {
    var kept: [AnyObject] = []
  }

  private typealias RowMoves = [(from: ListPath, to: ListPath)]

  /// The moves that put rows or sections in another order, given the old place of each.
  private func moves(to order: [Int]) -> [(from: Int, to: Int)] {
    order.enumerated().filter { $0.offset != $0.element }.map { (from: $0.element, to: $0.offset) }
  }

  private func rowMoves(to order: [Int]) -> RowMoves {
    moves(to: order).map { (from: path(0, $0.from), to: path(0, $0.to)) }
  }

  private func orders(of count: Int) -> [[Int]] {
    arrangements(of: Array(0..<count)).filter { $0.count == count }
  }

  @Test(arguments: [UpdatePolicy.pinned, .anchored, nil])
  func `every order of rows is one update that keeps their cells`(policy: UpdatePolicy?) throws {
    let places = [[], [0], [2], [1, 2], [0, 3], [1, 4], [2, 3, 5]]
    for (order, ads) in orders(of: 4).flatMap({ order in places.map { (order, $0) } }) where policy != nil || ads == []
    {
      let desk = NewsDesk([["a", "b", "c", "d"]])
      let list = makeList(desk)
      if let policy { list.weave(AdDesk(ads.map { feed(0, $0) }), policy: policy) }
      list.allowsMultipleSelection = true
      list.layoutIfNeeded()
      list.selectRow(at: path(0, 1))
      let cells = (0..<4).map { list.cellForRow(at: path(0, $0)) }
      let copy = policy == nil ? nil : try FeedCopy(of: list, desk)
      desk.articles[0] = order.map { ["a", "b", "c", "d"][$0] }
      try list.moveRows(rowMoves(to: order))
      let label = "\(String(describing: policy)), \(order), \(ads)"
      #expect(texts(list).filter { !$0.hasPrefix("AD") } == desk.articles[0], "\(label)")
      #expect(list.indexPathsForSelectedRows == [path(0, order.firstIndex(of: 1) ?? -1)], "\(label)")
      #expect((0..<4).allSatisfy { list.cellForRow(at: path(0, $0)) === cells[order[$0]] }, "\(label)")
      guard let copy else { continue }
      #expect(copy.faults == [] && copy.changes.count == (order == [0, 1, 2, 3] ? 0 : 1), "\(label)")
      #expect(texts(list) == copy.rows.flatMap(\.rows), "\(label)")
      if policy == .pinned { #expect(ads.filter { $0 < 4 + ads.count }.allSatisfy { texts(list)[$0].hasPrefix("AD") }) }
    }
  }

  @Test(arguments: UpdatePolicy.allCases) func `every order of sections is one update`(policy: UpdatePolicy) throws {
    for order in orders(of: 3) {
      let (list, desk, _) = wovenList([["a"], ["b", "x"], ["c"]], at: [feed(1, 1), feed(2, 0)], sections: [1])
      list.weaver.policy = policy
      list.layoutIfNeeded()
      list.selectRow(at: path(1, 1))
      let copy = try FeedCopy(of: list, desk)
      desk.articles = order.map { [["a"], ["b", "x"], ["c"]][$0] }
      try list.moveSections(moves(to: order))
      list.layoutIfNeeded()
      #expect(texts(list).filter { !$0.hasPrefix("AD") && $0.count == 1 } == desk.articles.flatMap(\.self), "\(order)")
      #expect(list.indexPathsForSelectedRows == [path(order.firstIndex(of: 1) ?? -1, 1)], "\(order)")
      #expect(copy.faults == [] && copy.changes.count == (order == [0, 1, 2] ? 0 : 1), "\(order)")
    }
  }

  @Test func `a hook on the class hears all moves of an update at once`() throws {
    let desk = NewsDesk([["a", "b", "c", "d"], ["e"], ["f"]])
    desk.titles = false
    let ads = AdDesk([feed(0, 2), feed(0, 4)])
    let list = HookedList(size: ListSize(width: 10, height: 100))
    list.kept = [desk, ads]
    list.rowHeight = 1
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.weaver.dataSource = ads
    list.layoutIfNeeded()
    #expect(texts(list) == ["a", "b", "AD0", "c", "AD1", "d", "e", "f"])
    let heard = Mutex<[String]>([])
    let tokens = [
      try ListView.moveRows.hook(on: HookedList.self, .before) { call in
        let words = call.arguments.map { "\($0.from) to \($0.to)" }
        heard.withLock { $0.append("rows \(words.joined(separator: ", "))") }
      },
      try ListView.moveSections.hook(on: HookedList.self, .before) { call in
        let words = call.arguments.map { "\($0.from) to \($0.to)" }
        heard.withLock { $0.append("sections \(words.joined(separator: ", "))") }
      },
      try ListView.moveRow.hook(on: HookedList.self, .before) { call in
        let move = call.arguments
        heard.withLock { $0.append("row \(move.from) to \(move.to)") }
      },
      try ListView.endUpdates.hook(on: HookedList.self, .before) { _ in heard.withLock { $0.append("end") } },
      try ListView.deleteRows.hook(on: HookedList.self, .before) { _ in heard.withLock { $0.append("delete") } },
    ]
    func takeHeard() -> [String] {
      heard.withLock { words in
        defer { words = [] }
        return words
      }
    }
    // Both insertions keep their feed positions, so that content passes them.
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(takeHeard() == ["delete", "rows 0:2 to 0:2, 0:4 to 0:4", "end"])
    #expect(texts(list) == ["b", "c", "AD0", "d", "AD1", "e", "f"])
    // Single calls of a batch reach the list as one message.
    try list.performBatchUpdates {
      desk.articles = [["d", "c", "b"], ["f"], ["e"]]
      try list.moveRow(at: path(0, 0), to: path(0, 2))
      try list.moveRow(at: path(0, 2), to: path(0, 0))
      try list.moveSection(1, toSection: 2)
      try list.moveSection(2, toSection: 1)
    }
    #expect(takeHeard() == ["sections 1 to 2, 2 to 1", "rows 0:0 to 0:3, 0:3 to 0:0"])
    #expect(texts(list) == ["d", "c", "AD0", "b", "AD1", "f", "e"])
    // A single move is said as such.
    desk.articles.swapAt(1, 2)
    try list.performBatchUpdates { try list.moveSections([(from: 2, to: 1)]) }
    desk.articles[0].swapAt(0, 1)
    try list.moveRows([(from: path(0, 1), to: path(0, 0))])
    #expect(takeHeard() == ["row 0:1 to 0:0"])
    #expect(tokens.allSatisfy { $0.remove() })
  }

  @Test func `moves that do not fit are refused as in a plain list and nothing is moved`() throws {
    let refused: [(RowMoves, ListUpdateError)] = [
      (
        [(from: path(0, 0), to: path(0, 1)), (from: path(0, 0), to: path(0, 2))],
        .rowChangedTwice(path(0, 0), by: .move, and: .move)
      ),
      (
        [(from: path(0, 0), to: path(0, 1)), (from: path(0, 2), to: path(0, 1))],
        .placeTakenTwice(
          path(0, 1), by: .moveRow(path(0, 0), to: path(0, 1)), and: .moveRow(path(0, 2), to: path(0, 1)))
      ),
      (
        [(from: path(0, 1), to: path(0, 0)), (from: path(0, 7), to: path(0, 1))],
        .noSuchRow(path(0, 7), rowsBefore: 3, for: .moveRow(path(0, 7), to: path(0, 1)))
      ),
      (
        [(from: path(0, 1), to: path(1, 0)), (from: path(0, 2), to: path(1, 1))],
        .invalidRowCount(section: 0, before: 3, after: 3, inserted: 0, deleted: 0, movedIn: 0, movedOut: 2)
      ),
    ]
    for isWoven in [false, true] {
      let desk = NewsDesk([["a", "b", "c"], ["d", "e"]])
      let list = makeList(desk)
      if isWoven { list.weave(AdDesk([feed(0, 1), feed(1, 0)])) }
      list.layoutIfNeeded()
      let before = texts(list)
      for (moves, error) in refused {
        #expect(throws: error, "woven \(isWoven)") { try list.moveRows(moves) }
      }
      #expect(throws: ListUpdateError.sectionChangedTwice(1, by: .move, and: .move), "woven \(isWoven)") {
        try list.moveSections([(from: 1, to: 0), (from: 1, to: 1)])
      }
      try list.moveRows([])
      try list.moveSections([])
      #expect(texts(list) == before && !list.hasUncommittedUpdates, "woven \(isWoven)")
      var refusals: [String] = []
      desk.whenEnded = { list, _ in
        do throws(ListUpdateError) { try list.moveRows([]) } catch { refusals.append("\(error)") }
        do throws(ListUpdateError) { try list.moveSections([]) } catch { refusals.append("\(error)") }
      }
      try list.reloadRows(at: [path(0, 0)])
      #expect(
        refusals
          == ["moveRows(_:)", "moveSections(_:)"].map {
            "\(ListUpdateError.refused(method: $0, reason: "the list is being loaded or updated"))"
          }, "woven \(isWoven)")
    }
  }
}

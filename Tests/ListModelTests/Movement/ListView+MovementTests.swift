@testable import ListModel
import Testing

@Suite struct ListViewMovementTests {
  let feed = EditableFeed([["0", "1", "2"], ["3"], []])
  var list: ListView { feed.list }

  init() {
    list.layoutIfNeeded()
    _ = feed.takeEvents()
  }

  private func shown() -> [Int] { list.visibleCells.compactMap { ($0 as? TagCell)?.tag } }

  @Test func `every method is a message`() throws {
    let calls: [MessageWatch.Call] = [
      ("beginInteractiveMovementForItem(at:)", { list in _ = list.beginInteractiveMovementForItem(at: path(0)) }),
      (
        "updateInteractiveMovementTargetPosition(_:)",
        { list in list.updateInteractiveMovementTargetPosition(ListPoint(x: 0, y: 0)) }
      ),
      ("endInteractiveMovement()", { list in list.endInteractiveMovement() }),
      ("cancelInteractiveMovement()", { list in list.cancelInteractiveMovement() }),
      ("interactiveMovement", { list in _ = list.interactiveMovement }),
      ("settleMovement(_:)", { list in try? list.settleMovement(ListMovement(from: path(0), to: path(1))) }),
    ]
    try MessageWatch().expect(calls, toSend: ListView.movementMessages)
  }

  @Test func `a row is dragged and dropped with its cell`() {
    list.selectRow(at: path(0))
    let cell = list.cellForRow(at: path(0))
    #expect(list.display.beginMovement(at: feed.middle(path(0))))
    #expect(list.interactiveMovement == ListMovement(from: path(0), to: path(0)))
    list.display.updateMovement(to: feed.middle(path(2)))
    list.display.updateMovement(to: feed.middle(path(2)))
    #expect(list.interactiveMovement == ListMovement(from: path(0), to: path(2)))
    #expect(list.display.moved?.frame == list.rectForRow(at: path(0)))
    #expect(list.display.moved?.target == list.rectForRow(at: path(2)))
    #expect(shown() == [0, 1, 2, 3])
    list.display.endMovement()
    #expect(feed.takeEvents() == ["canMove 0:0", "target 0:0 0:2", "move 0:0 0:2"])
    #expect(shown() == [1, 2, 0, 3])
    #expect(list.cellForRow(at: path(2)) === cell)
    #expect(list.indexPathForSelectedRow == path(2))
    #expect(list.interactiveMovement == nil)
    #expect(list.display.moved == nil)
  }

  @Test func `the list shows what the data source has after every drop`() {
    for (origin, word) in [(path(0), "0"), (path(2), "2"), (path(0, 1), "3")] {
      for y in -2..<20 {
        feed.words = [["0", "1", "2"], ["3"], []]
        list.reloadData()
        #expect(list.beginInteractiveMovementForItem(at: origin))
        list.updateInteractiveMovementTargetPosition(ListPoint(x: 1, y: Double(y) + 0.5))
        let target = list.interactiveMovement?.target
        list.endInteractiveMovement()
        #expect(shown() == feed.words.joined().compactMap { Int($0) }, "\(origin) at \(y)")
        let found = target.flatMap { place in
          feed.words[place.section].indices.contains(place.row) ? feed.words[place.section][place.row] : nil
        }
        #expect(found == word, "\(origin) at \(y)")
      }
    }
  }

  @Test func `points beside rows are the nearest ends`() {
    feed.words = [["0", "1"], ["2", "3"]]
    list.sectionHeaderHeight = 2
    final class Titles: ListDelegate {
      func list(_ list: ListView, heightForHeaderInSection section: Int) -> Double? { 2 }
      func list(_ list: ListView, heightForFooterInSection section: Int) -> Double? { 2 }
    }
    let titles = Titles()
    list.delegate = titles
    list.reloadData()
    func target(_ y: Double) -> ListPath? {
      list.updateInteractiveMovementTargetPosition(ListPoint(x: 0, y: y))
      return list.interactiveMovement?.target
    }
    #expect(list.beginInteractiveMovementForItem(at: path(0)))
    // Sections from 0 and 12, each with a header, two rows and a footer.
    #expect(target(-5) == path(0))
    #expect(target(1) == path(0))
    #expect(target(7) == path(1))
    #expect(target(11) == path(1))
    #expect(target(13) == path(0, 1))
    #expect(target(15) == path(0, 1))
    #expect(target(19) == path(1, 1))
    #expect(target(21) == path(2, 1))
    #expect(target(23) == path(2, 1))
    #expect(list.display.moved?.target.size.height == 0)
    #expect(target(1000) == path(2, 1))
    #expect(target(.nan) == path(2, 1))
  }

  @Test func `the delegate may name another target but none that is no place`() {
    #expect(list.beginInteractiveMovementForItem(at: path(0)))
    feed.target = { _ in path(1) }
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    #expect(list.interactiveMovement?.target == path(1))
    for odd in [path(3), path(-1), path(2, 1), path(0, 3), path(0, -1)] {
      feed.target = { _ in odd }
      list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
      list.updateInteractiveMovementTargetPosition(feed.middle(path(0)))
      #expect(list.interactiveMovement?.target == path(1), "\(odd)")
    }
    feed.target = { _ in path(1, 1) }
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    #expect(list.interactiveMovement?.target == path(1, 1))
  }

  @Test func `the collections question is asked with the target so far`() {
    final class Asked: ListDelegate {
      var heard: [String] = []
      func list(
        _ list: ListView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: ListPath,
        atCurrentIndexPath current: ListPath, toProposedIndexPath proposed: ListPath
      ) -> ListPath {
        heard.append("\(path) \(current) \(proposed)")
        return proposed
      }
    }
    let asked = Asked()
    list.delegate = asked
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(1)))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    #expect(asked.heard == ["0:0 0:0 0:1", "0:0 0:1 0:2"])
    list.delegate = nil
    list.updateInteractiveMovementTargetPosition(feed.middle(path(1)))
    #expect(list.interactiveMovement?.target == path(1))
  }

  @Test func `only rows that can be moved are dragged and one at a time`() {
    feed.canMove = { $0.row == 1 }
    #expect(!list.beginInteractiveMovementForItem(at: path(0)))
    #expect(!list.beginInteractiveMovementForItem(at: path(7)))
    #expect(!list.display.beginMovement(at: ListPoint(x: 1, y: 99)))
    #expect(list.beginInteractiveMovementForItem(at: path(1)))
    #expect(!list.beginInteractiveMovementForItem(at: path(1)))
    // A data source that moves no rows, and does not say so, has the one that is dropped go back.
    let silent = SilentFeed(2)
    #expect(silent.list.beginInteractiveMovementForItem(at: path(0)))
    silent.list.updateInteractiveMovementTargetPosition(ListPoint(x: 0, y: silent.list.contentSize.height - 0.5))
    #expect(silent.list.interactiveMovement?.target == path(1))
    let cells = silent.list.visibleCells
    silent.list.endInteractiveMovement()
    #expect(silent.list.visibleCells.elementsEqual(cells) { $0 === $1 })
    silent.list.updateInteractiveMovementTargetPosition(ListPoint(x: 0, y: 0))
    #expect(silent.list.interactiveMovement == nil)
  }

  @Test func `a row that is dropped where it was or cancelled is not moved`() {
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(0)))
    list.endInteractiveMovement()
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    list.display.cancelMovement()
    list.endInteractiveMovement()
    #expect(!feed.events.contains { $0.hasPrefix("move") })
    #expect(shown() == [0, 1, 2, 3])
  }

  @Test func `a data source may refuse the drop and one that moves nothing does`() {
    feed.deletes = false
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    list.endInteractiveMovement()
    #expect(feed.events.last == "move 0:0 0:2")
    #expect(shown() == [0, 1, 2, 3])
    #expect(list.interactiveMovement == nil)
    final class Pretender: ListDataSource {
      func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 2 }
      func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell {
        let cell = TagCell(reuseIdentifier: nil)
        cell.tag = path.row
        return cell
      }
      func movesRows(in list: ListView) -> Bool { true }
    }
    let pretender = Pretender()
    list.delegate = nil
    list.dataSource = pretender
    #expect(list.beginInteractiveMovementForItem(at: path(0)))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(1)))
    list.endInteractiveMovement()
    #expect(shown() == [0, 1])
  }

  @Test func `a reload or an update ends the movement`() throws {
    _ = list.beginInteractiveMovementForItem(at: path(0))
    feed.words[0].append("4")
    try list.insertRows(at: [path(3)])
    #expect(list.interactiveMovement == nil)
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.reloadData()
    #expect(list.interactiveMovement == nil)
  }

  @Test func `a data source that tells the list itself is not followed twice`() {
    feed.onEvent = { [unowned feed] event in
      guard event == "move" else { return }
      feed.onEvent = nil
      feed.words[0] = ["1", "2", "0"]
      feed.deletes = false
      try? feed.list.moveRow(at: path(0), to: path(2))
    }
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    list.endInteractiveMovement()
    #expect(shown() == [1, 2, 0, 3])
  }

  @Test func `counts that do not fit the move have the list reloaded`() {
    feed.onEvent = { [unowned feed] event in if event == "move" { feed.words[1] = ["8", "9"] } }
    _ = list.beginInteractiveMovementForItem(at: path(0))
    list.updateInteractiveMovementTargetPosition(feed.middle(path(2)))
    list.endInteractiveMovement()
    #expect(shown() == [1, 2, 0, 8, 9])
  }

  @Test func `a callback that reloads ends the drag`() {
    for name in ["canMove", "target", "move"] {
      feed.words = [["0", "1", "2"], ["3"]]
      list.reloadData()
      list.layoutIfNeeded()
      feed.onEvent = { [unowned feed] event in
        guard event == name else { return }
        feed.onEvent = nil
        feed.list.reloadData()
      }
      let begins = list.beginInteractiveMovementForItem(at: path(0))
      #expect(begins == (name != "canMove"))
      list.updateInteractiveMovementTargetPosition(feed.middle(path(1)))
      list.endInteractiveMovement()
      #expect(list.interactiveMovement == nil)
      #expect(shown() == feed.words.joined().compactMap { Int($0) }, "\(name)")
    }
  }
}

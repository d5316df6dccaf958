import FeedWeave
import ListModel
import Placement
import Testing
import WeavingSupport

/// A path means the row that is there when it is used, after callbacks.
struct CallbackTranslationTests {
  private func makeSides(isWoven: Bool) -> (list: DeskList, desk: NewsDesk, ads: AdDesk) {
    let desk = NewsDesk([["a", "b", "c", "d"]])
    let list = makeList(desk)
    let ads = AdDesk([feed(0, 2)])
    if isWoven { list.weave(ads, policy: .anchored) }
    list.layoutIfNeeded()
    return (list, desk, ads)
  }

  private func insertOnceAtTheTop(_ desk: NewsDesk) {
    desk.whenDisplayed = { list, _ in
      desk.whenDisplayed = nil
      desk.articles[0].insert("new", at: 0)
      try? list.insertRows(at: [path(0, 0)])
    }
  }

  @Test func `a cell is that of the row that is there after callbacks`() {
    for isWoven in [false, true] {
      let (list, desk, _) = makeSides(isWoven: isWoven)
      insertOnceAtTheTop(desk)
      list.reloadData()
      #expect((list.cellForRow(at: path(0, 2)) as? TextCell)?.text == "b", "woven \(isWoven)")
    }
  }

  @Test func `the insertions side hears where a row is that the content side has moved`() {
    let (list, desk, ads) = makeSides(isWoven: true)
    let heard = ads.displays.count
    insertOnceAtTheTop(desk)
    list.reloadData()
    list.layoutIfNeeded()
    let begun = ads.displays.dropFirst(heard).first { $0.hasPrefix("will") }
    #expect(begun == "will feed 0:1 content(user 0:1)")
  }

  /// An update and a batch of two, while which rows are counted.
  private static let updates: [(name: String, carryOut: @Sendable (DeskList) throws -> Void)] = [
    ("update", { list in try list.deleteRows(at: [path(0, 0)]) }),
    (
      "batch",
      { list in
        list.beginUpdates()
        try list.deleteRows(at: [path(0, 0)])
        try list.endUpdates()
      }
    ),
    (
      "block",
      { list in try list.performBatchUpdates { () throws(ListUpdateError) in try list.deleteRows(at: [path(0, 0)]) } }
    ),
  ]

  @Test func `no batch opens while rows are counted for an update`() throws {
    for isWoven in [false, true] {
      for (name, carryOut) in Self.updates {
        let label = "\(name), woven \(isWoven)"
        let counting = CallbackDesk()
        let list = DeskList(size: ListSize(width: 10, height: 100))
        list.kept.append(counting)
        list.register(TextCell.self, forCellReuseIdentifier: "article")
        list.dataSource = counting
        list.delegate = counting
        if isWoven { list.weave(AdDesk([feed(0, 1)])) }
        list.layoutIfNeeded()
        var refusals: [String] = []
        let attempt = { (change: () throws -> Void) in
          do { try change() } catch { refusals.append("\(error)") }
        }
        counting.moment = (.rows, 0)
        counting.change = { list, _ in
          list.beginUpdates()
          attempt { try list.insertRows(at: [path(0, 0)]) }
          attempt { try list.endUpdates() }
          attempt { try list.performBatchUpdates { () throws(ListUpdateError) in refusals.append("block") } }
        }
        counting.articles[0].removeFirst()
        try carryOut(list)
        #expect(list.numberOfRows(inSection: 0) == 3, "\(label)")
        #expect(!list.hasUncommittedUpdates, "\(label)")
        let refused = ["insertRows(at:with:)", "endUpdates()", "performBatchUpdates(_:completion:)"]
        #expect(refusals == refused.map { "\($0) is refused: the list is being loaded or updated" }, "\(label)")
      }
    }
  }
}

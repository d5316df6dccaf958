import FeedWeave
import ListModel
import Placement
import Testing

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

  @Test func aCellIsThatOfTheRowThatIsThereAfterCallbacks() {
    for isWoven in [false, true] {
      let (list, desk, _) = makeSides(isWoven: isWoven)
      insertOnceAtTheTop(desk)
      list.reloadData()
      #expect((list.cellForRow(at: path(0, 2)) as? TextCell)?.text == "b", "woven \(isWoven)")
    }
  }

  @Test func theInsertionsSideHearsWhereARowIsThatTheContentSideHasMoved() {
    let (list, desk, ads) = makeSides(isWoven: true)
    let heard = ads.displays.count
    insertOnceAtTheTop(desk)
    list.reloadData()
    list.layoutIfNeeded()
    let begun = ads.displays.dropFirst(heard).first { $0.hasPrefix("will") }
    #expect(begun == "will feed 0:1 content(user 0:1)")
  }

  @Test func aBatchThatIsLeftOpenWhileRowsAreCountedStaysOpenAfterwards() throws {
    for isWoven in [false, true] {
      let counting = CallbackDesk()
      let list = DeskList(size: ListSize(width: 10, height: 100))
      list.kept.append(counting)
      list.register(TextCell.self, forCellReuseIdentifier: "article")
      list.dataSource = counting
      list.delegate = counting
      if isWoven { list.weave(AdDesk([feed(0, 1)])) }
      list.layoutIfNeeded()
      counting.moment = (.rows, 0)
      counting.change = { list, _ in list.beginUpdates() }
      counting.articles[0].removeFirst()
      list.beginUpdates()
      try list.deleteRows(at: [path(0, 0)])
      try list.endUpdates()
      #expect(list.numberOfRows(inSection: 0) == 3, "woven \(isWoven)")
      #expect(list.hasUncommittedUpdates, "woven \(isWoven)")
      try list.endUpdates()
      #expect(!list.hasUncommittedUpdates, "woven \(isWoven)")
    }
  }
}

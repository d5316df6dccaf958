import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Callbacks may do to a woven list, and to its weaver, whatever they like.
struct ReentrancyTests {
  private func weave(_ desk: NewsDesk, _ rows: [FeedPath]) -> (DeskList, AdDesk) {
    let list = makeList(desk)
    let ads = AdDesk(rows)
    list.weave(ads)
    return (list, ads)
  }

  @Test func `a callback of the content may remove the weaver that nobody else holds`() {
    let desk = NewsDesk([["a", "b"]])
    let (list, ads) = weave(desk, [feed(0, 1)])
    desk.whenDisplayed = { list, path in
      guard path.row == 1 else { return }
      desk.whenDisplayed = nil
      list.weaver.remove()
      #expect(list.numberOfRows(inSection: 0) == 2)
    }
    _ = list.display.elements
    #expect(list.actualClass === list.statedClass)
    #expect(texts(list) == ["a", "b"])
    #expect(ads.displays.count == 4)
  }

  @Test func `rows that end together end where they were shown whatever a callback changes`() {
    for (isWoven, isReload) in [(false, true), (true, true), (false, false), (true, false)] {
      let desk = NewsDesk([["a", "b", "c", "d"], ["e"]])
      let list = isWoven ? weave(desk, [feed(0, 1), feed(0, 2), feed(1, 0)]).0 : makeList(desk)
      list.layoutIfNeeded()
      _ = desk.takeLog()
      desk.whenEnded = { list, _ in
        desk.whenEnded = nil
        if isReload {
          desk.articles[0].insert("new", at: 0)
          try? list.insertRows(at: [path(0, 0)])
        } else {
          list.reloadData()
        }
      }
      if isReload { list.reloadData() } else { list.dataSource = nil }
      let ends = desk.takeLog().filter { $0.hasPrefix("did end") && !$0.contains("header") }
      #expect(
        ends == ["did end 0:0 a", "did end 0:1 b", "did end 0:2 c", "did end 0:3 d", "did end 1:0 e"],
        "woven \(isWoven), reload \(isReload)")
    }
  }

  @Test func `headers that end with rows end where they were shown though a callback reloads the feed`() {
    let (list, desk, ads) = wovenList([["a"], ["b"]], at: [feed(1, 0)], sections: [0])
    list.layoutIfNeeded()
    _ = desk.takeLog()
    desk.whenEnded = { list, _ in
      desk.whenEnded = nil
      ads.sections = []
      list.reloadData()
    }
    list.reloadData()
    #expect(desk.takeLog().filter { $0.hasPrefix("did end header") } == ["did end header 0", "did end header 1"])
  }

  @Test func `a callback of the content may remove the weaver before the insertions side hears of a row`() {
    let desk = NewsDesk([["a", "b"]])
    let (list, ads) = weave(desk, [feed(0, 0)])
    let weaver = list.weaver
    desk.whenDisplayed = { list, path in
      guard path.row == 1 else { return }
      desk.whenDisplayed = nil
      list.weaver.remove()
      #expect(list.numberOfRows(inSection: 0) == 2)
    }
    _ = list.display.elements
    // The row whose display ended before it was reported is not reported at all.
    #expect(
      ads.displays == [
        "will feed 0:0 insertion(0)", "will feed 0:1 content(user 0:0)", "end feed 0:0 insertion(0)",
        "end feed 0:0 content(user 0:0)",
      ])
    #expect(weaver.owner(of: feed(0, 0)) == nil)
    #expect(Array(weaver.models).isEmpty)
  }

  @Test func `a weaver that is removed inside its removal is removed once`() {
    let desk = NewsDesk([["a", "b"]])
    let (list, _) = weave(desk, [feed(0, 1)])
    list.layoutIfNeeded()
    let weaver = list.weaver
    desk.whenEnded = { list, _ in
      list.weaver.remove()
      _ = list.weaver
    }
    weaver.remove()
    desk.whenEnded = nil
    #expect(list.dataSource === desk)
    #expect(list.delegate === desk)
    #expect(list.actualClass === list.statedClass)
    #expect(texts(list) == ["a", "b"])
    #expect(list.weaver !== weaver)
    #expect(texts(list) == ["a", "b"])
  }

  @Test func `the insertions side sets the data source behind the weaver`() {
    let desk = NewsDesk([["a", "b"]])
    let other = NewsDesk([["x", "y", "z"]])
    let (list, ads) = weave(desk, [feed(0, 1)])
    list.kept.append(other)
    list.weaver.rawList.perform {
      $0.dataSource = other
      $0.delegate = other
    }
    #expect(list.dataSource === other)
    #expect(list.delegate === other)
    #expect(texts(list) == ["x", "AD0", "y", "z"])
    #expect(ads.loads.last == [3])
  }

  @Test func `a reload asked for while the insertions side places does not ask it again`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = makeList(desk)
    let placer = EagerPlacer()
    list.kept.append(placer)
    list.weaver.dataSource = placer
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 3)
    #expect(placer.loads == 1)
    #expect(placer.landed == [feed(0, 1)])
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  /// Reloads the list whenever it is about to be loaded, and goes on placing.
  private final class EagerPlacer: WeaverDataSource {
    private(set) var loads = 0
    private(set) var landed: [FeedPath] = []

    func weaver(_ weaver: ListWeaver, willLoad userCounts: [Int]) {
      loads += 1
      weaver.removeAllInsertions()
      weaver.list?.reloadData()
      landed = (try? weaver.insertRows(at: [feed(0, 1)]))?.map(\.resolved) ?? []
    }

    func weaver(_ weaver: ListWeaver, cellForRowAt path: FeedPath) -> ListCell { TextCell(reuseIdentifier: nil) }
  }

  @Test func `heights of reloaded sections are asked for when the list has the new rows`() throws {
    var heard: [[String]] = []
    for isWoven in [false, true] {
      let desk = NewsDesk([["a", "b"], ["c"]])
      let list = makeList(desk)
      let ads = AdDesk([feed(0, 0), feed(0, 2)])
      list.kept.append(ads)
      if isWoven { list.weaver.dataSource = ads }
      list.layoutIfNeeded()
      var seen: [String] = []
      desk.whenMeasured = { list, section in seen.append("\(section) of \(list.numberOfRows(inSection: 0))") }
      desk.articles[0] = ["d", "e", "f", "g"]
      try list.reloadSections([0])
      #expect(seen == ["0 of 4"])
      heard.append(seen)
    }
    #expect(heard[0] == heard[1])
  }

  @Test func `a batch that is refused inside an update does not end that update`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let (list, _) = weave(desk, [feed(0, 1)])
    list.layoutIfNeeded()
    var refusals = 0
    desk.whenEnded = { list, _ in
      do throws(ListUpdateError) { try list.performBatchUpdates({}) } catch { refusals += 1 }
    }
    desk.articles[0].removeFirst()
    try list.performBatchUpdates { () throws(ListUpdateError) in try list.deleteRows(at: [path(0, 0)]) }
    #expect(refusals == 1)
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(list.weaver.map.userCounts == [2])
    desk.articles[0].append("d")
    try list.insertRows(at: [path(0, 2)])
    #expect(texts(list) == ["b", "AD0", "c", "d"])
  }

  @Test func `what a callback takes away while all ends is ended for its owner`() throws {
    var heard: [[String]] = []
    for isWoven in [false, true] {
      let desk = NewsDesk([["a"], ["b"], []])
      let list = makeList(desk)
      let ads = AdDesk([])
      ads.sections = [0]
      list.kept.append(ads)
      if isWoven { list.weaver.dataSource = ads }
      list.layoutIfNeeded()
      _ = desk.takeLog()
      desk.whenEnded = { list, _ in
        desk.whenEnded = nil
        _ = list.numberOfSections
        desk.articles.removeLast(2)
        do throws(ListUpdateError) { try list.deleteSections([1, 2]) } catch { desk.write("\(error)") }
      }
      list.reloadData()
      heard.append(desk.takeLog().filter { $0.hasPrefix("did end header") })
    }
    #expect(heard[0] == (0...2).map { "did end header \($0)" })
    #expect(heard[0] == heard[1])
  }
}

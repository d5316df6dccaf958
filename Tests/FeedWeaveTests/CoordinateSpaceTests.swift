import FeedWeave
import ListModel
import Placement
import Testing

/// Whoever calls the list from inside a callback speaks its own coordinates, however callbacks nest.
struct CoordinateSpaceTests {
  @Test func eachSidesCallbacksRunInItsOwnCoordinates() {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 0), feed(0, 2)])
    let list = makeList(desk)
    var seen: [String] = []
    desk.whenAsked = { list, path in seen.append("content \(path) of \(list.numberOfRows(inSection: 0))") }
    ads.whenAsked = { weaver, path in
      seen.append("insertion \(path) of \(weaver.list?.numberOfRows(inSection: 0) ?? -1)")
    }
    list.kept.append(ads)
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    list.layoutIfNeeded()
    #expect(
      seen == [
        "insertion feed 0:0 of 4", "content 0:0 of 2", "insertion feed 0:2 of 4", "content 0:1 of 2",
      ])
    #expect(list.numberOfRows(inSection: 0) == 2)
  }

  @Test func callbacksThatCallBackIntoTheListNest() {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = makeList(desk)
    list.kept.append(ads)
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    list.layoutIfNeeded()
    var seen: [String] = []
    desk.whenAsked = { list, path in
      seen.append("selected \(path)")
      list.weaver.rawList.selectRow(at: FeedWeaveTests.path(0, 1))
      seen.append("mine \(list.indexPathsForSelectedRows), all \(list.weaver.rawList.indexPathsForSelectedRows)")
      _ = list.weaver.rawList.perform { raw in
        seen.append("raw \(raw.numberOfRows(inSection: 0))")
      }
      seen.append("user \(list.numberOfRows(inSection: 0))")
    }
    list.display.select(at: ListPoint(x: 0, y: list.rectForRow(at: path(0, 2)).minY))
    #expect(seen == ["selected 0:2", "mine [], all [0:1]", "raw 4", "user 3"])
  }

  @Test func aThrowingCallLeavesTheCoordinatesAsTheyWere() {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 0)])
    let list = makeList(desk)
    list.kept.append(ads)
    list.weaver.dataSource = ads
    list.layoutIfNeeded()
    #expect(throws: ListUpdateError.self) { try list.insertRows(at: [path(0, 0)]) }
    #expect(throws: ListUpdateError.self) { try list.weaver.rawList.reloadRows(at: [path(0, 9)]) }
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(list.weaver.rawList.numberOfRows(inSection: 0) == 3)
  }
}

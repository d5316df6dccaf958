import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// The dynamic subclass stands where it does not disturb other classes, declared or dynamic.
struct WovenClassTests {
  private enum News { final class FeedList: ListView {} }
  private enum Sports { final class FeedList: ListView {} }
  private final class ObservedList: ListView {}

  @Test func `lists of two classes of one name are woven`() {
    let news = News.FeedList(size: ListSize(width: 1, height: 1))
    let sports = Sports.FeedList(size: ListSize(width: 1, height: 1))
    #expect(news.weaver !== sports.weaver)
    #expect(news.actualClass !== sports.actualClass)
    #expect([news.actualClass.name, sports.actualClass.name].contains("Woven_FeedList"))
  }

  @Test func `a dynamic class that the list was of is kept and given back`() throws {
    let desk = NewsDesk([["a", "b"]])
    let list = ObservedList(size: ListSize(width: 10, height: 100))
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    let observed = try list.statedClass.makeSubclass(named: "Observed_ObservedList")
    try observed.override(ListView.numberOfRows) { call in call.callSuper() + 100 }
    try list.setClass(observed)
    #expect(list.numberOfRows(inSection: 0) == 102)
    try list.weaver.insertRows(at: [feed(0, 0)])
    list.reloadData()
    #expect(list.numberOfRows(inSection: 0) == 102)
    #expect(list.rectForRow(at: path(0, 1)).size.height > 0)
    list.weaver.remove()
    #expect(list.actualClass === observed)
    #expect(list.numberOfRows(inSection: 0) == 102)
  }

  @Test func `observers of the providers never see the weaver`() throws {
    let desk = NewsDesk([["a"]])
    let list = makeList(desk)
    var seen: [String] = []
    try list.hook(ListView.dataSource.setter, .after) { call in seen.append("source \(call.arguments === desk)") }
    try list.hook(ListView.delegate.setter, .after) { call in seen.append("delegate \(call.arguments === desk)") }
    list.weaver.remove()
    _ = list.weaver
    list.dataSource = desk
    #expect(!seen.contains { $0.hasSuffix("false") })
  }
}

import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// Cells are asked for, and filled, in the coordinates of whoever asks.
struct RegistrationWeavingTests {
  @Test func `a registration's handler runs for who asked for the cell`() {
    let desk = NewsDesk([["a", "b", "c"]])
    let list = makeList(desk)
    let ads = AdDesk([feed(0, 1)])
    list.kept.append(ads)
    list.weaver.dataSource = ads
    list.layoutIfNeeded()
    var filled: [String] = []
    let cells = ListCellRegistration<TextCell, String> { [unowned list] _, path, item in
      filled.append("\(item) at \(path) of \(list.numberOfRows(inSection: 0))")
    }
    _ = list.dequeueConfiguredReusableCell(using: cells, for: path(0, 2), item: "user")
    list.weaver.rawList.perform { raw in
      _ = raw.dequeueConfiguredReusableCell(using: cells, for: path(0, 2), item: "feed")
    }
    // A row that is not there yet has no other path.
    _ = list.dequeueConfiguredReusableCell(using: cells, for: path(4, 2), item: "none")
    #expect(filled == ["user at 0:2 of 3", "feed at 0:2 of 4", "none at 4:2 of 3"])
  }

  @Test func `hooks on the list see the content's path`() throws {
    final class HookedList: ListView {}
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = HookedList(size: ListSize(width: 1, height: 9))
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.weaver.dataSource = ads
    list.layoutIfNeeded()
    let cells = ListCellRegistration<TextCell, String> { _, _, _ in }
    let asked = Asked()
    try list.hook(ListView.dequeueConfiguredReusableCell, .before) { call in asked.paths.append(call.arguments.path) }
    _ = list.dequeueConfiguredReusableCell(using: cells, for: path(0, 2), item: "x")
    #expect(asked.paths == [path(0, 2)])
  }

  private final class Asked {
    var paths: [ListPath] = []
  }

  @Test func `headers and footers are reused among both sides`() {
    let desk = ActionDesk([["free0"], ["free0"]])
    let list = makeList(desk)
    let ads = AdDesk([])
    ads.sections = [1]
    list.weave(ads)
    list.layoutIfNeeded()
    #expect((list.headerView(forSection: 1) as? TextCell)?.text == "header 1")
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "header") is TextCell)
    #expect(list.dequeueReusableHeaderFooterView(withIdentifier: "footer") == nil)
  }
}

import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// Who observes a list hears the same of it whether it is woven or not.
struct WovenObserverTests {
  private final class ObservedList: ListView {
    var kept: [AnyObject] = []
  }

  private func name(_ provider: AnyObject?, _ desks: [NewsDesk]) -> String {
    guard let provider else { return "none" }
    return desks.firstIndex { $0 === provider }.map { "desk \($0)" } ?? "a stranger"
  }

  @Test(arguments: [true, false])
  func `observers of the providers hear of what the content sets and of nothing else`(observedFirst: Bool) throws {
    let desks = [NewsDesk([["a"]]), NewsDesk([["x", "y"]])]
    let list = makeList(desks[0])
    list.kept += desks
    var heard: [String] = []
    var tokens: [AspectToken] = []
    defer { for token in tokens { token.remove() } }
    func observe() throws {
      tokens += [
        try list.hook(ListView.dataSource.setter, .after) { [unowned list] call in
          heard.append("source \(name(call.arguments, desks)), then \(name(list.dataSource, desks))")
        },
        try list.hook(ListView.delegate.setter, .after) { [unowned list] call in
          heard.append("delegate \(name(call.arguments, desks)), then \(name(list.delegate, desks))")
        },
      ]
    }
    if observedFirst { try observe() }
    let weaver = list.weaver
    if !observedFirst { try observe() }
    #expect(heard.isEmpty)
    list.dataSource = desks[1]
    list.delegate = desks[1]
    list.dataSource = nil
    list.delegate = nil
    list.dataSource = desks[0]
    list.delegate = desks[0]
    weaver.remove()
    list.dataSource = desks[1]
    #expect(
      heard == [
        "source desk 1, then desk 1", "delegate desk 1, then desk 1", "source none, then none",
        "delegate none, then none", "source desk 0, then desk 0", "delegate desk 0, then desk 0",
        "source desk 1, then desk 1",
      ])
  }

  @Test func `observers of the class hear that something was set and how often`() throws {
    let desk = NewsDesk([["a"]])
    let list = ObservedList(size: ListSize(width: 10, height: 10))
    let count = Mutex(0)
    let token = try ListView.dataSource.setter.hook(on: ObservedList.self, .after) { _ in count.withLock { $0 += 1 } }
    list.dataSource = desk
    _ = list.weaver
    list.dataSource = desk
    list.weaver.remove()
    list.dataSource = desk
    #expect(token.remove())
    #expect(count.withLock { $0 } == 3)
  }

  @Test func `providers are what the content set last whatever weaving does`() {
    let desks = [NewsDesk([["a", "b"]]), NewsDesk([["x"]])]
    let list = DeskList(size: ListSize(width: 10, height: 100))
    list.kept += desks
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    let ads = AdDesk([feed(0, 1)])
    list.kept.append(ads)
    list.weaver.dataSource = ads
    #expect(list.dataSource == nil && list.delegate == nil)
    for desk in desks + desks.reversed() {
      list.dataSource = desk
      list.delegate = desk
      #expect(list.dataSource === desk && list.delegate === desk)
      #expect(list.numberOfRows(inSection: 0) == desk.articles[0].count)
      #expect(list.weaver.rawList.numberOfRows(inSection: 0) == desk.articles[0].count + 1)
      #expect(ads.loads.last == [desk.articles[0].count])
    }
    list.dataSource = nil
    #expect(list.dataSource == nil && list.numberOfSections == 0)
    #expect(list.statedClass === ClassObject.of(DeskList.self))
    #expect(type(of: list) == DeskList.self)
  }

  /// Hooks on a list stand outside of the weaving: one call of the content is one call to them, of the same selector.
  @Test func `hooks on every message of a list hear the same of what the content calls`() throws {
    let heard = try [false, true].map { isWoven in
      let desk = NewsDesk([["a", "b", "c"], ["d"]])
      let list = makeList(desk)
      list.allowsMultipleSelection = true
      if isWoven {
        let ads = AdDesk([feed(0, 0), feed(0, 2), feed(1, 0)])
        ads.height = 0
        list.weave(ads)
        list.layoutIfNeeded()
        list.weaver.rawList.selectRow(at: feed(0, 0))
      }
      list.layoutIfNeeded()
      return try calls(on: list)
    }
    #expect(heard[0] == heard[1])
    #expect(heard[0].count >= 25)
  }

  private func calls(on list: ListView) throws -> [String] {
    var heard: [String] = []
    for message in ClassObject.of(ListView.self).messages {
      let name = message.selector.name
      try list.hook(selector: message.selector, .before) { heard.append(name) }
    }
    let cell = list.cellForRow(at: path(0, 1))
    list.selectRow(at: path(0, 1), scrollPosition: .top)
    _ = list.indexPathForSelectedRow
    _ = list.indexPathsForSelectedRows
    list.deselectRow(at: path(0, 1))
    _ = list.visibleCells
    _ = list.indexPathsForVisibleRows
    _ = cell.flatMap { list.indexPath(for: $0) }
    _ = (list.headerView(forSection: 0), list.footerView(forSection: 1))
    _ = (list.numberOfSections, list.numberOfRows(inSection: 1))
    _ = (list.rectForRow(at: path(0, 0)), list.rect(forSection: 0), list.rectForHeader(inSection: 0))
    _ = (list.rectForFooter(inSection: 0), list.contentSize)
    _ = (list.indexPathForRow(at: ListPoint(x: 0, y: 29)), list.indexPathsForRows(in: list.rect(forSection: 0)))
    list.scrollToRow(at: path(1, 0), at: .bottom)
    list.contentOffset = 0
    list.display.scroll(by: 3)
    list.display.selectNext()
    _ = (list.dataSource, list.delegate)
    list.reloadData()
    list.layoutIfNeeded()
    try list.reloadRows(at: [path(0, 0)])
    try list.reloadSections([1])
    list.layoutIfNeeded()
    return heard
  }
}

import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// Other aspects on a woven list's messages work whether they came before the weaver or after it, and whether it stays or goes.
struct WovenHookTests {
  private class ClassList: ListView {
    var kept: [AnyObject] = []
  }
  private final class EarlyClassList: ClassList {}
  private final class LateClassList: ClassList {}

  private func prepare(_ list: ListView, _ desk: NewsDesk) {
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
  }

  private func use(_ list: ListView, _ desk: NewsDesk) throws {
    list.reloadData()
    desk.articles[0].insert("new", at: 0)
    try list.insertRows(at: [path(0, 0)])
  }

  @Test(arguments: [true, false])
  func `hooks on an object fire before during and after weaving`(hookedFirst: Bool) throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let list = makeList(desk)
    list.kept.append(ads)
    var heard: [String] = []
    func hook() throws -> [AspectToken] {
      [
        try list.hook(ListView.reloadData, .before) { _ in heard.append("reload") },
        try list.hook(ListView.insertRows, .after) { call throws(ListUpdateError) in
          heard.append("insert \(call.arguments.paths)")
        },
      ]
    }
    var tokens = hookedFirst ? try hook() : []
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    if !hookedFirst { tokens = try hook() }
    try use(list, desk)
    #expect(heard == ["reload", "insert [0:0]"])
    #expect(texts(list) == ["new", "AD0", "a", "b"])
    heard = []
    list.weaver.remove()
    #expect(list.actualClass === list.statedClass)
    try use(list, desk)
    #expect(heard == ["reload", "insert [0:0]"])
    #expect(tokens.map { $0.remove() } == [true, true])
    try use(list, desk)
    #expect(heard == ["reload", "insert [0:0]"])
    #expect(texts(list) == ["new", "new", "new", "a", "b"])
  }

  @Test func `hooks on the class that came first fire`() throws {
    try checkClassHooks(EarlyClassList(size: ListSize(width: 10, height: 100)), hookedFirst: true)
  }

  @Test func `hooks on the class that came later fire`() throws {
    try checkClassHooks(LateClassList(size: ListSize(width: 10, height: 100)), hookedFirst: false)
  }

  private func checkClassHooks<List: ClassList>(_ list: List, hookedFirst: Bool) throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let heard = Mutex<[String]>([])
    func hook() throws -> [AspectToken] {
      [
        try ListView.reloadData.hook(on: List.self, .before) { _ in heard.withLock { $0.append("reload") } },
        try ListView.insertRows.hook(on: List.self, .after) { call in
          let paths = call.arguments.paths
          heard.withLock { $0.append("insert \(paths)") }
        },
      ]
    }
    list.kept = [desk, ads]
    prepare(list, desk)
    var tokens = hookedFirst ? try hook() : []
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    if !hookedFirst { tokens = try hook() }
    try use(list, desk)
    #expect(heard.withLock { $0 } == ["reload", "insert [0:0]"])
    list.weaver.remove()
    try use(list, desk)
    #expect(heard.withLock { $0 } == ["reload", "insert [0:0]", "reload", "insert [0:0]"])
    #expect(tokens.map { $0.remove() } == [true, true])
    try use(list, desk)
    #expect(heard.withLock { $0.count } == 4)
  }

  @Test(.serialized, arguments: [true, false])
  func `whoever draws hears how the content side has its batch shown`(isBlock: Bool) throws {
    final class DrawnList: ClassList {}
    let list = DrawnList(size: ListSize(width: 10, height: 100))
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    list.kept = [desk, ads]
    prepare(list, desk)
    list.weaver.dataSource = ads
    list.reloadData()
    let heard = Mutex<[String]>([])
    let kinds = [ListView.deleteRows, ListView.insertRows]
    let tokens = try kinds.map { kind in
      try kind.hook(on: DrawnList.self, .before) { call in
        let (paths, animation) = call.arguments
        heard.withLock { $0.append("\(paths) \(animation)") }
      }
    }
    let change = { () throws(ListUpdateError) in
      desk.articles[0].removeFirst()
      desk.articles[0] += ["d", "e"]
      try list.insertRows(at: [path(0, 2)], with: .top)
      try list.deleteRows(at: [path(0, 0)], with: .none)
      try list.insertRows(at: [path(0, 3)], with: isBlock ? .top : .fade)
    }
    if isBlock {
      try list.performBatchUpdates(change)
    } else {
      list.beginUpdates()
      try change()
      try list.endUpdates()
    }
    #expect(heard.withLock { $0 } == ["[0:0] none", "[0:3, 0:4] \(isBlock ? "top" : "automatic")"])
    #expect(tokens.map { $0.remove() } == [true, true])
  }

  @Test func `a hook that comes off while the list is woven leaves the weaving alone`() throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let list = makeList(desk)
    list.kept.append(ads)
    let token = try list.hook(ListView.numberOfRows, .around) { call in call.proceed() + 100 }
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    #expect(list.numberOfRows(inSection: 0) == 102)
    #expect(token.remove())
    #expect(list.numberOfRows(inSection: 0) == 2)
    #expect(texts(list) == ["a", "AD0", "b"])
    #expect(list.actualClass.name == "Woven_DeskList")
  }
}

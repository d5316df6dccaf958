import FeedWeave
import Interception
import ListModel
import Placement
import Synchronization
import Testing
import WeavingSupport

/// Batches of both sides, and what others hear of them.
struct WovenBatchTests {
  // One class for each test that hooks a class, since tests run at the same time.
  private final class HookedList: ListView {
    var kept: [AnyObject] = []
  }
  private final class SilencedList: ListView {
    var kept: [AnyObject] = []
  }

  private func weave<List: ListView>(_ list: List, _ desk: NewsDesk, _ ads: AdDesk) -> List {
    list.register(TextCell.self, forCellReuseIdentifier: "article")
    list.dataSource = desk
    list.delegate = desk
    list.weaver.dataSource = ads
    list.weaver.delegate = ads
    list.layoutIfNeeded()
    return list
  }

  @Test func `a batch that a block has ended is closed though its changes are refused`() {
    for isWoven in [false, true] {
      let desk = NewsDesk([["a", "b"]])
      let list = makeList(desk)
      let ads = AdDesk([feed(0, 1)])
      if isWoven { list.weave(ads) }
      list.layoutIfNeeded()
      var inner: ListUpdateError?
      #expect(throws: ListUpdateError.refused(method: "endUpdates()", reason: "no batch is open"), "woven \(isWoven)") {
        try list.performBatchUpdates { () throws(ListUpdateError) in
          try list.insertRows(at: [path(0, 0)])
          do throws(ListUpdateError) {
            try list.performBatchUpdates { () throws(ListUpdateError) in try list.endUpdates() }
          } catch { inner = error }
        }
      }
      let refusal = ListUpdateError.invalidRowCount(
        section: 0, before: 2, after: 2, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)
      #expect(inner == refusal, "woven \(isWoven)")
      #expect(!list.hasUncommittedUpdates, "woven \(isWoven)")
      #expect(list.numberOfRows(inSection: 0) == 2, "woven \(isWoven)")
    }
  }

  @Test func `hooks on the class hear the difference and hooks on the list what the content said`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = weave(HookedList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    let ofClass = Mutex<[String]>([])
    var ofList: [String] = []
    var tokens = try [(ListView.insertRows, "insert"), (ListView.deleteRows, "delete")].map { message, word in
      try message.hook(on: HookedList.self, .before) { call in
        let paths = call.arguments.paths
        ofClass.withLock { $0.append("\(word) \(paths)") }
      }
    }
    tokens.append(
      try ListView.moveRow.hook(on: HookedList.self, .before) { call in
        let move = call.arguments
        ofClass.withLock { $0.append("move \(move.from) to \(move.to)") }
      })
    tokens.append(
      try ListView.endUpdates.hook(on: HookedList.self, .before) { _ in ofClass.withLock { $0.append("end") } })
    tokens.append(try list.hook(ListView.deleteRows, .before) { ofList.append("delete \($0.arguments.paths)") })
    tokens.append(try list.hook(ListView.moveRow, .before) { _ in ofList.append("move") })
    tokens.append(try list.hook(ListView.endUpdates, .before) { _ in ofList.append("end") })
    // One message says it: the ad keeps its place among the rows that stay.
    desk.articles[0].removeLast()
    try list.deleteRows(at: [path(0, 2)])
    #expect(ofClass.withLock { $0 } == ["delete [0:3]"])
    #expect(ofList == ["delete [0:2]"])
    // The ad keeps its feed position, so that content passes it.
    ofClass.withLock { $0 = [] }
    ofList = []
    desk.articles[0].removeFirst()
    try list.deleteRows(at: [path(0, 0)])
    #expect(ofClass.withLock { $0 } == ["delete [0:0]", "move 0:1 to 0:1", "end"])
    #expect(ofList == ["delete [0:0]"])
    #expect(texts(list) == ["b", "AD0"])
    #expect(tokens.allSatisfy { $0.remove() })
  }

  @Test func `a batch in feed space inserts what has been asked for`() throws {
    let desk = NewsDesk([["a", "b", "c"]])
    let ads = AdDesk([feed(0, 1)])
    let list = weave(DeskList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    try list.weaver.insertRows(at: [feed(0, 3), feed(0, 5)])
    var completed: [Int] = []
    try list.weaver.rawList.perform { (raw) throws(ListUpdateError) in
      try raw.performBatchUpdates(
        { () throws(ListUpdateError) in
          try raw.insertRows(at: [path(0, 3)])
          try raw.insertRows(at: [path(0, 5)])
        }, completion: { _ in completed = [raw.numberOfRows(inSection: 0), list.weaver.map.feedCounts[0]] })
    }
    #expect(texts(list) == ["a", "AD0", "b", "AD1", "c", "AD2"])
    #expect(completed == [6, 6])
    try list.weaver.rawList.perform { (raw) throws(ListUpdateError) in
      raw.beginUpdates()
      try raw.reloadRows(at: [path(0, 1)])
      try raw.reloadRows(at: [path(0, 2)])
      try raw.endUpdates()
    }
    #expect(texts(list) == ["a", "AD0", "b", "AD1", "c", "AD2"])
    #expect(ads.loads.count == 1)
  }

  @Test func `the sides do not take part in each others batches`() throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let list = weave(DeskList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    let raw = list.weaver.rawList
    list.beginUpdates()
    #expect(throws: ListUpdateError.self) { try raw.reloadRows(at: [feed(0, 1)]) }
    #expect(throws: ListUpdateError.self) {
      try raw.perform { (raw) throws(ListUpdateError) in try raw.endUpdates() }
    }
    #expect(throws: ListUpdateError.self) {
      try raw.perform { (raw) throws(ListUpdateError) in try raw.performBatchUpdates {} }
    }
    desk.articles[0].append("c")
    try list.insertRows(at: [path(0, 2)])
    try list.endUpdates()
    #expect(texts(list) == ["a", "AD0", "b", "c"])
    raw.perform { $0.beginUpdates() }
    desk.articles[0].append("d")
    #expect(throws: ListUpdateError.self) { try list.insertRows(at: [path(0, 3)]) }
    try raw.perform { (raw) throws(ListUpdateError) in
      try raw.insertRows(at: [path(0, 4)])
      try raw.endUpdates()
    }
    #expect(texts(list) == ["a", "AD0", "b", "c", "d"])
    #expect(!list.hasUncommittedUpdates)
  }

  @Test func `the completion sees the list as it is after the update and may update it again`() throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 0)])
    let list = weave(DeskList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    var seen: [String] = []
    try list.performBatchUpdates(
      { () throws(ListUpdateError) in
        desk.articles.insert(["new"], at: 0)
        try list.insertSections([0])
      },
      completion: { isMade in
        seen.append(
          "\(isMade) \(list.numberOfSections) \((list.cellForRow(at: path(1, 0)) as? TextCell)?.text ?? "none")")
        desk.articles[0].append("newer")
        let _: Void? = try? list.insertRows(at: [path(0, 1)])
        seen.append("\(list.numberOfRows(inSection: 0))")
      })
    #expect(seen == ["true 2 a", "2"])
    #expect(texts(list) == ["AD0", "new", "newer", "a", "b"])
  }

  @Test func `an aspect that keeps the end of a batch from the list leaves none open`() throws {
    let desk = NewsDesk([["a", "b"]])
    let ads = AdDesk([feed(0, 1)])
    let list = weave(SilencedList(size: ListSize(width: 10, height: 100)), desk, ads)
    list.kept = [desk, ads]
    let token = try ListView.endUpdates.hook(on: SilencedList.self, .instead) { _ in }
    desk.articles[0].removeFirst()
    try? list.deleteRows(at: [path(0, 0)])
    #expect(token.remove())
    #expect(!list.hasUncommittedUpdates)
    #expect(list.numberOfRows(inSection: 0) == 2)
    try list.deleteRows(at: [path(0, 0)])
    #expect(texts(list) == ["b", "AD0"])
  }
}

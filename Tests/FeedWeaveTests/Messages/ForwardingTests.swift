import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// What the list does not know reaches both sides by name.
struct ForwardingTests {
  /// A content side with more messages than a list sends; a class of its own, so that it is found by name.
  private final class Caller: InterceptableObject, ListDelegate, ListDataSource {
    var heard: [String] = []
    weak var list: ListView?
    static let shake = Message<Caller, Int, String>("list(_:shaken:)") { caller, times in
      caller.heard.append("shaken \(times) with \(caller.list?.numberOfRows(inSection: 0) ?? -1)")
      return "content"
    }
    static let refuse = ThrowingMessage<Caller, Int, Void, ListUpdateError>("refuse(_:)") {
      (_, number) throws(ListUpdateError) in
      throw .sectionChangedTwice(number, by: .move, and: .move)
    }
    override class var messages: MessageList { [shake, refuse] }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 2 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  }

  /// An insertions' side with some more.
  private final class AdCaller: InterceptableObject, WeaverDelegate {
    var heard: [String] = []
    weak var list: ListView?
    static let shake = Message<AdCaller, Int, String>("list(_:shaken:)") { caller, times in
      caller.heard.append("shaken \(times) with \(caller.list?.numberOfRows(inSection: 0) ?? -1)")
      return "insertions"
    }
    static let count = Message<AdCaller, Void, Int>("count()") { caller, _ in caller.heard.count }
    override class var messages: MessageList { [shake, count] }
  }

  @Test func `unknown messages reach the content side first and then the insertions side`() throws {
    let caller = Caller()
    let adCaller = AdCaller()
    let ads = AdDesk([feed(0, 1)])
    let list = DeskList(size: ListSize(width: 1, height: 9))
    list.kept = [caller, adCaller, ads]
    list.dataSource = caller
    list.delegate = caller
    caller.list = list
    adCaller.list = list
    list.weaver.dataSource = ads
    list.weaver.delegate = adCaller
    list.layoutIfNeeded()
    #expect(try list.performOnDelegate("list(_:shaken:)", 3) as? String == "content")
    #expect(caller.heard == ["shaken 3 with 2"])
    #expect(adCaller.heard == ["shaken 3 with 3"])
    #expect(try list.performOnDataSource("list(_:shaken:)", 1) as? String == "content")
    #expect(try list.performOnDelegate("count()") as? Int == 2)
    #expect(throws: ListUpdateError.sectionChangedTwice(7, by: .move, and: .move)) {
      try list.performOnDelegate("refuse(_:)", 7)
    }
    #expect(
      throws: AspectError.doesNotRespond(class: "Caller", selector: "list(_:stirred:)", near: ["list(_:shaken:)"])
    ) {
      try list.performOnDelegate("list(_:stirred:)", 3)
    }
    list.delegate = nil
    list.dataSource = nil
    #expect(try list.performOnDelegate("list(_:shaken:)", 5) as? String == "insertions")
    #expect(list.numberOfRows(inSection: 0) == 0)
    list.weaver.remove()
    #expect(throws: AspectError.self) { try list.performOnDelegate("count()") }
  }
}

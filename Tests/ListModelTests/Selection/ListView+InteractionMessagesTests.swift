import Interception
import Testing

@testable import ListModel

@Suite struct ListViewInteractionMessagesTests {
  @Test func `every method is a message`() throws {
    let item = ListDragItem()
    let calls: [MessageWatch.Call] = [
      ("contextMenuInteraction", { list in _ = list.contextMenuInteraction }),
      ("dismissContextMenu()", { list in list.dismissContextMenu() }),
      ("getter:dragDelegate", { list in _ = list.dragDelegate }),
      ("setter:dragDelegate", { list in list.dragDelegate = nil }),
      ("getter:dropDelegate", { list in _ = list.dropDelegate }),
      ("setter:dropDelegate", { list in list.dropDelegate = nil }),
      ("hasActiveDrag", { list in _ = list.hasActiveDrag }), ("hasActiveDrop", { list in _ = list.hasActiveDrop }),
      ("drop(_:toRowAt:)", { list in list.drop(item, toRowAt: path(0)) }),
      ("drop(_:intoRowAt:rect:)", { list in list.drop(item, intoRowAt: path(0), rect: .zero) }),
      ("willMove(toScreen:)", { list in list.send(ListView.willMoveToScreen, nil) }),
      ("didMoveToScreen()", { list in list.send(ListView.didMoveToScreen) }),
      ("performOnDelegate(_:_:)", { list in _ = try? list.performOnDelegate("x()") }),
      ("performOnDataSource(_:_:)", { list in _ = try? list.performOnDataSource("x()") }),
    ]
    try MessageWatch().expect(
      calls,
      toSend: ListView.menuMessages + ListView.draggingMessages + ListView.screenMessages + ListView.forwardingMessages)
  }

  @Test func `a screen that shows the list is told and leaving it ends menus and drags`() throws {
    final class Screen {}
    let feed = TestFeed(heights: [[4, 4]])
    let delegate = InteractionDelegate()
    feed.list.delegate = delegate
    feed.list.dragDelegate = delegate
    feed.list.rowHeight = 4
    let screen = Screen()
    var heard: [String] = []
    try feed.list.hook(ListView.willMoveToScreen, .before) { call in
      heard.append("will \(call.arguments === screen) from \(call.receiver.screen === screen)")
    }
    try feed.list.hook(ListView.didMoveToScreen, .before) { call in
      heard.append("did \(call.receiver.screen === screen)")
    }
    feed.list.display.move(to: screen)
    #expect(heard == ["will true from false", "did true"])
    feed.list.display.openContextMenu(at: point(inRow: 0))
    feed.list.display.lift(at: point(inRow: 0))
    feed.list.display.move(to: nil)
    #expect(heard.suffix(2) == ["will false from true", "did false"])
    #expect(feed.list.contextMenuInteraction == nil && !feed.list.hasActiveDrag)
    #expect(delegate.events.suffix(5) == ["dismiss menu", "end menu", "end animated", "end completed", "dragEnd 1"])
  }

  /// A delegate that has more to say than every delegate.
  private final class Caller: InterceptableObject, ListDelegate, ListDataSource {
    static let shake = Message<Caller, Int, String>("list(_:shaken:)") { _, times in "shaken \(times) times" }
    override class var messages: MessageList { [shake] }
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 0 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { ListCell(reuseIdentifier: nil) }
  }

  @Test func `messages that a list does not know reach the providers that do`() throws {
    let list = ListView(size: ListSize(width: 1, height: 1))
    let caller = Caller()
    #expect(throws: AspectError.doesNotRespond(class: "nil", selector: "list(_:shaken:)")) {
      try list.performOnDelegate("list(_:shaken:)", 3)
    }
    list.delegate = caller
    list.dataSource = caller
    #expect(try list.performOnDelegate("list(_:shaken:)", 3) as? String == "shaken 3 times")
    #expect(try list.performOnDataSource("list(_:shaken:)", 2) as? String == "shaken 2 times")
    #expect(throws: AspectError.self) { try list.performOnDelegate("list(_:shaken:)", "often") }
    #expect(throws: AspectError.self) { try list.performOnDelegate("list(_:stirred:)", 3) }
    let silent = SilentInteractions()
    list.delegate = silent
    #expect(throws: AspectError.doesNotRespond(class: "SilentInteractions", selector: "list(_:shaken:)")) {
      try list.performOnDelegate("list(_:shaken:)", 3)
    }
  }
}

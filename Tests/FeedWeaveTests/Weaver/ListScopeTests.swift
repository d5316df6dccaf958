import FeedWeave
import Interception
import ListModel
import Placement
import Testing
import WeavingSupport

/// What a list does itself runs in the feed's coordinates, and what it asks and tells in the owners', whoever set it off.
struct ListScopeTests {
  private typealias Act = (name: String, run: (ListView) -> Void)

  /// Three rows of content and two insertions, of which the middle of a content row and of an insertion are in view.
  private static let content = ListPoint(x: 0, y: 3.5)
  private static let insertion = ListPoint(x: 0, y: 2.5)

  private static var acts: [Act] {
    [
      ("reload", { $0.reloadData() }), ("layout", { $0.layoutIfNeeded() }),
      ("viewport", { $0.viewportSize = ListSize(width: 7, height: 3) }),
      ("elements", { _ = $0.display.elements }), ("viewport of the display", { _ = $0.display.viewport }),
      ("content height", { _ = $0.display.contentHeight }),
      ("scroll", { $0.display.scroll(by: 1) }), ("drag", { $0.display.drag(by: 1) }),
      ("begin dragging", { $0.display.beginDragging() }), ("end dragging", { $0.display.endDragging(velocity: 0.01) }),
      ("to the top", { $0.display.scrollToTop() }),
      ("touch", { $0.display.select(at: content) }), ("touch an insertion", { $0.display.select(at: insertion) }),
      ("next", { $0.display.selectNext() }), ("previous", { $0.display.selectPrevious() }),
      ("context menu", { $0.display.openContextMenu(at: content) }),
      ("context menu of an insertion", { $0.display.openContextMenu(at: insertion) }),
      ("action", { $0.display.chooseMenuAction(0) }), ("commit", { $0.display.commitMenuPreview() }),
      ("dismiss", { $0.display.dismissContextMenu() }),
      ("editing menu", { $0.display.openEditingMenu(at: content) }),
      ("editing action", { $0.display.performEditingAction("copy(_:)") }),
      ("spring", { $0.display.springLoad(at: content) }), ("scene", { _ = $0.display.sceneActivation(at: content) }),
      ("lift", { $0.display.lift(at: content) }), ("add", { $0.display.addToDrag(at: insertion) }),
      (
        "drag over",
        { list in list.display.drag.map { _ = list.display.drag($0, over: insertion) } }
      ),
      ("leave", { $0.display.dragLeaves() }),
      (
        "drop",
        { list in
          list.display.drag.map { _ = list.display.drag($0, over: content) }
          list.display.drop()
        }
      ),
      ("lift an insertion", { $0.display.lift(at: insertion) }), ("cancel", { $0.display.cancelDrag() }),
      ("onto a screen", { $0.display.move(to: $0) }), ("off it", { $0.display.move(to: nil) }),
      ("begin", { $0.beginUpdates() }), ("end", { try? $0.endUpdates() }),
      ("sections", { try? $0.reloadSections([0]) }),
    ]
  }

  @Test func `every act of the list leaves the coordinates as they were`() throws {
    for start in Self.acts.indices {
      let desk = ActionDesk([["free0", "free1", "free2"]])
      let ads = AdActions([feed(0, 1), feed(0, 3)])
      let list = makeList(desk, height: 4)
      list.weave(ads)
      list.layoutIfNeeded()
      for act in Self.acts[start...] {
        act.run(list)
        #expect(list.numberOfRows(inSection: 0) == 3, "\(act.name)")
        for word in desk.takeLog() { #expect(word.hasSuffix(" of 3"), "\(act.name): content heard \(word)") }
        for word in ads.takeLog() { #expect(word.hasSuffix(" of 5"), "\(act.name): insertions heard \(word)") }
      }
    }
  }

  @Test func `what the list does itself is said in the feeds coordinates and what it writes in the contents`() throws {
    let desk = ActionDesk([(0..<20).map { "free\($0)" }])
    let ads = AdActions([feed(0, 1), feed(0, 3)])
    let list = makeList(desk, height: 4)
    list.weave(ads)
    var counts: [Int] = []
    // Who hooks or observes the list's properties hears of them in the content's.
    let token = try list.hook(ListView.contentOffset.setter, .before) { call in
      counts.append(call.receiver.numberOfRows(inSection: 0))
    }
    list.display.scroll(by: 3)
    list.display.drag(by: 1)
    list.display.endDragging(velocity: 0.01)
    list.display.scrollToTop()
    #expect(counts.allSatisfy { $0 == 20 } && counts.count >= 4)
    list.contentOffset = 3
    #expect(counts.last == 20)
    #expect(token.remove())
    counts = []
    // Between the list and its own work: an aspect on a message that the list sends itself.
    for message in [ListView.layoutIfNeeded, ListView.didMoveToScreen] {
      try list.hook(message, .before) { call in counts.append(call.receiver.numberOfRows(inSection: 0)) }
    }
    list.display.move(to: list)
    list.display.scroll(by: 1)
    #expect(counts.allSatisfy { $0 == 22 } && counts.count >= 2)
  }

  /// A cell that asks its list, when it is measured, how many rows there are.
  private final class AskingCell: ListCell {
    weak var list: ListView?
    var seen: [Int] = []
    override func fittingHeight(forWidth width: Double) -> Double? {
      seen.append(list?.numberOfRows(inSection: 0) ?? -1)
      return 1
    }
  }

  private final class Measured: ListDataSource {
    let cell = AskingCell(reuseIdentifier: nil)
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1 }
    func list(_ list: ListView, cellForRowAt path: ListPath) -> ListCell { cell }
  }

  @Test func `cells are measured by the list whoever has it laid out`() {
    for layOut: (ListView) -> Void in [{ $0.layoutIfNeeded() }, { _ = $0.display.elements }, { _ = $0.contentOffset }] {
      let source = Measured()
      let ads = AdActions([feed(0, 0)])
      let list = DeskList(size: ListSize(width: 1, height: 9))
      list.kept = [source, ads]
      list.dataSource = source
      source.cell.list = list
      list.weaver.dataSource = ads
      list.weaver.delegate = ads
      layOut(list)
      #expect(source.cell.seen == [2])
    }
  }
}
